import { type ArticleFamily, articleFamilies, sortedFamilies } from '#shared/articles.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { article, category } from '../../platform/database/tables/articles.ts'
import { searchWords } from '../../platform/rich-text/search-words.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A released article in both languages, of the provider by default. */
export async function buildArticle(
  { store }: Services,
  family: ArticleFamily,
  more: Partial<typeof article.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    family,
    chineseTitle: `文章 ${number}`,
    chineseSubtitle: '',
    chineseContent: '<p>鸡舍</p>',
    englishTitle: `Article ${number}`,
    englishSubtitle: '',
    englishContent: '<p>House</p>',
    original: 'zh-CN' as const,
    coverMode: 'none' as const,
    status: 'released' as const,
    releasedAt: new Date(),
    ...more,
  }
  const words = searchWords(
    `${row.chineseTitle} ${row.englishTitle} ${row.chineseContent} ${row.englishContent}`,
  )
  await store
    .scoped(SYSTEM)
    .insert(article)
    .values({ ...row, words } as never)
  return row
}

/** A category of the provider. */
export async function buildCategory(
  { store }: Services,
  family: string,
  more: Partial<typeof category.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    family,
    chineseName: `分类 ${number}`,
    englishName: `Category ${number}`,
    position: 0,
    ...more,
  }
  await store.scoped(SYSTEM).insert(category).values(row)
  return row
}

export const fixtures: Fixture[] = [
  ...articleFamilies.flatMap((family): Fixture[] => [
    {
      module: `${family}-articles`,
      row: ({ services }) => buildArticle(services, family, { status: 'draft' }),
      rowFor: { withdraw: ({ services }) => buildArticle(services, family) },
    },
    { module: `${family}-reading`, row: ({ services }) => buildArticle(services, family) },
  ]),
  ...sortedFamilies.map(
    (family): Fixture => ({
      module: `${family}-categories`,
      row: ({ services }) => buildCategory(services, family),
    }),
  ),
]
