import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/text.ts'

/** What staff name in both languages, in the reader's; the other name where that one is missing. */
export function nameIn(
  language: Language,
  { chineseName, englishName }: { chineseName: PgColumn; englishName: PgColumn },
): SQL<string> {
  const [first, second] = language === 'zh-CN' ? [chineseName, englishName] : [englishName, chineseName]
  return sql<string>`coalesce(nullif(${first}, ''), ${second})`
}
