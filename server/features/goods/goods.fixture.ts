import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { searchMiss, searchSynonym } from '../../platform/database/tables/search.ts'
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

/** A group of synonyms, of the provider by default. */
export async function buildSynonym(
  { store }: Services,
  more: Partial<typeof searchSynonym.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    chineseWords: `同义 ${++built}、近义 ${built}`,
    englishWords: '',
    ...more,
  }
  await store.scoped(SYSTEM).insert(searchSynonym).values(row)
  return row
}

/** A search that found nothing. */
export async function buildMiss({ store }: Services, more: Partial<typeof searchMiss.$inferInsert> = {}) {
  const row = { id: newId(), officePath: ROOT_PATH, words: `xylophone ${++built}`, ...more }
  await store.scoped(SYSTEM).insert(searchMiss).values(row)
  return row
}

export const fixtures: Fixture[] = [
  {
    module: 'goods',
    row: ({ services }) => buildGood(services, { status: 'draft' }),
    rowFor: { withdraw: ({ services }) => buildGood(services) },
  },
  { module: 'search-synonyms', row: ({ services }) => buildSynonym(services) },
  { module: 'search-misses', row: ({ services }) => buildMiss(services) },
  { module: 'good-categories', row: ({ services }) => buildGoodCategory(services) },
]
