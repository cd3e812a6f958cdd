import { consigneeFields, contentField, type Order, orders, planFields } from '#shared/contracts/orders.ts'
import { orderStandings } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { ticketSheetColumns } from '../../farm/tickets/tickets.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import { ordered } from './ordered.ts'
import { ordersImport } from './orders-import.ts'

const said = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join('; ')

const columns: ExportColumn<Order>[] = [
  ...ticketSheetColumns(orderStandings).filter(({ field }) => field !== 'house' && field !== 'device'),
  { field: 'consignee', label: consigneeFields.consignee.label, kind: 'text', width: 24 },
  { field: 'phone', label: consigneeFields.phone.label, kind: 'text', width: 20 },
  { field: 'country', label: text('国家', 'Country'), kind: 'text' },
  { field: 'city', label: consigneeFields.city.label, kind: 'text' },
  { field: 'address', label: consigneeFields.address.label, kind: 'text', width: 40 },
  { field: 'content', label: contentField.content.label, kind: 'text', width: 40 },
  {
    field: 'lines',
    label: text('商品', 'Goods'),
    kind: 'text',
    width: 50,
    value: ({ lines }) =>
      said(
        lines.map(({ chineseName, englishName, quantity }) => `${chineseName || englishName} × ${quantity}`),
      ),
  },
  { field: 'currency', label: text('币种', 'Currency'), kind: 'text' },
  { field: 'sum', label: text('合计', 'Total'), kind: 'text' },
  { field: 'paidOn', label: text('付款日期', 'Paid on'), kind: 'date' },
  { field: 'productionEnd', label: planFields.productionEnd.label, kind: 'date' },
  {
    field: 'shipments',
    label: text('运输', 'Shipping'),
    kind: 'text',
    width: 50,
    value: ({ shipments }) =>
      said(shipments.map(({ carrier, logisticsNumber, vessel }) => said([carrier, logisticsNumber, vessel]))),
  },
]

/** The orders in Excel. */
export const ordersSheet = listSheet({
  list: 'orders',
  contract: orders,
  columns,
  ids: (call, query: Parameters<typeof ordered.ids>[1]) => ordered.ids(call, query),
  rows: (call, ids) => ordered.byId(call, ids),
  import: ordersImport,
})
