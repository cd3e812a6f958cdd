import { desc, eq } from 'drizzle-orm'
import type { Statement } from '#shared/contracts/service-statement.ts'
import { STATEMENT_KEY, STATEMENT_VERSION, serviceStatement } from '#shared/service-statement.ts'
import { type Language, text } from '#shared/text.ts'
import { type Store, SYSTEM } from '../platform/database/store.ts'
import { article, articleVersion } from '../platform/database/tables/articles.ts'
import { refuse } from '../platform/http/errors.ts'
import { plainText } from '../platform/rich-text/clean-html.ts'

const unknown = text('服务声明已更新，请重新阅读', 'The service statement has changed. Please read it again')

/** The article's first text is the one that came with the product. */
const versionOf = (number: number): string =>
  number <= 1 ? STATEMENT_VERSION : `${STATEMENT_VERSION}.${number}`

/** Each block of clean HTML as a line of plain text. */
const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|h[1-6]|li|td|blockquote|aside)>|<br ?\/?>/)
    .map(plainText)
    .filter(Boolean)

async function newestText(store: Store) {
  const [row] = await store
    .scoped(SYSTEM)
    .select({
      number: articleVersion.number,
      chinese: articleVersion.chineseContent,
      english: articleVersion.englishContent,
    })
    .from(articleVersion)
    .innerJoin(article, eq(article.id, articleVersion.articleId))
    .where(eq(article.key, STATEMENT_KEY))
    .orderBy(desc(articleVersion.number))
    .limit(1)
  return row
}

/** The present statement: the provider's article, or the product's text if there is none. */
export async function statementNow(store: Store): Promise<Statement> {
  const row = await newestText(store)
  const [chinese, english] = [paragraphsOf(row?.chinese ?? ''), paragraphsOf(row?.english ?? '')]
  const own = (language: Language) => serviceStatement.map(paragraph => paragraph[language])
  const written = chinese.length + english.length > 0
  return {
    version: versionOf(row?.number ?? 1),
    texts: written
      ? {
          'zh-CN': chinese.length > 0 ? chinese : english,
          'en-US': english.length > 0 ? english : chinese,
        }
      : { 'zh-CN': own('zh-CN'), 'en-US': own('en-US') },
  }
}

/** Refuses a version that never existed. Earlier ones are fine: whoever agreed has read that one, and it is kept. */
export async function refuseUnknownStatement(store: Store, version: string): Promise<void> {
  const number = version === STATEMENT_VERSION ? 1 : Number(version.slice(STATEMENT_VERSION.length + 1))
  const newest = (await newestText(store))?.number ?? 1
  if (number > newest) throw refuse.invalid([{ field: 'statement', message: unknown }])
}
