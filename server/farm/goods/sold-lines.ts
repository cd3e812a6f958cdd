import { asc, eq } from 'drizzle-orm'
import type { OfferedGood } from '#shared/contracts/orders.ts'
import type { AskedLine } from '#shared/inquiries.ts'
import { type Currency, USUAL_CURRENCY } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import { goodsFor, type SoldGood, type SoldVariant } from './goods.ts'
import { found } from './search.ts'

/** Goods that are offered to one search. */
const OFFERED = 20

const unknownOffice = text('请选择范围内的客户', 'Choose a customer of yours')

/** A good, or the size of it that is chosen, as an order calls it and what one costs. */
export const soldAs = (sold: SoldGood, variant?: SoldVariant): OfferedGood => ({
  goodId: sold.id,
  variantId: variant?.id ?? null,
  code: (variant ?? sold).code,
  chineseName: [sold.chineseName, variant?.chineseName].filter(Boolean).join(' '),
  englishName: [sold.englishName, variant?.englishName].filter(Boolean).join(' '),
  price: (variant ?? sold).price,
  stock: (variant ?? sold).stock,
})

/** The path that an office's prices are kept under: a farm team pays what its customer does. Refuses one out of scope. */
export async function buyerOf(db: Db, officeId: string): Promise<string> {
  const { path, farmPath } = office
  const [found] = await db.select({ path, farmPath }).from(office).where(eq(office.id, officeId))
  if (!found) throw refuse.invalid([{ field: 'officeId', message: unknownOffice }])
  return found.farmPath ?? found.path
}

/** Goods on the shelf and their sizes at what one buyer pays; with a search those that are most like it first. */
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
 * What is asked for as an order would have it now, at what one buyer pays. The first price says the currency; a line that has
 * none in it, or is not on the shelf, has no price.
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
