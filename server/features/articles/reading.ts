import { and, arrayContains, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type ArticleFamily, minutesOf } from '#shared/articles.ts'
import { type Card, articleReading as contracts } from '#shared/contracts/article-reading.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { article, articleReading, category } from '../../platform/database/tables/articles.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, skipped, totalOf } from '../../platform/http/lists.ts'
import { wantedBy } from '../../platform/rich-text/search-words.ts'
import type { Services } from '../../platform/services.ts'
import { isFound, near, saysInTitle } from './found.ts'

type Endpoints = (typeof contracts)[ArticleFamily]

/** Maximum number of related articles. */
const RELATED = 4

/** The version in a language, or else the other one: its language and its parts. */
export function versionIn(language: Language) {
  const [own, other]: [Language, Language] = language === 'zh-CN' ? ['zh-CN', 'en-US'] : ['en-US', 'zh-CN']
  const partsOf = (of: Language) =>
    of === 'zh-CN'
      ? { title: article.chineseTitle, subtitle: article.chineseSubtitle, content: article.chineseContent }
      : { title: article.englishTitle, subtitle: article.englishSubtitle, content: article.englishContent }
  const has = sql`${partsOf(own).title} <> ''`
  const either = (part: 'title' | 'subtitle' | 'content') =>
    sql<string>`case when ${has} then ${partsOf(own)[part]} else ${partsOf(other)[part]} end`
  return {
    language: sql<Language>`case when ${has} then ${own} else ${other} end`,
    title: either('title'),
    subtitle: either('subtitle'),
    content: either('content'),
    length: sql<number>`length(${either('content')})`,
  }
}

const cardIn = (language: Language) => {
  const { content: _, ...version } = versionIn(language)
  return {
    ...version,
    id: article.id,
    categoryId: article.categoryId,
    categoryName: sql<
      string | null
    >`case when ${category.id} is not null then ${nameIn(language, category)} end`,
    coverMode: article.coverMode,
    covers: article.covers,
    releasedAt: article.releasedAt,
    reads: article.reads,
    likes: article.likes,
  }
}

interface CardRow {
  id: string
  title: string
  subtitle: string
  language: Language
  length: number
  categoryId: string | null
  categoryName: string | null
  coverMode: Card['coverMode']
  covers: string[]
  releasedAt: Date | null
  reads: number
  likes: number
}

function cardOf({ categoryId, categoryName, length, releasedAt, ...row }: CardRow): Card {
  return {
    ...row,
    category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
    releasedAt: (releasedAt ?? new Date(0)).toISOString(),
    minutes: minutesOf(length, row.language),
  }
}

/** What farms may read of a family; not even drafts of the viewer's own office. */
const readable = (family: ArticleFamily) => and(eq(article.family, family), eq(article.status, 'released'))

const cards = (db: Db, language: Language, condition: SQL | undefined, order: SQL[], most: number) =>
  db
    .select(cardIn(language))
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .where(condition)
    .orderBy(...order)
    .limit(most)

const otherOf = ({ id, title, length, language }: CardRow) => ({
  id,
  title,
  minutes: minutesOf(length, language),
})

/** The most read of the same category, and the next ones in its list. */
async function beside(db: Db, family: ArticleFamily, language: Language, row: CardRow) {
  const near =
    row.categoryId === null ? readable(family) : and(readable(family), eq(article.categoryId, row.categoryId))
  const others = and(near, ne(article.id, row.id))
  const order = [desc(article.reads), desc(article.releasedAt), asc(article.id)]
  const later = and(near, sql`(${article.releasedAt}, ${article.id}) < (${row.releasedAt}, ${row.id})`)
  const [related, [next]] = await Promise.all([
    cards(db, language, others, order, RELATED),
    cards(db, language, later, [desc(article.releasedAt), desc(article.id)], 1),
  ])
  return { related: related.map(otherOf), next: next ? otherOf(next) : null }
}

const idOf = (articleId: string, { accountId }: Viewer) =>
  and(eq(articleReading.articleId, articleId), eq(articleReading.accountId, accountId))

/** Fails if the viewer may not read it. */
async function findReadable(db: Db, family: ArticleFamily, id: string): Promise<void> {
  if ((await db.$count(article, and(readable(family), eq(article.id, id)))) === 0) throw refuse.notFound()
}

/** The cards of a page, the best found or the newest first. */
async function listReleased(family: ArticleFamily, { db, query, language }: Call<Endpoints['list']>) {
  const { search, categoryId, fault, like } = query
  const wanted = like ? wantedBy(like) : undefined
  if (wanted === null) return { total: 0, items: [] }
  const nearest = like && wanted ? near(like, wanted, family) : undefined
  const condition = and(
    readable(family),
    search ? isFound(search, [family]) : undefined,
    categoryId ? eq(article.categoryId, categoryId) : undefined,
    fault ? arrayContains(article.faults, [fault]) : undefined,
  )
  const isNear = nearest && sql`${article.id} in (select article_id from ${nearest.articles})`
  const total = db.$count(article, and(condition, isNear))
  const first = [
    ...(nearest ? [sql`${nearest.nearness} desc`] : []),
    ...(search ? [saysInTitle(anywhere(search))] : []),
  ]
  // The page is found first, so that cards are not computed for all matches.
  const all = db.select({ id: article.id, total }).from(article).$dynamic()
  const picked = await (nearest ? all.innerJoin(nearest.articles, nearest.isArticle) : all)
    .where(condition)
    .orderBy(...first, desc(article.releasedAt), desc(article.id))
    .limit(query.size)
    .offset(skipped(query))
  const ids = picked.map(({ id }) => id)
  const shown = ids.length > 0 ? await cards(db, language, inArray(article.id, ids), [], ids.length) : []
  const byId = new Map(shown.map(row => [row.id, row]))
  return {
    total: await totalOf(picked, total),
    items: ids.flatMap(id => byId.get(id) ?? []).map(cardOf),
  }
}

