import { and, eq } from 'drizzle-orm'
import type { Card } from '#shared/contracts/mall.ts'
import { compareAmounts, type Money } from '#shared/money.ts'
import { bothNames } from '#shared/text.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { good, goodFavourite } from '../../platform/database/tables/goods.ts'
import { fitsHouse, type OwnHouse, type Reading } from './my-machines.ts'

/** The least of what a good costs in its sizes, and whether they differ. */
function leastOf(prices: readonly (Money | null)[]): { price: Money | null; isFrom: boolean } {
  const known = prices.flatMap(price => price ?? []).toSorted((a, b) => compareAmounts(a.amount, b.amount))
  const [least] = known
  if (!least) return { price: null, isFrom: false }
  return { price: least, isFrom: known.some(({ amount }) => amount !== least.amount) }
}

/** Goods on the shelf as cards of the mall, by their ids. */
export async function cardsOf(
  { db, viewer, language }: Reading,
  ids: readonly string[],
  houses: readonly OwnHouse[],
): Promise<ReadonlyMap<string, Card>> {
  const sold = await goodsFor(db, ids, null)
  const rows = await db
    .select()
    .from(good)
    .where(and(anyOf(good.id, ids), eq(good.status, 'released')))
  const favourites = await db
    .select({ id: goodFavourite.goodId })
    .from(goodFavourite)
    .where(and(eq(goodFavourite.accountId, viewer.accountId), anyOf(goodFavourite.goodId, ids)))
  const kept = new Set(favourites.map(({ id }) => id))
  return new Map(
    rows.map((row): [string, Card] => {
      const { variants = [], price = null } = sold.get(row.id) ?? {}
      const { id, code, unit, stock, pictures, chineseSummary, englishSummary } = row
      return [
        id,
        {
          id,
          code,
          unit,
          stock,
          name: bothNames(row)[language],
          summary: bothNames({ chineseName: chineseSummary, englishName: englishSummary })[language],
          cover: pictures[0] ?? null,
          ...(variants.length > 0
            ? leastOf(variants.map(variant => variant.price))
            : { price, isFrom: false }),
          isFavourite: kept.has(id),
          fits: houses.filter(house => fitsHouse(row, house)).map(({ id, name }) => ({ id, name })),
        },
      ]
    }),
  )
}
