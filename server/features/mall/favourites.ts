import { and, desc, eq } from 'drizzle-orm'
import { goodFavourites } from '#shared/contracts/mall.ts'
import { normal } from '#shared/money.ts'
import { bothNames } from '#shared/text.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { good, goodFavourite } from '../../platform/database/tables/goods.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { skipped, totalOf } from '../../platform/http/lists.ts'
import { cardsOf, priceOf } from './cards.ts'
import { ownHouses } from './my-machines.ts'

const ofViewer = ({ accountId }: Viewer) => eq(goodFavourite.accountId, accountId)

/** A person's favourites, kept with name and price at the time: a good off the shelf shows nothing else. */
export const favouritesFeature = feature('good-favourites', goodFavourites, {
  list: async call => {
    const { db, query, viewer, language } = call
    const total = db.$count(goodFavourite, ofViewer(viewer))
    const rows = await db
      .select({ row: goodFavourite, total })
      .from(goodFavourite)
      .where(ofViewer(viewer))
      .orderBy(desc(goodFavourite.at), goodFavourite.id)
      .limit(query.size)
      .offset(skipped(query))
    const ids = rows.map(({ row }) => row.goodId)
    const cards = await cardsOf(call, ids, await ownHouses(call))
    return {
      total: await totalOf(rows, total),
      items: rows.map(({ row: { goodId, code, price, currency, at, ...names } }) => ({
        id: goodId,
        code,
        name: bothNames(names)[language],
        at: at.toISOString(),
        priceThen: price === null ? null : { amount: normal(price), currency },
        good: cards.get(goodId) ?? null,
      })),
    }
  },
  keep: async ({ db, params, viewer }) => {
    const onShelf = and(eq(good.id, params.id), eq(good.status, 'released'))
    if ((await db.$count(good, onShelf)) === 0) throw refuse.notFound()
    const sold = (await goodsFor(db, [params.id], null)).get(params.id)
    if (!sold) throw refuse.notFound()
    const { code, chineseName, englishName } = sold
    const { price } = priceOf(sold)
    await db
      .insert(goodFavourite)
      .values({
        id: newId(),
        goodId: params.id,
        accountId: viewer.accountId,
        officePath: viewer.officePath,
        code,
        chineseName,
        englishName,
        price: price?.amount ?? null,
        ...(price && { currency: price.currency }),
      })
      .onConflictDoNothing()
    return null
  },
  drop: async ({ db, params, viewer }) => {
    const gone = await db
      .delete(goodFavourite)
      .where(and(ofViewer(viewer), eq(goodFavourite.goodId, params.id)))
      .returning({ id: goodFavourite.id })
    if (gone.length === 0) throw refuse.notFound()
    return null
  },
})
