import { asc, eq } from 'drizzle-orm'
import type { OfferedGood } from '#shared/contracts/orders.ts'
import type { AskedLine } from '#shared/inquiries.ts'
import { type Currency, USUAL_CURRENCY } from '#shared/money.ts'
import type { OrderLine, sumsOf } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import { goodsFor, type SoldGood, type SoldVariant } from './goods.ts'
import { found } from './search.ts'

/** Most goods offered for one search. */
const OFFERED = 20

const unknownOffice = text('请选择范围内的客户', 'Choose one of your customers')

/** Digits before the point of a sum, as its column has. */
const SUM_DIGITS = 14
const tooMuch = text('总金额过大，请检查单价和数量', 'The total is too large. Check prices and quantities')

/** Refuses lines, with their freight, that come to more than an order can hold. */
export function refuseTooMuch(sums: ReturnType<typeof sumsOf>): void {
  if (sums && (sums.total.amount.split('.')[0] ?? '').length > SUM_DIGITS)
    throw refuse.invalid([{ field: 'lines', message: tooMuch }], tooMuch)
}

/** A good, or its chosen size, as an order names it, with the price of one. */
export const soldAs = (sold: SoldGood, variant?: SoldVariant): OfferedGood => ({
  goodId: sold.id,
  variantId: variant?.id ?? null,
  code: (variant ?? sold).code,
  chineseName: [sold.chineseName, variant?.chineseName].filter(Boolean).join(' '),
  englishName: [sold.englishName, variant?.englishName].filter(Boolean).join(' '),
  unit: sold.unit,
  price: (variant ?? sold).price,
  stock: (variant ?? sold).stock,
})

/** The path an office's prices are kept under: a farm team pays what its customer does. Refuses offices out of scope. */
export async function buyerOf(db: Db, officeId: string): Promise<string> {
  const { path, farmPath } = office
  const [found] = await db.select({ path, farmPath }).from(office).where(eq(office.id, officeId))
  if (!found) throw refuse.invalid([{ field: 'officeId', message: unknownOffice }])
  return found.farmPath ?? found.path
}

/** Goods on the shelf and their sizes at one buyer's prices; with a search, the best matches first. */
export async function offeredTo(
  db: Db,
  buyer: string | null,
  search: string | undefined,
): Promise<OfferedGood[]> {
  const onShelf = eq(good.status, 'released')
  const { goods, isGood, closeness } = found(search ?? '')
  const all = db.select({ id: good.id }).from(good).where(onShelf).$dynamic()
  const rows = await (search ? all.innerJoin(goods, isGood) : all)
    .orderBy(...(search ? [closeness] : []), asc(good.code), good.id)
    .limit(OFFERED)
  const ids = rows.map(({ id }) => id)
  const sold = await goodsFor(db, ids, buyer)
  return ids.flatMap(id => {
    const one = sold.get(id)
    if (!one) return []
    return one.variants.length > 0 ? one.variants.map(variant => soldAs(one, variant)) : [soldAs(one)]
  })
}

/**
 * Prices requested lines as an order would now, for one buyer. The first price sets the currency; a line without a price in
 * it, or not on the shelf, has none.
 */
export async function pricedFor(
  db: Db,
  buyer: string,
  asked: readonly AskedLine[],
): Promise<{ currency: Currency; lines: OrderLine[] }> {
  const ids = asked.flatMap(({ goodId }) => goodId ?? [])
  const sold = await goodsFor(db, ids, buyer)
  const lines = asked.map(({ goodId, variantId, name, quantity }) => {
    const one = sold.get(goodId ?? '')
    const variant = one?.variants.find(({ id }) => id === variantId)
    const isKnown = one?.status === 'released' && (variant !== undefined || one.variants.length === 0)
    if (!isKnown) return { code: '', chineseName: name, englishName: name, quantity, price: null }
    const { stock: _, ...called } = soldAs(one, variant)
    return { ...called, quantity }
  })
  const currency = lines.find(({ price }) => price)?.price?.currency ?? USUAL_CURRENCY
  return {
    currency,
    lines: lines.map(({ price, ...line }) => ({
      ...line,
      price: price?.currency === currency ? price.amount : null,
    })),
  }
}
