import type { AskedLine } from '#shared/inquiries.ts'
import { type Currency, type Money, normal, USUAL_CURRENCY } from '#shared/money.ts'
import { type OrderLine, sumsOf } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import { goodsFor, type SoldGood, takeStock } from '../../farm/goods/goods.ts'
import { soldAs } from '../../farm/goods/sold-lines.ts'
import type { Db } from '../../platform/database/store.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'

const refusedLines = (message: Message) => refuse.invalid([{ field: 'lines', message }], message)
const notSold = text('“{name}”已下架，请先删除该行', '“{name}” is no longer sold. Remove that line')
const whichSize = text('请选择“{name}”的规格', 'Choose a size of “{name}”')
const severalCurrencies = text('不同币种的商品请分开下单', 'Order goods in different currencies separately')
const tooMuch = text('总金额过大，请检查单价和数量', 'The total is too large. Check prices and quantities')
const tooFew = text('“{name}”库存不足', 'Not enough of “{name}” in stock')

/** A line as ordered: with the good's current name and price, or as typed. */
export async function linesNow(
  db: Db,
  asked: readonly AskedLine[],
): Promise<{ lines: OrderLine[]; currency: Currency }> {
  const ids = asked.flatMap(({ goodId }) => goodId ?? [])
  const sold = await goodsFor(db, ids, null)
  const now = asked.map(line => lineNow(line, sold))
  const [currency = USUAL_CURRENCY, ...others] = new Set(now.flatMap(({ price }) => price?.currency ?? []))
  if (others.length > 0) throw refusedLines(severalCurrencies)
  return { currency, lines: now.map(line => ({ ...line, price: line.price?.amount ?? null })) }
}

type Priced = Omit<OrderLine, 'price'> & { price: Money | null }

function lineNow(
  { goodId, variantId, name, quantity }: AskedLine,
  sold: ReadonlyMap<string, SoldGood>,
): Priced {
  if (!goodId) return { chineseName: name, englishName: name, code: '', quantity, price: null }
  const good = sold.get(goodId)
  if (good?.status !== 'released') throw refusedLines([notSold, { name }])
  const variant = good.variants.find(({ id }) => id === variantId)
  if (!variant && (variantId || good.variants.length > 0)) throw refusedLines([whichSize, { name }])
  const { stock: _, ...called } = soldAs(good, variant)
  return { ...called, quantity }
}

/** Digits before the point of a sum, as its column has. */
const SUM_DIGITS = 14
const isStorable = ({ amount }: Money) => (amount.split('.')[0] ?? '').length <= SUM_DIGITS

/** The cost columns of an order. Refuses lines that come to more than these can hold. */
export function amountsOf(lines: readonly OrderLine[], freight: string, currency: Currency) {
  const sums = sumsOf(lines, freight, currency)
  if (sums && !isStorable(sums.total)) throw refusedLines(tooMuch)
  return {
    lines: lines.map(line => ({ ...line, price: line.price === null ? null : normal(line.price) })),
    freight: normal(freight),
    currency,
    goods: sums?.goods.amount ?? null,
    sum: sums?.total.amount ?? null,
  }
}

/** How many more pieces of each good are in the second lines than in the first. */
function movesBetween(before: readonly OrderLine[], after: readonly OrderLine[]) {
  const moves = new Map<string, { line: OrderLine; pieces: number }>()
  const count = (sign: 1 | -1) => (line: OrderLine) => {
    if (!line.goodId) return
    const key = `${line.goodId} ${line.variantId ?? ''}`
    moves.set(key, { line, pieces: (moves.get(key)?.pieces ?? 0) + sign * line.quantity })
  }
  before.forEach(count(-1))
  after.forEach(count(1))
  // Always in the same order, so that two orders never deadlock.
  return [...moves.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, move]) => move)
}

/** Takes additional pieces from stock and puts back those no longer needed. Refuses pieces that are not in stock. */
export async function moveStock(
  db: Db,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): Promise<void> {
  for (const { line, pieces } of movesBetween(before, after)) {
    if (pieces === 0 || !line.goodId) continue
    const isTaken = await takeStock(db, { goodId: line.goodId, variantId: line.variantId ?? null, pieces })
    if (!isTaken) throw refusedLines([tooFew, { name: line.chineseName || line.englishName }])
  }
}
