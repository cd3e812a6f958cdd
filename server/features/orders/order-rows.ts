import type { OrderRow } from '#shared/contracts/orders.ts'
import { text } from '#shared/text.ts'
import type { Draft, Filled } from '../../platform/jobs/sheet-parts.ts'
import { fieldsOfOrder } from './order-columns.ts'

export type Row = Filled<OrderRow>

const says = {
  differs: text('与第 {row} 行同一订单的内容不一致', 'Does not match row {row} of the same order'),
  partner: text('同一订单的第 {row} 行有误', 'Row {row} of the same order has an error'),
}

/** The order's single values, in its first row; the others may leave them empty. */
const ONCE = ['officeId', 'version', ...fieldsOfOrder]

/** A cell's text, normalized for comparison. */
export const keyOf = (word: unknown) =>
  String(word ?? '')
    .normalize('NFKC')
    .trim()
    .toLowerCase()

/** Copies the values of an order's first row into its other rows. */
export function gatherOrders(drafts: readonly Draft[]): void {
  const leads = new Map<string, Draft>()
  for (const draft of drafts) {
    const key = keyOf(draft.values.reference)
    const lead = leads.get(key)
    if (!lead || key === '') {
      leads.set(key, draft)
      continue
    }
    for (const field of ONCE) {
      draft.values[field] ??= lead.values[field]
      if (draft.values[field] !== lead.values[field])
        draft.faults.push({ field, message: [says.differs, { row: lead.row }] })
    }
  }
}

/** Faults in the values of an order's first row are reported only there, since the other rows copy them. */
function sayOnce(drafts: readonly Draft[]): void {
  const wordsOf = ({ faults }: Draft) => new Set(faults.map(fault => JSON.stringify(fault)))
  for (const [lead, ...others] of Map.groupBy(drafts, ({ values }) => keyOf(values.reference)).values()) {
    if (!lead) continue
    const said = wordsOf(lead)
    const isOnce = ({ field }: { field: string }) => ONCE.includes(field.split('.')[0] ?? '')
    for (const other of others)
      other.faults = other.faults.filter(fault => !isOnce(fault) || !said.has(JSON.stringify(fault)))
  }
}

/** No order is written in part: a fault in one row applies to all rows of its order. */
export function faultPartners(drafts: readonly Draft[]): void {
  sayOnce(drafts)
  const wrong = new Map<string, number>()
  for (const { row, values, faults } of drafts)
    if (faults.length > 0 && !wrong.has(keyOf(values.reference))) wrong.set(keyOf(values.reference), row)
  for (const { values, faults } of drafts) {
    const row = wrong.get(keyOf(values.reference))
    if (row !== undefined && faults.length === 0)
      faults.push({ field: 'reference', message: [says.partner, { row }] })
  }
}
