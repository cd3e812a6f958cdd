import { type SQL, sql } from 'drizzle-orm'
import type { ArticleFamily } from '#shared/articles.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { searchFor, type Wanted } from '../../platform/rich-text/search-words.ts'

const titles = sql`${article.chineseTitle} || ' ' || ${article.englishTitle}`

/** Whether an article of these families contains all the typed words, in either language. */
export const isFound = (
  typed: string,
  families: readonly ArticleFamily[],
  { withDrafts = false } = {},
): SQL =>
  sql`${article.id} in (
    select articles_found(${searchFor(typed)}, ${sql.param([...families])}::text[], ${withDrafts}))`

/** Articles close to a question, for a join: `nearness` orders them, and a word in the title counts twice. */
export function near({ words, least }: Wanted, family: ArticleFamily) {
  const wanted = sql`${sql.param([...words])}::text[]`
  return {
    articles: sql`articles_near(${wanted}, ${least}, ${family}) as near`,
    isArticle: sql`near.article_id = ${article.id}`,
    nearness: sql`near.held + (select count(*) from unnest(${wanted}) w where strpos(lower(${titles}), w) > 0)`,
  }
}

/** Titles that contain the words as typed come first. */
export const saysInTitle = (pattern: string): SQL => sql`(${titles} ilike ${pattern}) desc`
