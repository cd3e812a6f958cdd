import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, Id } from '#shared/endpoint.ts'
import { features } from '../../app.ts'

/** Texts that may have several lines, by the name of their field. */
const SEVERAL_LINES = [
  'remarks',
  'about',
  'chineseNote',
  'englishNote',
  'reason',
  'content',
  'note',
  'text',
  'description',
  'record',
  'chineseChecks',
  'englishChecks',
  'chineseAnswer',
  'englishAnswer',
  'chineseContent',
  'englishContent',
]
/** Only compared with stored values, never stored; a metric's name comes from its device. */
const COMPARED = ['search', 'like', 'sort', 'metrics']
/** By endpoint and field: what somebody signs in with may be anything. */
const SIGNING_IN = 'session.login.username'

/** In lengths that fit any field with fixed lengths. */
const TURNED = [1, 2, 4, 8, 20].flatMap(length =>
  ['\n', '\u202e', '\u2066', '\u2028', '\u0007'].map(mark => `${'a'.repeat(length)}${mark}b`),
)

/** Kinds of schema in which nobody types a text. */
const WITHOUT_TEXT = ['number', 'boolean', 'enum', 'literal', 'null']

interface Field {
  path: string
  name: string
  schema: z.ZodType
}

/** The texts that a schema accepts, each with the path to it. */
function textsOf(schema: z.ZodType, path: string, name: string): Field[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } }
  const into = (inner: unknown) => textsOf(inner as z.ZodType, path, name)
  if (schema === Id || schema.meta()?.secret) return []
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([key, inner]) =>
        textsOf(inner, `${path}.${key}`, key),
      )
    case 'array':
      return into(def.element)
    case 'record':
      return [...into(def.keyType), ...into(def.valueType)]
    case 'tuple':
      return (def.items as unknown[]).flatMap(into)
    case 'union':
      return (def.options as unknown[]).flatMap(into)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return into(def.innerType)
    case 'pipe':
      // The first part may accept what the second refuses.
      return into(def.in).length > 0 ? [{ path, name, schema }] : []
    case 'string':
      return [{ path, name, schema }]
    default:
      // An unknown kind of schema could hide a text.
      expect(WITHOUT_TEXT, path).toContain(def.type)
      return []
  }
}

const inputs = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract).flatMap(([type, { body, query, takes }]) =>
    // An upload is not a text.
    [takes === undefined ? body : undefined, query].flatMap(schema =>
      schema ? textsOf(schema, `${name}.${type}`, '') : [],
    ),
  ),
)

const accepts = ({ schema }: Field) => TURNED.find(text => schema.safeParse(text).success)

test('a text of one line refuses line breaks and marks that reorder the text beside it, wherever one is accepted', () => {
  const open = inputs.filter(
    field => !SEVERAL_LINES.includes(field.name) && !COMPARED.includes(field.name) && accepts(field),
  )
  expect(open.map(({ path }) => path)).toEqual([SIGNING_IN])
})

test.each([...SEVERAL_LINES, ...COMPARED])('%s is a text that exists somewhere', name => {
  expect(inputs.some(field => field.name === name)).toBe(true)
})