/** An article with the reader's own opinion and what to read next. */
async function readReleased(
  family: ArticleFamily,
  { db, params, query, language, viewer }: Call<Endpoints['read']>,
) {
  const wanted = query.language ?? language
  const [row] = await db
    .select({
      ...cardIn(wanted),
      content: versionIn(wanted).content,
      attachments: article.attachments,
      original: article.original,
      hasChinese: sql<boolean>`${article.chineseTitle} <> ''`,
      hasEnglish: sql<boolean>`${article.englishTitle} <> ''`,
      chineseChangedAt: article.chineseChangedAt,
      englishChangedAt: article.englishChangedAt,
      isLiked: articleReading.isLiked,
      isHelpful: articleReading.isHelpful,
    })
    .from(article)
    .leftJoin(category, eq(category.id, article.categoryId))
    .leftJoin(articleReading, and(eq(articleReading.articleId, article.id), idOf(params.id, viewer)))
    .where(and(readable(family), eq(article.id, params.id)))
  if (!row) throw refuse.notFound()
  const { content, attachments, original, hasChinese, hasEnglish, isLiked, isHelpful, ...card } = row
  const { chineseChangedAt, englishChangedAt, ...shown } = card
  const changed = { 'zh-CN': chineseChangedAt, 'en-US': englishChangedAt }
  const isOld = row.language !== original && changed[row.language] < changed[original]
  return {
    ...cardOf(shown),
    content,
    attachments,
    languages: [...(hasChinese ? ['zh-CN' as const] : []), ...(hasEnglish ? ['en-US' as const] : [])],
    originalChangedAt: isOld ? changed[original].toISOString() : null,
    isLiked: isLiked ?? false,
    isHelpful: isHelpful ?? null,
    ...(await beside(db, family, wanted, shown)),
  }
}

type Noted = { isLiked?: boolean; isHelpful?: boolean | null; readAt?: SQL }
interface Noting {
  services: Services
  viewer: Viewer
}

/** Stores a reader's opinion. The article is the provider's, so the server itself updates its counts. */
async function note({ services, viewer }: Noting, articleId: string, noted: Noted): Promise<void> {
  const db = services.store.scoped(SYSTEM)
  const { accountId, officePath } = viewer
  await db
    .insert(articleReading)
    .values({ articleId, accountId, officePath, ...noted })
    .onConflictDoUpdate({
      target: [articleReading.articleId, articleReading.accountId],
      set: { officePath, ...noted },
    })
  const likes = sql`(select count(*)::int from article_reading r where r.article_id = ${articleId} and r.is_liked)`
  if (noted.isLiked !== undefined) await db.update(article).set({ likes }).where(eq(article.id, articleId))
}

/** Farms' side of a family: list, reading page, opinion. */
export function readingFeature(family: ArticleFamily) {
  return feature(`${family}-reading`, contracts[family], {
    list: call => listReleased(family, call),
    categories: async ({ db, language }) => {
      const articles = sql<number>`(select count(*)::int from ${article}
        where ${article}.category_id = ${category}.id and ${article}.status = 'released')`
      const rows = await db
        .select({ id: category.id, name: nameIn(language, category), articles })
        .from(category)
        .where(eq(category.family, family))
        .orderBy(category.position, category.id)
      return rows.filter(row => row.articles > 0)
    },
    read: call => readReleased(family, call),
    opened: async call => {
      const { db, params, viewer, services } = call
      await findReadable(db, family, params.id)
      const system = services.store.scoped(SYSTEM)
      const today = await system.$count(
        articleReading,
        and(idOf(params.id, viewer), sql`${articleReading.readAt} > now() - interval '1 hour'`),
      )
      // Coming back within the hour counts as the same reading.
      if (today > 0) return null
      await note(call, params.id, { readAt: sql`now()` })
      await system
        .update(article)
        .set({ reads: sql`${article.reads} + 1` })
        .where(eq(article.id, params.id))
      return null
    },
    rate: async call => {
      const { db, params, body, viewer, services } = call
      await findReadable(db, family, params.id)
      const { isLiked, isHelpful } = body
      await note(call, params.id, {
        ...(isLiked !== undefined && { isLiked }),
        ...(isHelpful !== undefined && { isHelpful }),
      })
      const [now] = await services.store
        .scoped(SYSTEM)
        .select({
          isLiked: articleReading.isLiked,
          isHelpful: articleReading.isHelpful,
          likes: article.likes,
        })
        .from(articleReading)
        .innerJoin(article, eq(article.id, articleReading.articleId))
        .where(idOf(params.id, viewer))
      if (!now) throw refuse.notFound()
      return now
    },
  })
}
