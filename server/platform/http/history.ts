import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { bothNames, type Language, languages, type Text } from '#shared/text.ts'
import type { Db } from '../database/store.ts'
import { type HistoryRow, operationHistory } from '../database/tables/histories.ts'
import type { Viewer } from './identify.ts'
import { partsOf } from './schema-parts.ts'
import { fill, withDays } from './texts.ts'

type Fields = Record<string, unknown>

/** Replaces secrets in the history. */
const CHANGED = 'changed'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const isHidden = (schema: z.ZodType) => {
  const { secret, unsaid } = schema.meta() ?? {}
  return secret === true || unsaid === true
}

/** The value with whatever the schema marks as `secret` or `unsaid` masked, at any depth; undefined and null stay. */
export function masked(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (isHidden(schema)) return CHANGED
  const { shape, element, innerType, in: from, out, options, valueType } = partsOf(schema)
  if (innerType) return masked(innerType, value)
  // A transform's output has another shape than its input; the side with a plain schema describes it.
  if (out && from) return masked(out.def.type === 'transform' ? from : out, value)
  if (element && Array.isArray(value)) return value.map(item => masked(element, item))
  if (options) return options.reduce((rest: unknown, option) => masked(option, rest), value)
  if (!isFields(value)) return value
  const schemaOf = (key: string) => shape?.[key] ?? valueType
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const of = schemaOf(key)
      return [key, of ? masked(of, inner) : inner]
    }),
  )
}

/** Only the fields that differ; created and removed rows are kept whole. `version` means nothing to a reader. */
export function differences(before: unknown, after: unknown): { before: unknown; after: unknown } {
  if (!isFields(before) || !isFields(after)) return { before, after }
  const keys = Object.keys({ ...before, ...after }).filter(
    key => key !== 'version' && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (row: Fields) => Object.fromEntries(keys.filter(key => key in row).map(key => [key, row[key]]))
  return { before: only(before), after: only(after) }
}

export interface Operation {
  module: string
  type: string
  endpoint: Endpoint
  viewer: Viewer
  ip: string
  params: Fields
  body: unknown
  /** The row as it was, in the API's shape. */
  before: unknown
  /** The words that the call supplies in both languages. */
  words?: Record<string, Text>
  result: unknown
  /** Path of the office the row belongs to. */
  subjectPath: string
}

/** What the operation history hears of the row that a call is about. */
export interface HistoryNote {
  /** The row as it was, in the API's shape. */
  was?: object | undefined
  /** Path of the office it belongs to, so that it sees the history row too; by default the viewer's own. */
  officePath?: string | undefined
}

/** What a running call notes for its history row, and the functions by which it does. */
export function notesOf({ officePath: own }: Viewer) {
  const noted: Pick<Operation, 'before' | 'words' | 'subjectPath'> = { before: undefined, subjectPath: own }
  return {
    noted,
    tellHistory: ({ was, officePath }: HistoryNote) => {
      noted.before = was ?? noted.before
      noted.subjectPath = officePath ?? noted.subjectPath
    },
    named: (words: Record<string, Text>) => {
      noted.words = words
    },
  }
}

/** Stores a row of the history. */
export type KeepRow = (row: HistoryRow) => Promise<unknown>

/** Writes one operation history row, in the transaction of the operation itself. */
export async function writeHistory(
  db: Db,
  operation: Operation,
  keep: KeepRow = row => db.insert(operationHistory).values(row),
): Promise<void> {
  if (operation.endpoint.says) await keep(historyRow(operation))
}

/** The operation history row; the endpoint's `says` is its sentence. */
export function historyRow(operation: Operation): HistoryRow {
  const { endpoint, viewer, before, params, words = {} } = operation
  const body = endpoint.body ? masked(endpoint.body, operation.body) : undefined
  const result = masked(endpoint.returns, operation.result)
  const after = isFields(result)
    ? { ...result, ...secretsOf(endpoint.body, operation.body), ...reasonOf(body, result) }
    : (body ?? null)
  // The request's names win over something else of that name inside the answer.
  const names = { ...params, ...namesIn(before), ...namesIn(result), ...given(namesIn(body)) }
  return {
    officePath: viewer.officePath,
    subjectPath: operation.subjectPath,
    actorId: viewer.accountId,
    actorName: viewer.actualName,
    module: operation.module,
    type: operation.type,
    recordId: recordOf(operation),
    description: described(endpoint.says ?? NOTHING, names, words),
    ip: operation.ip,
    ...differences(isFields(before) ? masked(endpoint.returns, before) : null, after),
  }
}
const NOTHING: Text = { 'zh-CN': '', 'en-US': '' }

/** Id of what was changed: the one in the path, otherwise that of the created row. */
function recordOf({ params, result }: Operation): string | null {
  const id = params.id ?? fieldsOf(result).id
  return typeof id === 'string' ? id : null
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The fields of a row, and of rows inside it: `{ device: { code } }` is named by its code too. */
const namesIn = (value: unknown): Fields =>
  Object.assign({}, ...Object.values(fieldsOf(value)).filter(isFields), fieldsOf(value))

const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** The sentence in both languages. A row with a name in only one of them is called by it in both. */
const described = (says: Text, names: Fields, words: Record<string, Text>): Text =>
  Object.fromEntries(
    languages.map((language: Language) => {
      const said = Object.entries(words).map(([name, word]) => [name, word[language]])
      return [
        language,
        fill(says[language], {
          ...withDays(names, language),
          ...namedOnce(names),
          ...Object.fromEntries(said),
        }),
      ]
    }),
  ) as Text

function namedOnce({ chineseName, englishName }: Fields): Fields {
  if (typeof chineseName !== 'string' || typeof englishName !== 'string') return {}
  const names = bothNames({ chineseName, englishName })
  return { chineseName: names['zh-CN'], englishName: names['en-US'] }
}

/** The reason as the person wrote it, unless the row itself records it. */
function reasonOf(body: unknown, result: Fields): Fields {
  const { reason } = fieldsOf(body)
  return reason === undefined || Object.values(result).includes(reason) ? {} : { reason }
}

/** Secret fields given in the body, as "changed": the answer never repeats them. */
function secretsOf(schema: z.ZodType | undefined, body: unknown): Fields {
  if (!schema || !isFields(body)) return {}
  const hidden = fieldsOf(masked(schema, body))
  return Object.fromEntries(
    Object.entries(hidden).filter(([key, value]) => value === CHANGED && body[key] !== undefined),
  )
}
