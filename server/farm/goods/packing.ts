import { eq } from 'drizzle-orm'
import type { GoodUnit } from '#shared/goods.ts'
import { type Packing, packingOfSize } from '#shared/packing.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'

interface Sold {
  goodId?: string | null | undefined
  variantId?: string | null | undefined
}

const keyOf = ({ goodId, variantId }: Sold) => `${goodId} ${variantId ?? ''}`

/** How goods and their sizes are packed, by the lines that name them; none for what is not of the mall. */
export async function packingsOf(db: Db, lines: readonly Sold[]) {
  const ids = [...new Set(lines.flatMap(({ goodId }) => goodId ?? []))]
  if (ids.length === 0) return () => undefined
  const [goods, sizes] = await Promise.all([
    db.select({ id: good.id, packing: good.packing, unit: good.unit }).from(good).where(anyOf(good.id, ids)),
    db
      .select({
        id: goodVariant.id,
        goodId: goodVariant.goodId,
        packing: goodVariant.packing,
        unit: good.unit,
        of: good.packing,
      })
      .from(goodVariant)
      .innerJoin(good, eq(good.id, goodVariant.goodId))
      .where(anyOf(goodVariant.goodId, ids)),
  ])
  const found = new Map<string, { packing: Packing; unit: GoodUnit }>()
  for (const { id, packing, unit } of goods) found.set(keyOf({ goodId: id }), { packing, unit })
  for (const { id, goodId, packing, unit, of } of sizes)
    found.set(keyOf({ goodId, variantId: id }), { packing: packingOfSize(of, packing), unit })
  return (line: Sold) => found.get(keyOf(line))
}
