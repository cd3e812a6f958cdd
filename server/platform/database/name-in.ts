import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Language } from '#shared/text.ts'

/** The name that staff gave in the reader's language; the other one if it is missing. */
export function nameIn(
  language: Language,
  { chineseName, englishName }: { chineseName: PgColumn; englishName: PgColumn },
): SQL<string> {
  const [first, second] = language === 'zh-CN' ? [chineseName, englishName] : [englishName, chineseName]
  return sql<string>`coalesce(nullif(${first}, ''), ${second})`
}
