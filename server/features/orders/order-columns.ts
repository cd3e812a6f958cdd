import { valuesOf } from '#shared/choices.ts'
import { consigneeFields, contentField, type Order, planFields } from '#shared/contracts/orders.ts'
import { currencies, currencyNames } from '#shared/money.ts'
import { type OrderLine, orderStandings } from '#shared/orders.ts'
import { shipmentFields } from '#shared/shipments.ts'
import { type Text, text } from '#shared/text.ts'
import { ticketSheetColumns } from '../../farm/tickets/tickets.ts'
import { cellOfLines, linesOf } from '../../platform/jobs/lines-of-cell.ts'
import { shownValue } from '../../platform/jobs/list-sheet.ts'
import type { ExportColumn, ImportColumn } from '../../platform/jobs/sheet-parts.ts'
import { versionColumn } from '../../platform/records/changing-rows.ts'

/** One row of an order file: an item, and in the first row the order's single values. */
export interface OrderPart extends Order {
  item: OrderLine | undefined
  isLead: boolean
}
type OrderColumn = ImportColumn & ExportColumn<OrderPart>

const says = (help: Text) => (language: keyof Text) => help[language]
const atMost = (most: number) => says(text(`最多 ${most} 个字符`, `At most ${most} characters`))

/** An amount as a number for sums: exact to fourteen digits. */
const numberOf = (amount: string | null | undefined) => (amount == null ? null : Number(amount))

const shipmentNames = Object.keys(shipmentFields) as (keyof typeof shipmentFields)[]
const shipmentParts = (language: keyof Text) =>
  shipmentNames.map(name => shipmentFields[name].label[language]).join(' | ')

/** The shipments of a cell in the form's shape; the schema reports faults. */
export const shipmentsIn = (cell: unknown): unknown[] =>
  linesOf(cell).map(parts =>
    Object.fromEntries(
      shipmentNames.map((name, i) => {
        const { kind } = shipmentFields[name]
        const part = parts[i] ?? ''
        if (kind === 'text') return [name, part]
        return [name, part === '' ? null : kind === 'whole' ? Number(part) : part]
      }),
    ),
  )

/** An order's shipments as a cell. */
export const shipmentsCell = ({ shipments }: Pick<Order, 'shipments'>) =>
  cellOfLines(shipments.map(shipment => shipmentNames.map(name => shipment[name])))

/** The order's single values, in its first row, so that column sums count each order once. */
const ofOrder: readonly OrderColumn[] = [
  {
    field: 'standing',
    label: text('状态', 'Status'),
    kind: 'text',
    words: orderStandings,
    choices: valuesOf(orderStandings),
    help: says(
      text(
        '每次前进一步；更正或撤回须填写原因',
        'One step forward at a time. A correction or withdrawal needs a reason',
      ),
    ),
  },
  {
    field: 'reason',
    label: text('原因', 'Reason'),
    kind: 'text',
    width: 28,
    value: () => null,
    help: says(text('更正或撤回订单时填写', 'Required for a correction or withdrawal')),
  },
  {
    field: 'currency',
    label: text('币种', 'Currency'),
    kind: 'text',
    words: currencyNames,
    choices: currencies,
  },
  {
    field: 'freight',
    label: text('运费、保险费', 'Freight and insurance'),
    kind: 'number',
    value: ({ freight }) => numberOf(freight),
    help: says(text('不填则没有', 'Leave empty if none')),
  },
  {
    field: 'consignee',
    label: consigneeFields.consignee.label,
    kind: 'text',
    width: 24,
    isRequiredOfNew: true,
    help: atMost(consigneeFields.consignee.most),
  },
  {
    field: 'phone',
    label: consigneeFields.phone.label,
    kind: 'text',
    width: 20,
    isRequiredOfNew: true,
    help: atMost(consigneeFields.phone.most),
  },
  {
    field: 'country',
    label: text('国家', 'Country'),
    kind: 'text',
    help: says(text('国家名称或两位代码', 'Country name or two-letter code')),
  },
  { field: 'city', label: consigneeFields.city.label, kind: 'text', help: atMost(consigneeFields.city.most) },
  {
    field: 'address',
    label: consigneeFields.address.label,
    kind: 'text',
    width: 40,
    help: atMost(consigneeFields.address.most),
  },
  {
    field: 'productionEnd',
    label: planFields.productionEnd.label,
    kind: 'date',
    help: says(text('日期，如 2027-01-31', 'A date such as 2027-01-31')),
  },
  {
    field: 'shipments',
    label: text('运输', 'Shipping'),
    kind: 'text',
    width: 50,
    value: row => shipmentsCell(row),
    help: language =>
      text(
        `每行一票，用“|”分隔：${shipmentParts('zh-CN')}`,
        `One shipment per line, its parts separated by |: ${shipmentParts('en-US')}`,
      )[language],
  },
  {
    field: 'paidOn',
    label: text('付款日期', 'Paid on'),
    kind: 'date',
    help: says(text('填写后订单标记为已付款', 'Enter a date to mark the order as paid')),
  },
  {
    field: 'externalNumber',
    label: text('ERP 编号', 'ERP number'),
    kind: 'text',
    help: atMost(60),
  },
  {
    field: 'content',
    label: contentField.content.label,
    kind: 'text',
    width: 40,
    help: atMost(contentField.content.most),
  },
]

