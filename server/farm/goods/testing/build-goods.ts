import type { Currency } from '#shared/money.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ROOT_PATH } from '../../../platform/database/scope.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { good, goodPrice, goodVariant } from '../../../platform/database/tables/goods.ts'
import type { Services } from '../../../platform/services.ts'

let built = 0

/** A good of the provider on the shelf, unless it is said to be another's. */
export async function buildGood({ store }: Services, more: Partial<typeof good.$inferInsert> = {}) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    // No random letters: a fuzzy search would find them.
    code: `PT-${number}`,
    chineseName: `风机皮带 ${number}`,
    englishName: `Fan belt ${number}`,
    price: '38',
    status: 'released' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(good).values(row)
  return row
}

/** A size of a good. */
export async function buildVariant(
  { store }: Services,
  goodId: string,
  more: Partial<typeof goodVariant.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    goodId,
    officePath: ROOT_PATH,
    code: `B-${number}`,
    chineseName: `规格 ${number}`,
    englishName: `Size ${number}`,
    position: number,
    ...more,
  }
  await store.scoped(SYSTEM).insert(goodVariant).values(row)
  return row
}

/** One buyer's price of a good or a variant. */
export async function buildPrice(
  { store }: Services,
  { path: buyerPath }: { path: string },
  more: { goodId: string; variantId?: string; price: string; currency?: Currency },
) {
  await store
    .scoped(SYSTEM)
    .insert(goodPrice)
    .values({ ...more, id: newId(), officePath: ROOT_PATH, buyerPath })
}
