import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Basket, basket } from '#shared/contracts/mall.ts'
import { LINES } from '#shared/inquiries.ts'
import { times, totals } from '#shared/money.ts'
import { bothNames, text } from '#shared/text.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { basketLine } from '../../platform/database/tables/goods.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Reading } from './my-machines.ts'

const says = {
  gone: text('该商品已下架', 'These goods are no longer sold'),
  variant: text('请选择规格', 'Choose a size'),
  full: text('购物车最多 {most} 行', 'At most {most} lines in a basket'),
}

const ofViewer = ({ accountId }: Viewer) => eq(basketLine.accountId, accountId)

async function shown({ db, viewer, language }: Reading): Promise<Basket> {
  const rows = await db
    .select()
    .from(basketLine)
    .where(ofViewer(viewer))
    .orderBy(asc(basketLine.addedAt), asc(basketLine.id))
  const sold = await goodsFor(
    db,
    rows.map(({ goodId }) => goodId),
    null,
  )
  const lines = rows.flatMap(({ id, goodId, variantId, quantity }) => {
    const found = sold.get(goodId)
    const variant = found?.variants.find(each => each.id === variantId)
    if (found?.status !== 'released' || (variantId !== null && !variant)) return []
    const { code, price, stock } = variant ?? found
    return {
      id,
      goodId,
      variantId,
      code,
      name: bothNames(found)[language],
      variant: variant ? bothNames(variant)[language] : null,
      cover: found.cover,
      unit: found.unit,
      quantity,
      price,
      sum: price && times(price, quantity),
      stock,
    }
  })
  return { lines, totals: totals(lines.flatMap(({ sum }) => sum ?? [])), gone: rows.length - lines.length }
}

/** Goods that somebody means to inquire about or order. */
export const basketFeature = feature('basket', basket, {
  show: call => shown(call),
  put: async call => {
    const { db, viewer, body } = call
    const { goodId, variantId = null, quantity } = body
    const line = and(
      ofViewer(viewer),
      eq(basketLine.goodId, goodId),
      variantId === null ? isNull(basketLine.variantId) : eq(basketLine.variantId, variantId),
    )
    if (quantity === 0) {
      await db.delete(basketLine).where(line)
      return shown(call)
    }
    const found = (await goodsFor(db, [goodId], null)).get(goodId)
    if (found?.status !== 'released') throw refuse.invalid([{ field: 'goodId', message: says.gone }])
    const isChosen =
      variantId === null ? found.variants.length === 0 : found.variants.some(({ id }) => id === variantId)
    if (!isChosen) throw refuse.invalid([{ field: 'variantId', message: says.variant }])
    if ((await db.$count(basketLine, ofViewer(viewer))) >= LINES && (await db.$count(basketLine, line)) === 0)
      throw refuse.invalid([{ field: 'goodId', message: [says.full, { most: LINES }] }])
    const { accountId, officePath } = viewer
    await db
      .insert(basketLine)
      .values({ id: newId(), accountId, officePath, goodId, variantId, quantity })
      .onConflictDoUpdate({
        target: [basketLine.accountId, basketLine.goodId, basketLine.variantId],
        set: { quantity },
      })
    return shown(call)
  },
  clear: async call => {
    await call.db.delete(basketLine).where(ofViewer(call.viewer))
    return shown(call)
  },
})
