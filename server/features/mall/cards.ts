import { and, eq, sql } from 'drizzle-orm'
import type { Card } from '#shared/contracts/mall.ts'
import { compareAmounts } from '#shared/money.ts'
import { bothNames } from '#shared/text.ts'
import { goodsFor, type SoldGood } from '../../farm/goods/goods.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { good, goodFavourite } from '../../platform/database/tables/goods.ts'
import { fitIn, fittingColumns, type OwnHouse, type Reading } from './my-machines.ts'

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
  const { id, chineseSummary, englishSummary } = good
  const shown = db
    .select({
      id,
      summary: { chineseName: chineseSummary, englishName: englishSummary },
      fitting: fittingColumns,
      isFavourite: sql<boolean>`${goodFavourite.id} is not null`,
    })
    .from(good)
    .leftJoin(goodFavourite, and(eq(goodFavourite.goodId, id), eq(goodFavourite.accountId, viewer.accountId)))
    .where(and(anyOf(id, ids), eq(good.status, 'released')))
  const [sold, rows] = await Promise.all([goodsFor(db, ids, null), shown])
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

/** The same with whether a size has to be chosen before it can be ordered. */
export async function offerable(
  call: Reading,
  ids: readonly string[],
  houses: readonly OwnHouse[],
): Promise<ReadonlyMap<string, Card & { hasSizes: boolean }>> {
  const [cards, sold] = await Promise.all([cardsOf(call, ids, houses), goodsFor(call.db, ids, null)])
  return new Map(
    [...cards].map(([id, card]) => [id, { ...card, hasSizes: (sold.get(id)?.variants ?? []).length > 0 }]),
  )
}
