import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '#shared/units.ts'
import { newId } from '../database/ids.ts'
import type { FieldFault } from '../http/errors.ts'
import { judged } from '../http/wire.ts'
import { type Asked, type Draft, type Filled, type ListImport, unitOf } from './sheet-parts.ts'

/** Rows judged between two progress reports. */
const CHUNK = 1_000
/** Rows judged before anything else of the server has its turn. */
const AT_ONCE = 100

/** The form of a row; its errors are added to the row's faults. A field that already has a fault gets no second. */
function filled({ form, columns }: ListImport, draft: Draft, reader: Reader): Filled | undefined {
  const unitOfIts = (field: string) => unitOf(columns.find(column => column.field === field) ?? { field })
  const result = judged(form, draft.values, reader, '', unitOfIts)
  if ('data' in result)
    return draft.faults.length === 0
      ? { id: draft.current?.id ?? newId(), draft, form: result.data }
      : undefined
  const known = new Set(draft.faults.map(({ field }) => field))
  for (const fault of result.faults) {
    if (known.has(fault.field)) continue
    known.add(fault.field)
    draft.faults.push(fault)
  }
  return undefined
}

/**
 * Judges a file's rows by everything known now. Returns those that could be written; the others have faults. `passed` is
 * told how many are done.
 */
export async function judgeRows(
  asked: Asked,
  importing: ListImport,
  drafts: readonly Draft[],
  passed: (rows: number) => Promise<void>,
): Promise<Filled[]> {
  const rows: Filled[] = []
  await importing.gather?.(asked, drafts)
  for (let from = 0; from < drafts.length; from += CHUNK) {
    const chunk = drafts.slice(from, from + CHUNK)
    await importing.resolve(asked, chunk)
    for (const [i, draft] of chunk.entries()) {
      if (i % AT_ONCE === 0) await nextTurn()
      const row = filled(importing, draft, asked)
      if (row) rows.push(row)
    }
    await passed(from + chunk.length)
  }
  await importing.check(asked, rows, drafts)
  return rows.filter(({ draft }) => draft.faults.length === 0)
}

/** Marks every row whose key occurs in another row of the file too; `message` names the first of them. */
export function faultRepeated<F>(
  rows: readonly Filled<F>[],
  field: string,
  keyOf: (form: F) => string,
  message: (row: number) => FieldFault['message'],
): void {
  const first = new Map<string, number>()
  for (const { draft, form } of rows) {
    const key = keyOf(form)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, draft.row)
    else draft.faults.push({ field, message: message(earlier) })
  }
}
