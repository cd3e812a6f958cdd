import type { RegisterMap } from '#shared/register-maps/register-map.ts'
import { isOfAlarm } from '#shared/register-maps/register-map.ts'
import type { Table } from '#shared/register-maps/registers.ts'
import { isBitTable } from '#shared/register-maps/registers.ts'
import type { Field } from '#shared/register-maps/values.ts'

/** Registers that are read with one question. */
export interface Block {
  table: Table
  address: number
  count: number
  /** ms between two readings */
  everyMs: number
  fields: Field[]
}

/** A value in registers that no single question covers. Its first place is read again after the others, see `Poller`. */
export interface Split {
  field: Field
  everyMs: number
}

export interface ReadPlan {
  blocks: Block[]
  splits: Split[]
}

const SECOND = 1000
/** Seconds between two readings, unless the map says otherwise. */
const USUAL = { alarm: 2, lock: 5, metric: 5, setting: 30 } as const

const kindOf = (field: Field) =>
  isOfAlarm(field)
    ? 'alarm'
    : field.setting !== undefined
      ? 'setting'
      : field.lock !== undefined
        ? 'lock'
        : 'metric'

const everyMs = (field: Field) => Math.round((field.everyS ?? USUAL[kindOf(field)]) * SECOND)

/**
 * What to ask a device: neighbouring registers of one table and one pace in one question, within the limits of its map.
 * Values that lie together are never torn apart over two questions.
 */
export function planReads(
  fields: readonly Field[],
  { registers, bits, gap }: RegisterMap['manner'],
): ReadPlan {
  const groups = Map.groupBy(fields, field => `${field.table} ${everyMs(field)}`)
  const blocks: Block[] = []
  const splits: Split[] = []
  for (const group of groups.values()) {
    let open: Block | undefined
    for (const field of group.toSorted((a, b) => firstOf(a) - firstOf(b))) {
      const [first, end] = [firstOf(field), lastOf(field) + 1]
      const most = isBitTable(field.table) ? bits : registers
      if (end - first > most || hasHole(field, gap)) {
        splits.push({ field, everyMs: everyMs(field) })
        continue
      }
      const joins = open && first - (open.address + open.count) <= gap && end - open.address <= most
      if (open && joins) {
        open.count = Math.max(open.count, end - open.address)
        open.fields.push(field)
        continue
      }
      open = {
        table: field.table,
        address: first,
        count: end - first,
        everyMs: everyMs(field),
        fields: [field],
      }
      blocks.push(open)
    }
  }
  return { blocks, splits }
}

const firstOf = ({ places }: Field) => Math.min(...places)
const lastOf = ({ places }: Field) => Math.max(...places)

/** Whether registers between the words of a value may not be read along. */
function hasHole({ places }: Field, gap: number): boolean {
  const sorted = places.toSorted((a, b) => a - b)
  return sorted.some((place, i) => i > 0 && place - (sorted[i - 1] ?? place) > gap + 1)
}

/** The words of a field in a block's answer. */
export const wordsIn = (block: Block, words: readonly number[], field: Field): number[] =>
  field.places.map(place => words[place - block.address] ?? 0)
