import { type SQL, sql } from 'drizzle-orm'
import type { ArticleFamily } from '#shared/articles.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { plainly, searchFor, type Wanted } from '../../platform/rich-text/search-words.ts'

const titles = sql`${article.chineseTitle} || ' ' || ${article.englishTitle}`

/** Whether an article of these families contains all the typed words, in either language. */
export const isFound = (
  typed: string,
  families: readonly ArticleFamily[],
  { withDrafts = false } = {},
): SQL =>
  sql`${article.id} in (
    select articles_found(${searchFor(typed)}, ${sql.param([...families])}::text[], ${withDrafts}))`

/** How much of a title's spelling must be in what was typed, 0 to 1: a mistake or two in a word. */
const SPELT = 0.5

/**
 * Articles close to a question, for a join: with enough of its words, or with a title that is nearly spelt like it.
 * `nearness` orders them, and a word in the title counts twice.
 */
export function near(typed: string, { words, least }: Wanted, family: ArticleFamily) {
  const wanted = sql`${sql.param([...words])}::text[]`
  const plain = plainly(typed).toLowerCase()
  return {
    articles: sql`(select article_id, max(held) as held from (
      select article_id, held from articles_near(${wanted}, ${least}, ${family})
      union all select a.id, 1 from article a where a.family = ${family} and a.status = 'released'
        and word_similarity(${plain}, lower(a.chinese_title || ' ' || a.english_title)) >= ${SPELT}) found
      group by article_id) as near`,
    isArticle: sql`near.article_id = ${article.id}`,
    nearness: sql`near.held + (select count(*) from unnest(${wanted}) w where strpos(lower(${titles}), w) > 0)`,
  }
}

/** Titles that contain the words as typed come first. */
export const saysInTitle = (pattern: string): SQL => sql`(${titles} ilike ${pattern}) desc`
