/** A changed field of a row; undefined where there was nothing. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
  /** It was changed, and its value is stored nowhere. */
  isSecret: boolean
}

type Fields = Record<string, unknown>

/** Replaces a secret in the history. */
const SECRET = 'changed'
/** Means nothing to a reader. */
const OURS = ['id', 'version']

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Nested fields by path, `size.width`. */
const flat = (fields: Fields, prefix = ''): [string, unknown][] =>
  Object.entries(fields).flatMap(([key, value]): [string, unknown][] =>
    isFields(value) ? flat(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  )

/** An id with its name beside it adds nothing. */
function isNamed(field: string, fields: readonly string[]): boolean {
  const stem = /^(.+)Ids?$/.exec(field)?.[1]
  if (!stem) return false
  const others = [`${stem}Name`, `${stem}Code`, stem, `${stem}s`]
  return fields.some(other => others.includes(other) || other.startsWith(`${stem}.`))
}

/** What changed, field by field; for a created or removed row every field with content. */
export function changesOf(before: Fields | null, after: Fields | null): FieldChange[] {
  const [was, is] = [new Map(flat(before ?? {})), new Map(flat(after ?? {}))]
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter(field => !OURS.includes(field))
  return fields
    .filter(field => !isNamed(field, fields))
    .map(field => {
      const isSecret = is.get(field) === SECRET && (!was.has(field) || was.get(field) === SECRET)
      return { field, before: was.get(field), after: is.get(field), isSecret }
    })
    .filter(({ before, after, isSecret }) => isSecret || !(isEmpty(before) && isEmpty(after)))
    .filter(({ before, after, isSecret }) => isSecret || JSON.stringify(before) !== JSON.stringify(after))
}
