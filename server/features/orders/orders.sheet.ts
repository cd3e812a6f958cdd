import { orders } from '#shared/contracts/orders.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { type OrderPart, orderColumns, toldColumns } from './order-columns.ts'
import { ordered } from './ordered.ts'
import { ordersImport } from './orders-import.ts'

/** The orders in Excel: a row is one item, and an import reads what an export writes. */
export const ordersSheet = listSheet({
  list: 'orders',
  contract: orders,
  columns: [...orderColumns, ...toldColumns],
  ids: (call, query: Parameters<typeof ordered.ids>[1]) => ordered.ids(call, query),
  rows: async (call, ids) =>
    (await ordered.byId(call, ids)).flatMap(one =>
      one.lines.map((item, i): OrderPart => ({ ...one, item, isLead: i === 0 })),
    ),
  import: ordersImport,
})
