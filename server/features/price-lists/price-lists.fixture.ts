import { and, eq } from 'drizzle-orm'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { good, priceList, priceListBuyer, priceListLine } from '../../platform/database/tables/goods.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A price list for these buyers. */
export async function buildPriceList(
  { store }: Services,
  buyers: readonly { path: string }[],
  more: Partial<typeof priceList.$inferInsert> = {},
) {
  const row = { id: newId(), officePath: ROOT_PATH, name: `Prices ${++built}`, percent: 10, ...more }
  await store.scoped(SYSTEM).insert(priceList).values(row)
  for (const { path: buyerPath } of buyers)
    await store
      .scoped(SYSTEM)
      .insert(priceListBuyer)
      .values({ listId: row.id, officePath: ROOT_PATH, buyerPath })
  return row
}

/** A good that everybody sees, at a price by which a list of the provider's can be told from all others. */
export async function buildListedPrice(services: Services, buyer: { path: string }) {
  const db = services.store.scoped(SYSTEM)
  const code = 'LISTED'
  const [known] = await db
    .select()
    .from(good)
    .where(and(eq(good.code, code), eq(good.officePath, ROOT_PATH)))
  const { id: goodId } = known ?? (await buildGood(services, { code, price: '40' }))
  const { id: listId, name } = await buildPriceList(services, [buyer], { name: `Listed ${newId()}` })
  const price = `${731_000_000 + ++built}.37`
  await db.insert(priceListLine).values({ id: newId(), listId, officePath: ROOT_PATH, goodId, price })
  return { goodId, code, listId, name, price }
}

export const fixture: Fixture = {
  module: 'price-lists',
  row: ({ services, offices }) => buildPriceList(services, [offices.direct]),
}
