import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { cageType } from './tables/house-groups.ts'

/** Name of a cage system type in the reader's language, or the other where that one is missing. */
export const cageName = (language: Language): SQL<string> =>
  language === 'zh-CN'
    ? sql<string>`coalesce(nullif(${cageType.chineseName}, ''), ${cageType.englishName})`
    : sql<string>`coalesce(nullif(${cageType.englishName}, ''), ${cageType.chineseName})`
