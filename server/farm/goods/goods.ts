import { asc, sql } from 'drizzle-orm'
import type { GoodUnit } from '#shared/goods.ts'
import { type Currency, type Money, normal } from '#shared/money.ts'
import type { ReleaseStatus } from '#shared/release.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'

interface Named {
  id: string
  code: string
  chineseName: string
  englishName: string
  /** What the buyer pays for one; null: on request. */
  price: Money | null
  /** Null: not counted. */
  stock: number | null
}
export type SoldVariant = Named
export interface SoldGood extends Named {
  unit: GoodUnit
  /** Its first picture. */
  cover: string | null
  status: ReleaseStatus
  /** If there are any, one of them must be chosen. */
  variants: SoldVariant[]
}

interface PriceRow extends Record<string, unknown> {
  good_id: string
  variant_id: string | null
  price: string
  currency: Currency
}

/**
 * A buyer's prices where they differ from the general ones, by the id of the good or its variant. `buyer` is the path of a
 * customer or agent, which only the provider may name; null is the viewer.
 */
export async function pricesOf(
  db: Db,
  buyer: string | null,
  goodIds: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  const { rows } = await db.execute<PriceRow>(
    sql`select * from prices_of(${buyer}, ${sql.param([...goodIds])}::text[])`,
  )
  return new Map(
    rows.map(({ good_id, variant_id, price, currency }) => [
      variant_id ?? good_id,
      { amount: normal(price), currency },
    ]),
  )
}

/**
 * Goods with these ids as one buyer gets them: names in both languages, variants, and that buyer's prices. A customer or
 * agent finds those on the shelf at its own prices; staff find all, and name the path of the customer or agent they act
 * for.
 */
export async function goodsFor(
  db: Db,
  ids: readonly string[],
  buyer: string | null,
): Promise<ReadonlyMap<string, SoldGood>> {
  const { id, code, chineseName, englishName, unit, pictures, stock, status, price, currency } = good
  const called = { id, code, chineseName, englishName }
  if (ids.length === 0) return new Map()
  const [rows, variants, own] = await Promise.all([
    db
      .select({ ...called, unit, pictures, stock, status, price, currency })
      .from(good)
      .where(anyOf(id, ids)),
    db.select().from(goodVariant).where(anyOf(goodVariant.goodId, ids)).orderBy(asc(goodVariant.position)),
    pricesOf(db, buyer, ids),
  ])
  const sold = rows.map((row): [string, SoldGood] => {
    const moneyOf = (amount: string | null): Money | null =>
      amount === null ? null : { amount: normal(amount), currency: row.currency }
    const price = own.get(row.id) ?? moneyOf(row.price)
    const ofRow = variants
      .filter(({ goodId }) => goodId === row.id)
      .map(({ id, code, chineseName, englishName, stock, ...variant }) => ({
        id,
        code,
        chineseName,
        englishName,
        stock: stock ?? row.stock,
        price: own.get(id) ?? moneyOf(variant.price) ?? price,
      }))
    const { id, code, chineseName, englishName, unit, pictures, stock, status } = row
    const cover = pictures[0] ?? null
    return [id, { id, code, chineseName, englishName, unit, cover, price, stock, status, variants: ofRow }]
  })
  return new Map(sold)
}

/**
 * Takes a number from the stock of a good or its variant, locking it until the transaction ends; a negative number puts
 * them back. False, and nothing is taken, when there are not enough.
 */
export async function takeStock(
  db: Db,
  { goodId, variantId, pieces }: { goodId: string; variantId: string | null; pieces: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ taken: boolean }>(
    sql`select take_stock(${goodId}, ${variantId}, ${pieces}) as taken`,
  )
  return rows[0]?.taken ?? false
}
