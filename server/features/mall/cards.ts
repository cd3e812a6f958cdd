import { and, eq, sql } from 'drizzle-orm'
import type { Card } from '#shared/contracts/mall.ts'
import { compareAmounts } from '#shared/money.ts'
import { bothNames } from '#shared/text.ts'
import { goodsFor, type SoldGood } from '../../farm/goods/goods.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { good, goodFavourite } from '../../platform/database/tables/goods.ts'
import { fitIn, type OwnHouse, type Reading } from './my-machines.ts'

/** The price of a good's cheapest size, and whether others cost more. */
export function priceOf({ price, variants }: SoldGood): Pick<Card, 'price' | 'isFrom'> {
  if (variants.length === 0) return { price, isFrom: false }
  const known = variants
    .flatMap(variant => variant.price ?? [])
    .toSorted((a, b) => compareAmounts(a.amount, b.amount))
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
  const { id, chineseSummary, englishSummary, machines, modelKeys, productIds, cageTypeIds } = good
  const rows = await db
    .select({
      id,
      summary: { chineseName: chineseSummary, englishName: englishSummary },
      fitting: { machines, modelKeys, productIds, cageTypeIds },
      isFavourite: sql<boolean>`${goodFavourite.id} is not null`,
    })
    .from(good)
    .leftJoin(goodFavourite, and(eq(goodFavourite.goodId, id), eq(goodFavourite.accountId, viewer.accountId)))
    .where(and(anyOf(id, ids), eq(good.status, 'released')))
  return new Map(
    rows.flatMap(({ summary, fitting, isFavourite, ...row }): [string, Card][] => {
      const found = sold.get(row.id)
      if (!found) return []
      const { id, code, unit, stock, cover } = found
      return [
        [
          id,
          {
            id,
            code,
            unit,
            stock,
            name: bothNames(found)[language],
            summary: bothNames(summary)[language],
            cover,
            ...priceOf(found),
            isFavourite,
            fits: houses
              .filter(house => fitIn(fitting, house) === 'fits')
              .map(({ id, name }) => ({ id, name })),
          },
        ],
      ]
    }),
  )
}