/** Names of the order's single-value fields. */
export const fieldsOfOrder = ofOrder.map(({ field }) => field)

/** The columns of a file of orders: a row is one item. */
export const orderColumns: readonly OrderColumn[] = [
  {
    field: 'reference',
    label: text('订单编号', 'Order number'),
    kind: 'text',
    width: 20,
    isRequired: true,
    value: ({ number }) => number,
    help: says(
      text(
        '每行一种商品，编号相同的行属于同一订单，收货信息只需写在第一行。已有订单填写其编号；新订单可填您自己的合同号，系统会另给编号',
        'One item per row. Rows with the same number are one order, and its first row has the consignee. For an existing order, enter its number. For a new one, enter your contract number; the system assigns its own number',
      ),
    ),
  },
  {
    field: 'officeId',
    label: text('客户', 'Customer'),
    kind: 'text',
    width: 28,
    isOthers: true,
    value: ({ customer }) => customer,
    help: says(text('客户名称，中英文均可', 'Customer name, in either language')),
  },
  {
    field: 'code',
    label: text('商品编号', 'Code'),
    kind: 'text',
    value: ({ item }) => item?.code || null,
    help: says(
      text(
        '商品或规格的编号；自填商品可不填',
        'Code of the goods or the size. Leave empty for items that are not in the mall',
      ),
    ),
  },
  {
    field: 'name',
    label: text('商品名称', 'Goods'),
    kind: 'text',
    width: 28,
    value: ({ item }, { language }) => (item ? nameOf(item, language) : null),
    help: says(text('没有编号时填写', 'Required without a code')),
  },
  {
    field: 'quantity',
    label: text('数量', 'Pieces'),
    kind: 'whole',
    isRequiredOfNew: true,
    value: ({ item }) => item?.quantity ?? null,
    help: says(
      text(
        '1 至 99999；0 表示从已有订单中删除该商品',
        'From 1 to 99,999. Enter 0 to remove the item from an order',
      ),
    ),
  },
  {
    field: 'price',
    label: text('单价', 'Price'),
    kind: 'number',
    value: ({ item }) => numberOf(item?.price),
    help: says(
      text(
        '不填：新商品按该客户的价格，已有商品不变',
        "If empty: this customer's price for new items, no change for existing ones",
      ),
    ),
  },
  ...ofOrder.map(
    (column): OrderColumn => ({
      ...column,
      value: (row, reader) => (row.isLead ? cellOf(column, row, reader.language) : null),
    }),
  ),
  versionColumn,
]

/** The text of an order's cell for its reader. */
export function cellOf(column: OrderColumn, row: OrderPart, language: keyof Text) {
  if (column.value) return column.value(row, { language, units: 'metric' })
  return shownValue(
    (row as unknown as Readonly<Record<string, unknown>>)[column.field],
    column.words,
    language,
  )
}

/** An item's name in one language, or else in the other. */
export const nameOf = ({ chineseName, englishName }: OrderLine, language: keyof Text) =>
  language === 'zh-CN' ? chineseName || englishName : englishName || chineseName

/** Columns that are exported but not imported: who placed the order when, and its cost. */
export const toldColumns: readonly ExportColumn<OrderPart>[] = [
  ...ticketSheetColumns({}).filter(({ field }) => field === 'author' || field === 'madeAt'),
  {
    field: 'sum',
    label: text('合计', 'Total'),
    kind: 'number',
    value: ({ isLead, sum }) => (isLead ? numberOf(sum) : null),
  },
]
