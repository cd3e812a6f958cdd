import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { articleFamilies, coverModeNames } from '#shared/articles.ts'
import { valuesOf } from '#shared/choices.ts'
import { releaseNames } from '#shared/release.ts'
import { account, instant, officePath } from './offices.ts'
import { question } from './tickets.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Categories of a family of records, in the order that its owner chose. */
export const category = pgTable(
  'category',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    family: text().notNull(),
    /** One of the names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    position: integer().notNull(),
    /** The parent, in families that form a tree. */
    aboveId: text('parent_id').references((): AnyPgColumn => category.id),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    index('category_family').on(table.family, table.position),
    index('category_parent').on(table.aboveId),
    check('category_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
  ],
)

/** What the provider writes for farms to read; only the provider sees drafts. */
export const article = pgTable(
  'article',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    family: text({ enum: articleFamilies }).notNull(),
    /** Set if the product itself needs the article; it stays released. */
    key: text().unique(),
    categoryId: text('category_id').references(() => category.id, { onDelete: 'set null' }),
    /** One of the titles may be empty: then the article has no version in that language. */
    chineseTitle: text('chinese_title').notNull(),
    chineseSubtitle: text('chinese_subtitle').notNull(),
    /** HTML, sanitised when it was stored. */
    chineseContent: text('chinese_content').notNull(),
    chineseChangedAt: instant('chinese_changed_at').notNull().defaultNow(),
    englishTitle: text('english_title').notNull(),
    englishSubtitle: text('english_subtitle').notNull(),
    englishContent: text('english_content').notNull(),
    englishChangedAt: instant('english_changed_at').notNull().defaultNow(),
    /** The language it was written in; the other version is its translation. */
    original: text({ enum: ['zh-CN', 'en-US'] }).notNull(),
    coverMode: text('cover_mode', { enum: valuesOf(coverModeNames) }).notNull(),
    covers: text().array().notNull().default(sql`'{}'`),
    attachments: text().array().notNull().default(sql`'{}'`),
    /** Kinds of alarm it helps with. */
    faults: text().array().notNull().default(sql`'{}'`),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    /** When a draft releases itself. */
    releaseOn: instant('release_on'),
    releasedAt: instant('released_at'),
    reads: integer().notNull().default(0),
    likes: integer().notNull().default(0),
    /** Words of titles and text in both languages; the search reads them in `article_search`. */
    words: tsvector().notNull().default(sql`''::tsvector`),
    /** Who last wrote the text. */
    writerId: text('writer_id').references(() => account.id, { onDelete: 'set null' }),
    /** The question it was made from. */
    questionId: text('question_id').references(() => question.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    deletedAt: instant('deleted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [
    index('article_list').on(table.family, table.status, table.releasedAt),
    index('article_category').on(table.categoryId),
    index('article_faults').using('gin', table.faults),
    index('article_writer').on(table.writerId),
    uniqueIndex('article_question').on(table.questionId).where(sql`${table.deletedAt} is null`),
    check('article_named', sql`${table.chineseTitle} <> '' or ${table.englishTitle} <> ''`),
  ],
)

/** What articles are found by, kept by the database (`note_article_search`). */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: text('article_id')
      .primaryKey()
      .references(() => article.id, { onDelete: 'cascade' }),
    family: text({ enum: articleFamilies }).notNull(),
    isReleased: boolean('is_released').notNull(),
    words: tsvector().notNull(),
  },
  table => [index('article_search_words').using('gin', table.words)],
)

/** Earlier texts of an article, kept by the database (`note_article_version`). */
export const articleVersion = pgTable(
  'article_version',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    /** From 1 on. */
    number: integer().notNull(),
    officePath: officePath(),
    at: instant('at').notNull().defaultNow(),
    writerId: text('writer_id').references(() => account.id, { onDelete: 'set null' }),
    original: text({ enum: ['zh-CN', 'en-US'] }).notNull(),
    chineseTitle: text('chinese_title').notNull(),
    chineseSubtitle: text('chinese_subtitle').notNull(),
    chineseContent: text('chinese_content').notNull(),
    englishTitle: text('english_title').notNull(),
    englishSubtitle: text('english_subtitle').notNull(),
    englishContent: text('english_content').notNull(),
  },
  table => [
    primaryKey({ columns: [table.articleId, table.number] }),
    index('article_version_writer').on(table.writerId),
    index('article_version_scope').on(table.officePath),
  ],
)

/** A reader's view of an article. */
export const articleReading = pgTable(
  'article_reading',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => article.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    isLiked: boolean('is_liked').notNull().default(false),
    /** Null: no opinion given. */
    isHelpful: boolean('is_helpful'),
    /** When it was last opened. */
    readAt: instant('read_at'),
  },
  table => [
    primaryKey({ columns: [table.articleId, table.accountId] }),
    index('article_reading_account').on(table.accountId),
    index('article_reading_scope').on(table.officePath),
  ],
)
