import { expect, test } from 'vitest'
import { z } from 'zod'
import { secret } from '#shared/endpoint.ts'
import { differences, masked } from './history.ts'

test('of a secret only the change is recorded, at any depth', () => {
  const Schema = z.object({
    name: z.string(),
    password: secret(z.string()),
    pin: secret(z.string()).optional(),
    cameras: z.array(z.object({ url: z.string(), key: secret(z.string().nullable()) })),
    byId: z.record(z.string(), z.object({ token: secret(z.string()) })),
  })
  expect(
    masked(Schema, {
      name: 'a',
      password: 'p',
      pin: undefined,
      cameras: [{ url: 'u', key: 'k' }],
      byId: { x: { token: 't' } },
    }),
  ).toEqual({
    name: 'a',
    password: 'changed',
    pin: undefined,
    cameras: [{ url: 'u', key: 'changed' }],
    byId: { x: { token: 'changed' } },
  })
})

test('secrets are found behind defaults, transforms and choices', () => {
  const inner = z.object({ key: secret(z.string()) })
  const value = { key: 'k' }
  const hidden = { key: 'changed' }
  expect(masked(inner.default({ key: '' }), value)).toEqual(hidden)
  expect(masked(inner.nullish(), value)).toEqual(hidden)
  expect(masked(z.union([z.string(), inner]), value)).toEqual(hidden)
  expect(
    masked(
      inner.transform(whole => whole),
      value,
    ),
  ).toEqual(hidden)
  expect(masked(z.string().pipe(z.string()), 'plain')).toBe('plain')
})

test('only the fields that differ are kept, and never the version', () => {
  expect(
    differences(
      { name: 'a', size: { w: 1 }, version: 1, gone: 1 },
      { name: 'b', size: { w: 1 }, version: 2, come: 2 },
    ),
  ).toEqual({ before: { name: 'a', gone: 1 }, after: { name: 'b', come: 2 } })
})

test('a row that was made or removed is kept whole', () => {
  expect(differences(null, { name: 'a' })).toEqual({ before: null, after: { name: 'a' } })
  expect(differences({ name: 'a' }, null)).toEqual({ before: { name: 'a' }, after: null })
})
