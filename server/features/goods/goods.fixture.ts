import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { category } from '../../platform/database/tables/articles.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A category of goods, optionally below another. */
export async function buildGoodCategory(
  { store }: Services,
  more: Partial<typeof category.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    family: 'goods',
    chineseName: `商品分类 ${number}`,
    englishName: `Class ${number}`,
    position: number,
    ...more,
  }
  await store.scoped(SYSTEM).insert(category).values(row)
  return row
}

export const fixtures: Fixture[] = [
  {
    module: 'goods',
    row: ({ services }) => buildGood(services, { status: 'draft' }),
    rowFor: { withdraw: ({ services }) => buildGood(services) },
  },
  { module: 'good-categories', row: ({ services }) => buildGoodCategory(services) },
]
