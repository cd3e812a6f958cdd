import type { z } from 'zod'
import { type Language, languages } from '#shared/text.ts'
import { boundText, type Reader, type UnitSystem, unitOfField, unitSystems } from '#shared/units.ts'
import { type FieldFault, refuse } from './errors.ts'
import { isTextKey, say, type TextKey, type TextValues } from './texts.ts'

/** No form of ours is nested deeper. */
const MAX_DEPTH = 24

/**
 * Refuses what the database cannot store (NUL, half a surrogate pair) and what would exhaust the stack, before any schema
 * looks at it. Walks without recursion.
 */
export function refuseUnstorable(input: unknown): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }]
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { value, path, depth } = entry
    if (typeof value === 'string' && !isStorable(value)) throw fault(path, 'field.characters')
    if (typeof value !== 'object' || value === null) continue
    if (depth === MAX_DEPTH) throw fault(path, 'field.tooDeep')
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) throw fault(path, 'field.characters')
      open.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 })
    }
  }
}

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const fault = (field: string, message: TextKey) => refuse.invalid([{ field: field.slice(0, 200), message }])

/** The validated value; otherwise a refusal that names every wrong field in the reader's language. */
export function parsed<T extends z.ZodType>(
  schema: T,
  input: unknown,
  reader: Reader,
  whole: string,
): z.output<T> {
  const result = judged(schema, input, reader, whole)
  if ('faults' in result) throw refuse.invalid(result.faults)
  return result.data
}

/** The validated value, or every wrong field in the reader's language; `unitOf` tells the metric unit of a field. */
export function judged<T extends z.ZodType>(
  schema: T,
  input: unknown,
  reader: Reader,
  whole: string,
  unitOf = unitOfField,
): { data: z.output<T> } | { faults: FieldFault[] } {
  const result = schema.safeParse(input, { error: issue => sayIssue(issue, reader, unitOf) })
  if (result.success) return { data: result.data }
  const faults = result.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || whole,
    message: { said: message },
  }))
  return { faults }
}

function sayIssue(issue: z.core.$ZodRawIssue, reader: Reader, unitOf: typeof unitOfField): string {
  const { language } = reader
  const { kind, values } = described(issue, reader, unitOf)
  const own = `field.${nameOf(issue)}.${kind}`
  return say(language, [isTextKey(own) ? own : `field.${kind}`, values])
}

type Kind = 'required' | 'unseen' | 'wrong' | 'number' | 'whole' | 'text' | 'date' | 'choice' | Limit
type Limit = 'tooShort' | 'tooLong' | 'tooSmall' | 'tooBig' | 'tooFew' | 'tooMany'

const small: Record<string, Limit> = { string: 'tooShort', array: 'tooFew', set: 'tooFew' }
const big: Record<string, Limit> = { string: 'tooLong', array: 'tooMany', set: 'tooMany' }
const types: Record<string, Kind> = { number: 'number', int: 'whole', string: 'text' }
const formats: Record<string, Kind> = { date: 'date', datetime: 'date' }

/** Name of the wrong field. */
const nameOf = ({ path }: z.core.$ZodRawIssue) =>
  String(path?.findLast(part => typeof part === 'string') ?? '')

/** A bound as the reader would type it. */
const boundOf = (bound: number | bigint, end: 'least' | 'most', unit: string | undefined, reader: Reader) =>
  unit === undefined ? String(bound) : boundText(Number(bound), end, unit, reader)

const isMissing = (input: unknown) => input === undefined || input === null || input === ''

function described(
  issue: z.core.$ZodRawIssue,
  reader: Reader,
  unitOf: typeof unitOfField,
): { kind: Kind; values: TextValues } {
  if (isMissing(issue.input)) return { kind: 'required', values: {} }
  const unit = unitOf(nameOf(issue))
  switch (issue.code) {
    case 'too_small':
      return {
        kind: small[issue.origin] ?? 'tooSmall',
        values: { limit: boundOf(issue.minimum, 'least', unit, reader) },
      }
    case 'too_big':
      return {
        kind: big[issue.origin] ?? 'tooBig',
        values: { limit: boundOf(issue.maximum, 'most', unit, reader) },
      }
    case 'invalid_type':
      return { kind: types[issue.expected] ?? 'wrong', values: {} }
    case 'invalid_format':
      return { kind: formats[issue.format] ?? 'wrong', values: {} }
    case 'invalid_value': {
      const separator = reader.language === 'zh-CN' ? '、' : ', '
      return { kind: 'choice', values: { values: issue.values.map(String).join(separator) } }
    }
    case 'custom': {
      const unseen: unknown = issue.params?.unseen
      return typeof unseen === 'string'
        ? { kind: 'unseen', values: { mark: unseen } }
        : { kind: 'wrong', values: {} }
    }
    default:
      return { kind: 'wrong', values: {} }
  }
}

/** The reader's language, from the first of: the client's request, the account, the deployment, the browser, English. */
export function languageOf(
  headers: { 'access-i18n'?: unknown; 'accept-language'?: unknown },
  stored: Language | null | undefined,
  deployed: Language | undefined,
): Language {
  const asked = languages.find(language => language === headers['access-i18n'])
  const chinese = /^zh\b/i.test(String(headers['accept-language'] ?? ''))
  return asked ?? stored ?? deployed ?? (chinese ? 'zh-CN' : 'en-US')
}

/** The reader's units, from the first of: the client's request, the account, metric. */
export function unitsOf(
  headers: Readonly<Record<string, unknown>>,
  stored: UnitSystem | null | undefined,
): UnitSystem {
  return unitSystems.find(units => units === headers['access-units']) ?? stored ?? 'metric'
}
