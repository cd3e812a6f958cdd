import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { priceList, priceListBuyer } from '../../platform/database/tables/goods.ts'
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

export const fixture: Fixture = {
  module: 'price-lists',
  row: ({ services, offices }) => buildPriceList(services, [offices.direct]),
}
