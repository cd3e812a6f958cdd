import { consigneeFields, contentField, type Order, OrderRow, planFields } from '#shared/contracts/orders.ts'
import { countryOf } from '#shared/countries.ts'
import { currencies, currencyNames } from '#shared/money.ts'
import { type Text, text } from '#shared/text.ts'
import { resolveFarms } from '../../platform/jobs/farms-by-name.ts'
import type {
  Asked,
  Draft,
  ImportColumn,
  ImportDefinition,
  Writing,
} from '../../platform/jobs/sheet-parts.ts'
import { amountsOf, moveStock } from './order-lines.ts'
import { faultPartners, gatherOrders, ordersOf, type Row } from './order-rows.ts'
import { ordered } from './ordered.ts'

const unknownCountry = text('请填写国家名称或两位代码', 'Choose a country, by its name or its two letters')

const says = (help: Text) => (language: keyof Text) => help[language]

const atMost = (most: number) => says(text(`最多 ${most} 个字符`, `At most ${most} characters`))

/** The columns of a file of orders: a row is one item. */
const columns: readonly ImportColumn[] = [
  {
    field: 'reference',
    label: text('订单标识', 'Order reference'),
    kind: 'text',
    isRequired: true,
    help: says(
      text(
        '每行一种商品；标识相同的行合成一个订单，收货信息只需写在第一行。可用您自己的合同号，系统会另给订单编号',
        'Each row is one item; rows of the same reference make one order, and the first of them says where it goes. It may be your contract number: the order gets a number of its own',
      ),
    ),
  },
  {
    field: 'officeId',
    label: text('客户', 'Customer'),
    kind: 'text',
    width: 28,
    help: says(text('客户名称，中英文均可', 'Its name, in either language')),
  },
  {
    field: 'code',
    label: text('商品编号', 'Code'),
    kind: 'text',
    help: says(
      text('商品或规格的编号；自填商品可不填', 'Of a good or of its size; empty for what is not in the mall'),
    ),
  },
  {
    field: 'name',
    label: text('商品名称', 'Goods'),
    kind: 'text',
    width: 28,
    help: says(text('没有编号时填写', 'Where there is no code')),
  },
  {
    field: 'quantity',
    label: text('数量', 'Pieces'),
    kind: 'whole',
    isRequired: true,
    help: says(text('1 至 99999', 'From 1 to 99,999')),
  },
  {
    field: 'price',
    label: text('单价', 'Price'),
    kind: 'number',
    help: says(text('不填则按该客户的价格', 'Empty: what this customer pays')),
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
    label: text('运费、保险费', 'Freight, insurance'),
    kind: 'number',
    help: says(text('不填则没有', 'Empty: none')),
  },
  {
    field: 'consignee',
    label: consigneeFields.consignee.label,
    kind: 'text',
    width: 24,
    help: atMost(consigneeFields.consignee.most),
  },
  {
    field: 'phone',
    label: consigneeFields.phone.label,
    kind: 'text',
    width: 20,
    help: atMost(consigneeFields.phone.most),
  },
  {
    field: 'country',
    label: text('国家', 'Country'),
    kind: 'text',
    help: says(text('国家名称或两位代码', 'By its name or its two letters')),
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
    field: 'content',
    label: contentField.content.label,
    kind: 'text',
    width: 40,
    help: atMost(contentField.content.most),
  },
]

/** A number of a cell as an amount, to the last decimal that one has. */
const amountIn = (value: unknown) => (typeof value === 'number' ? value.toFixed(4) : value)

async function resolve({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<void> {
  for (const { values, faults } of drafts) {
    for (const name of ['code', 'name', 'city', 'address', 'content', 'country']) values[name] ??= ''
    values.freight = amountIn(values.freight ?? '0')
    if (values.price !== undefined) values.price = amountIn(values.price)
    const code = countryOf(String(values.country))
    if (code) values.country = code
    else if (values.country !== '') faults.push({ field: 'country', message: unknownCountry })
    values.productionEnd ??= null
  }
  await resolveFarms(db, viewer.officeId, drafts)
}

async function write(asked: Writing, rows: readonly Row[]) {
  const made: { id: string; officePath: string; shown: Order }[] = []
  for (const { lead, currency, lines } of await ordersOf(asked.db, rows)) {
    const { officeId, consignee, phone, country, city, address, content, productionEnd, freight } = lead.form
    const goes = { consignee, phone, country, city, address, content, productionEnd: productionEnd ?? null }
    await moveStock(asked.db, [], lines)
    let officePath = ''
    const about = (path: string) => {
      officePath = path
    }
    const amounts = amountsOf(lines, freight, currency)
    const shown = await ordered.create({ ...asked, about }, { officeId }, { ...goes, ...amounts })
    made.push({ id: shown.id, officePath, shown })
  }
  return made
}

/** Orders of a file, in rows of their items; what one of them lacks none of its rows is written for. */
export const ordersImport: ImportDefinition<typeof OrderRow> = {
  form: OrderRow,
  columns,
  areParts: true,
  gather: gatherOrders,
  resolve,
  check: async ({ db }, rows, drafts) => {
    await ordersOf(db, rows)
    faultPartners(drafts)
  },
  write,
}
