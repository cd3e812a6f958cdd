import { sql } from 'drizzle-orm'
import type { Order } from '#shared/contracts/orders.ts'
import { LINES } from '#shared/inquiries.ts'
import { type Currency, type Money, USUAL_CURRENCY } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { buyerOf, soldAs } from '../../farm/goods/sold-lines.ts'
import type { Db } from '../../platform/database/store.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'
import type { Message } from '../../platform/http/texts.ts'
import { lineOf, linesOfRows, orderOfRow } from './known-orders.ts'
import { keyOf, type Row } from './order-rows.ts'

/** An order that several rows of a file create or change. */
export interface OrderOfRows {
  /** The first row, which has the destination. */
  lead: Row
  rows: readonly Row[]
  /** The existing order; undefined if the rows create it. */
  found: Order | undefined
  currency: Currency
  lines: OrderLine[]
}

const says = {
  unnamed: text('请填写商品编号或名称', 'Enter a goods code or name'),
  unknown: text('没有此编号的在售商品', 'There are no goods on sale with this code'),
  whichSize: text('该商品有多种规格，请填写规格编号', 'These goods come in sizes. Enter the code of a size'),
  otherCurrency: text(
    '该商品以 {currency} 计价，请填写单价',
    'Priced in {currency}. Enter a price in the currency of the order',
  ),
  tooMany: text('一个订单最多 {most} 行', 'At most {most} lines in an order'),
}

/** The goods of some codes at a buyer's prices; a good with sizes is sold by a size's code. */
async function goodsByCode(db: Db, buyer: string, codes: readonly string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct g.id from ${good} g left join ${goodVariant} v on v.good_id = g.id
    where g.status = 'released' and (lower(g.code) = any(${sql.param([...codes])}::text[]) or lower(v.code) = any(${sql.param([...codes])}::text[]))`)
  const sold = await goodsFor(
    db,
    rows.map(({ id }) => id),
    buyer,
  )
  const found = new Map<string, ReturnType<typeof soldAs> | 'whichSize'>()
  for (const each of sold.values()) {
    found.set(each.code.toLowerCase(), each.variants.length > 0 ? 'whichSize' : soldAs(each))
    for (const variant of each.variants) found.set(variant.code.toLowerCase(), soldAs(each, variant))
  }
  return found
}

type Priced = Omit<OrderLine, 'price'> & { price: Money | string | null }

/** A row's item as an order line; problems are added to its faults. */
function itemOf({ draft, form }: Row, goods: Awaited<ReturnType<typeof goodsByCode>>): Priced {
  const { code, name, quantity = 1, price = null } = form
  const fault = (message: Message) => draft.faults.push({ field: 'code', message })
  const free = { code, chineseName: name, englishName: name, quantity, price }
  const found = goods.get(code.toLowerCase())
  if (found === 'whichSize') fault(says.whichSize)
  // The buyer's own code is given beside a name.
  else if (!found && name === '') fault(code === '' ? says.unnamed : says.unknown)
  if (!found || found === 'whichSize') return free
  const { stock: _, ...called } = found
  return { ...called, quantity, price: price ?? called.price }
}

/** One order from its rows, at its customer's prices where they have none. */
async function orderOf(db: Db, all: readonly [Row, ...Row[]]): Promise<OrderOfRows> {
  const [lead] = all
  const found = orderOfRow(lead.draft)
  const rows = all.filter(({ draft, form }) => lineOf(draft) === undefined && form.quantity !== undefined)
  const codes = rows.flatMap(({ form }) => form.code.toLowerCase() || [])
  const goods = await goodsByCode(db, await buyerOf(db, lead.form.officeId), codes)
  const items = rows.map(row => itemOf(row, goods))
  const priced = items.flatMap(({ price }) => (price !== null && typeof price === 'object' ? price : []))
  const currency = lead.form.currency ?? priced[0]?.currency ?? USUAL_CURRENCY
  const added = items.map(({ price, ...item }, i) => {
    if (price === null || typeof price === 'string') return { ...item, price }
    if (price.currency !== currency)
      rows[i]?.draft.faults.push({
        field: 'price',
        message: [says.otherCurrency, { currency: price.currency }],
      })
    return { ...item, price: price.amount }
  })
  const lines = found ? linesOfRows(found, all, added) : added
  if (lines.length > LINES)
    lead.draft.faults.push({ field: 'reference', message: [says.tooMany, { most: LINES }] })
  return { lead, rows: all, found, currency, lines }
}

/** The orders that a file's rows make, in the order of their first rows. */
export async function ordersOf(db: Db, rows: readonly Row[]): Promise<OrderOfRows[]> {
  const byReference = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const key = keyOf(row.form.reference)
    const known = byReference.get(key)
    if (known) known.push(row)
    else byReference.set(key, [row])
  }
  const orders: OrderOfRows[] = []
  for (const group of byReference.values()) orders.push(await orderOf(db, group))
  return orders
}
