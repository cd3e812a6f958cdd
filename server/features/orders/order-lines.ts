import type { AskedLine } from '#shared/inquiries.ts'
import { type Currency, compareAmounts, type Money, normal, sayMoney, USUAL_CURRENCY } from '#shared/money.ts'
import { type OrderLine, sumsOf } from '#shared/orders.ts'
import { bothNames, type Language, text, textIn } from '#shared/text.ts'
import { goodsFor, type SoldGood, takeStock } from '../../farm/goods/goods.ts'
import { refuseTooMuch, soldAs } from '../../farm/goods/sold-lines.ts'
import type { Db } from '../../platform/database/store.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'

const refusedLines = (message: Message) => refuse.invalid([{ field: 'lines', message }], message)
const notSold = text('“{name}”已下架，请先删除该行', '“{name}” is no longer sold. Remove that line')
const whichSize = text('请选择“{name}”的规格', 'Choose a size of “{name}”')
const severalCurrencies = text('不同币种的商品请分开下单', 'Order goods in different currencies separately')
const onRequest = text('询价', 'on request')
const priceChange = text('“{name}”原价 {before}，现价 {now}', '“{name}” was {before}, is now {now}')
const tooFew = text('“{name}”库存不足', 'Not enough of “{name}” in stock')

/** A line with the price at which the buyer saw it; without one, nothing was shown. */
type SeenLine = AskedLine & { seen?: Money | null | undefined }

/** A line as ordered: with the good's current name and price, or as typed. */
export async function linesNow(
  db: Db,
  asked: readonly SeenLine[],
): Promise<{ lines: OrderLine[]; currency: Currency }> {
  const ids = asked.flatMap(({ goodId }) => goodId ?? [])
  const sold = await goodsFor(db, ids, null)
  const now = asked.map(line => lineNow(line, sold))
  const [currency = USUAL_CURRENCY, ...others] = new Set(now.flatMap(({ price }) => price?.currency ?? []))
  if (others.length > 0) throw refusedLines(severalCurrencies)
  refuseChanged(asked, now)
  return { currency, lines: now.map(line => ({ ...line, price: line.price?.amount ?? null })) }
}

type Priced = Omit<OrderLine, 'price'> & { price: Money | null }

/** A price is agreed as it was shown. */
function refuseChanged(asked: readonly SeenLine[], now: readonly Priced[]): void {
  const changed = asked.flatMap(({ goodId, seen }, i) => {
    const line = now[i]
    if (!goodId || seen === undefined || !line || isSamePrice(seen, line.price)) return []
    return { line, seen }
  })
  if (changed.length === 0) return
  const say = (language: Language, money: Money | null) =>
    money ? sayMoney(money, language) : onRequest[language]
  const each = (language: Language) =>
    changed.map(({ line, seen }) =>
      priceChange[language]
        .replace('{name}', () => textIn(bothNames(line), language))
        .replace('{before}', () => say(language, seen))
        .replace('{now}', () => say(language, line.price)),
    )
  throw refusedLines(
    text(
      `价格有变动，请确认后再下单：${each('zh-CN').join('；')}`,
      `Prices have changed. Check them, then order again: ${each('en-US').join('; ')}`,
    ),
  )
}

const isSamePrice = (one: Money | null, other: Money | null) =>
  one === null || other === null
    ? one === other
    : one.currency === other.currency && compareAmounts(one.amount, other.amount) === 0

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

/** The cost columns of an order. Refuses lines that come to more than these can hold. */
export function amountsOf(lines: readonly OrderLine[], freight: string, currency: Currency) {
  const sums = sumsOf(lines, freight, currency)
  refuseTooMuch(sums)
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
