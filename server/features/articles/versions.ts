import { and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { ArticleFamily } from '#shared/articles.ts'
import type { Article, ArticleTexts, articles, KeptVersion } from '#shared/contracts/articles.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { articleVersion } from '../../platform/database/tables/articles.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { filesIn } from '../../platform/rich-text/clean-html.ts'
import { findArticle } from './article-rows.ts'

/** Number of versions listed. */
const MOST = 200

const says = { number: text('该版本不存在', 'This version does not exist') }

const { chineseTitle, chineseSubtitle, chineseContent, englishTitle, englishSubtitle, englishContent } =
  articleVersion
const texts = { chineseTitle, chineseSubtitle, chineseContent, englishTitle, englishSubtitle, englishContent }

async function listVersions(db: Db, articleId: string): Promise<KeptVersion[]> {
  const differs = (said: SQL) =>
    sql<boolean>`${said} is distinct from lag(${said}) over (order by ${articleVersion.number})`
  const kept = db.$with('kept').as(
    db
      .select({
        number: articleVersion.number,
        at: articleVersion.at,
        writerId: articleVersion.writerId,
        chinese: differs(sql`array[${chineseTitle}, ${chineseSubtitle}, ${chineseContent}]`).as('chinese'),
        english: differs(sql`array[${englishTitle}, ${englishSubtitle}, ${englishContent}]`).as('english'),
        hasChinese: sql<boolean>`${chineseTitle} <> ''`.as('has_chinese'),
        hasEnglish: sql<boolean>`${englishTitle} <> ''`.as('has_english'),
      })
      .from(articleVersion)
      .where(eq(articleVersion.articleId, articleId)),
  )
  const rows = await db
    .with(kept)
    .select({
      number: kept.number,
      at: kept.at,
      chinese: kept.chinese,
      english: kept.english,
      hasChinese: kept.hasChinese,
      hasEnglish: kept.hasEnglish,
      by: account.actualName,
    })
    .from(kept)
    .leftJoin(account, eq(account.id, kept.writerId))
    .orderBy(desc(kept.number))
    .limit(MOST)
  // The first has no predecessor: all of it counts as changed.
  return rows.map(({ number, at, by, chinese, english, hasChinese, hasEnglish }) => ({
    number,
    at: at.toISOString(),
    by,
    changed: [
      ...(chinese && (number > 1 || hasChinese) ? ['zh-CN' as const] : []),
      ...(english && (number > 1 || hasEnglish) ? ['en-US' as const] : []),
    ],
  }))
}

async function textsOf(db: Db, articleId: string, number: number): Promise<ArticleTexts | null> {
  const [row] = await db
    .select(texts)
    .from(articleVersion)
    .where(and(eq(articleVersion.articleId, articleId), eq(articleVersion.number, number)))
  return row ?? null
}

/** Fails with the field if the article has no such version. */
export async function keptTexts(db: Db, articleId: string, number: number): Promise<ArticleTexts> {
  const kept = await textsOf(db, articleId, number)
  if (!kept) throw refuse.invalid([{ field: 'number', message: says.number }])
  return kept
}

/** Pictures and videos in any version of an article that it still has, so that a restored text shows them again. */
export async function filesOfVersions(db: Db, articleId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select f.id from stored_file f where f.attached_to = ${articleId} and f.id in (
      select (regexp_matches(v.chinese_content || v.english_content, '<(?:img|video) src="/files/([0-9a-z]{20})"', 'g'))[1]
      from article_version v where v.article_id = ${articleId})`)
  return rows.map(({ id }) => id)
}

type Shown = Pick<Article, 'id' | 'covers' | 'attachments' | 'chineseContent' | 'englishContent'>

/** Files that a released article no longer shows, or never did, are for its editors only. */
export async function hideEarlierFiles(
  db: Db,
  { id, covers, attachments, chineseContent, englishContent }: Shown,
): Promise<void> {
  const inText = filesIn(chineseContent, englishContent).flatMap(({ ids }) => ids)
  const shown = [...covers, ...attachments, ...inText]
  await db
    .update(storedFile)
    .set({ isReleased: false })
    .where(and(eq(storedFile.attachedTo, id), notInArray(storedFile.id, shown)))
}

type Family = (typeof articles)[ArticleFamily]
type Changing = ChangingCall & { params: { id: string } }
interface Engine {
  open: (call: Changing) => Promise<Article>
  /** Writes these texts as a change of the article. */
  rewrite: (call: Changing, row: Article, texts: ArticleTexts) => Promise<Article>
}

/** The versions of a family's articles: to look at, to compare, to restore. */
export const versionsOf = (family: ArticleFamily, { open, rewrite }: Engine) => ({
  versions: async ({ db, params }: Call<Family['versions']>) => {
    const { id } = await findArticle(db, family, params.id)
    return listVersions(db, id)
  },
  texts: async ({ db, params, query }: Call<Family['texts']>) => {
    const { id } = await findArticle(db, family, params.id)
    const now = await keptTexts(db, id, query.number)
    return { now, before: await textsOf(db, id, query.number - 1) }
  },
  restoreVersion: async (call: Call<Family['restoreVersion']>): Promise<Article> => {
    const { db, body } = call
    const row = await open(call)
    if (body.version !== row.version) throw refuse.conflict({ yours: null, current: row })
    return rewrite(call, row, await keptTexts(db, row.id, body.number))
  },
})
