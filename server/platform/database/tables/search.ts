import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, officePath, path } from './offices.ts'

/** Words that mean the same when goods and articles are searched. */
export const searchSynonym = pgTable(
  'search_synonym',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    /** Separated by commas of either language, semicolons, slashes or lines. */
    chineseWords: text('chinese_words').notNull().default(''),
    englishWords: text('english_words').notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    index('search_synonym_scope').on(table.officePath),
    check('search_synonym_words', sql`${table.chineseWords} <> '' or ${table.englishWords} <> ''`),
  ],
)

/** These words one by one, as they are compared; written by the database. */
export const searchTerm = pgTable(
  'search_term',
  {
    term: path('term').notNull(),
    synonymId: text('synonym_id')
      .notNull()
      .references(() => searchSynonym.id, { onDelete: 'cascade' }),
  },
  table => [
    primaryKey({ columns: [table.term, table.synonymId] }),
    index('search_term_of').on(table.synonymId),
  ],
)

/** What buyers searched for without finding anything. */
export const searchMiss = pgTable(
  'search_miss',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    words: text().notNull(),
    times: integer().notNull().default(1),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  table => [
    unique('search_miss_words').on(table.words),
    index('search_miss_list').on(table.officePath, table.times, table.lastAt),
  ],
)
