import { expect, test } from 'vitest'
import type { Fields } from './field.ts'
import { record } from './fields.ts'
import { text } from './text.ts'

const label = text('字段', 'Field')
const typed = {
  name: { kind: 'text', most: 8, isRequired: true, label },
  note: { kind: 'text', most: 12, hasLines: true, label },
  rows: { kind: 'whole', least: 1, most: 12, isRequired: true, label },
  weight: { kind: 'number', least: 0.5, most: 9, label },
  kind: {
    kind: 'choice',
    choices: { flat: text('平', 'Flat'), tall: text('高', 'Tall') },
    isRequired: true,
    label,
  },
  fits: { kind: 'choices', choices: { hen: text('鸡', 'Hen'), duck: text('鸭', 'Duck') }, label },
} as const satisfies Fields
const { form, item } = record(typed, {
  houses: { kind: 'count', label },
  createdAt: { kind: 'instant', label },
})

const filled = { name: 'A', note: '', rows: 3, kind: 'flat', fits: [] }
const faultsOf = (more: object) =>
  form.safeParse({ ...filled, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? []

test('a form has what its fields allow, and optional fields may be left out', () => {
  expect(form.parse(filled)).toEqual(filled)
  expect(form.parse({ ...filled, name: ' A ', weight: null, fits: ['duck'] })).toMatchObject({
    name: 'A',
    weight: null,
    fits: ['duck'],
  })
})

test.each([
  ['name', [{ name: '' }, { name: 'nine char' }, { name: 'a\nb' }, { name: undefined }]],
  ['note', [{ note: 'thirteen char' }, { note: undefined }]],
  ['rows', [{ rows: 0 }, { rows: 13 }, { rows: 2.5 }, { rows: null }]],
  ['weight', [{ weight: 0.4 }, { weight: 9.1 }, { weight: '3' }]],
  ['kind', [{ kind: 'round' }, { kind: null }]],
])('what %s does not allow is told of it', (name, wrong) => {
  for (const more of wrong) expect(faultsOf(more), JSON.stringify(more)).toEqual([name])
})

test('a multi-line text keeps its lines, and an invalid choice among several is named', () => {
  expect(form.parse({ ...filled, note: 'a\nb' }).note).toBe('a\nb')
  expect(faultsOf({ fits: ['hen', 'goose'] })).toEqual(['fits.1'])
})

test('a row shows every field, including values stored under other bounds', () => {
  const row = { ...filled, rows: 14, weight: null, houses: 2, createdAt: '2026-01-31T00:00:00.000Z' }
  expect(item.parse({ ...row, id: 'a', version: 1 })).toMatchObject(row)
  expect(item.safeParse({ ...row, id: 'a', version: 1, weight: undefined }).success).toBe(false)
})
