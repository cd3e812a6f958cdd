import { sql } from 'drizzle-orm'
import type { SortedFamily } from '#shared/articles.ts'
import { articleCategories } from '#shared/contracts/articles.ts'
import { article, category } from '../../platform/database/tables/articles.ts'
import { categoriesOf } from '../../platform/records/categories.ts'

const articlesIn = sql<number>`(select count(*)::int from ${article}
  where ${article}.category_id = ${category}.id and ${article}.deleted_at is null)`

/** The categories of a family of articles. */
export const sortingFeature = (family: SortedFamily) =>
  categoriesOf({
    name: `${family}-categories`,
    family,
    contract: articleCategories[family],
    records: articlesIn,
  })
