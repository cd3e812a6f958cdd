import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ArticleFamily } from '#shared/articles.ts'
import type { Article, ArticleRow } from '#shared/contracts/articles.ts'
import type { Db } from '../../platform/database/store.ts'
import { article, category } from '../../platform/database/tables/articles.ts'
import { deletionsOf } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'

/** The translation is older than its original. */
const isOutdated = sql<boolean>`(case when ${article.chineseTitle} = '' or ${article.englishTitle} = '' then false
  when ${article.original} = 'zh-CN' then ${article.englishChangedAt} < ${article.chineseChangedAt}
  else ${article.chineseChangedAt} < ${article.englishChangedAt} end)`

/** The columns of a list: never the text. */
const listed = {
  id: article.id,
  version: article.version,
  categoryId: article.categoryId,
  categoryChinese: category.chineseName,
  categoryEnglish: category.englishName,
  chineseTitle: article.chineseTitle,
  chineseSubtitle: article.chineseSubtitle,
  englishTitle: article.englishTitle,
  englishSubtitle: article.englishSubtitle,
  original: article.original,
  coverMode: article.coverMode,
  covers: article.covers,
  attachments: article.attachments,
  faults: article.faults,
  status: article.status,
  releaseOn: article.releaseOn,
  releasedAt: article.releasedAt,
  isOutdated,
  reads: article.reads,
  likes: article.likes,
  updatedAt: article.updatedAt,
  createdAt: article.createdAt,
}
const whole = {
  ...listed,
  chineseContent: article.chineseContent,
  englishContent: article.englishContent,
  chineseChangedAt: article.chineseChangedAt,
  englishChangedAt: article.englishChangedAt,
}

type Read = { categoryId: string | null; categoryChinese: string | null; categoryEnglish: string | null }

function shown<Row extends Read>({ categoryChinese, categoryEnglish, ...row }: Row) {
  const { categoryId: id } = row
  const dated = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return {
    ...Object.fromEntries(dated),
    category:
      id === null ? null : { id, chineseName: categoryChinese ?? '', englishName: categoryEnglish ?? '' },
  }
}

interface Page {
  condition: SQL | undefined
  order: SQL[]
  size: number
  skip: number
}

/** The operation history's name for the articles of a family. */
export const moduleOf = (family: ArticleFamily): string => `${family}-articles`

/** A page of a family's list, with the total; deleted articles say so. */
export async function listArticles(db: Db, family: ArticleFamily, { condition, order, size, skip }: Page) {
  const total = db.$count(article, condition)
  const rows = await db
    .select({ ...listed, officePath: article.officePath, deletedAt: article.deletedAt, total })
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(condition)
    .orderBy(...order)
    .limit(size)
    .offset(skip)
  const deletions = await deletionsOf(db, moduleOf(family), rows)
  const items = rows.map(({ officePath: _, deletedAt: __, ...row }) => ({
    ...(shown(row) as unknown as ArticleRow),
    deleted: deletions.get(row.id),
  }))
  return { rows, total, items }
}

/** An article with its text, of this family; a deleted one only where it can be restored. */
export async function findArticle(
  db: Db,
  family: ArticleFamily,
  id: string,
  { withDeleted = false } = {},
): Promise<Article> {
  const [row] = await db
    .select(whole)
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(
      and(
        eq(article.id, id),
        eq(article.family, family),
        withDeleted ? undefined : isNull(article.deletedAt),
      ),
    )
  if (!row) throw refuse.notFound()
  return shown(row) as unknown as Article
}
