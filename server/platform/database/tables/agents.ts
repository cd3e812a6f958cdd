import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { agentStates } from '#shared/agents.ts'
import { valuesOf } from '#shared/choices.ts'
import { releaseNames } from '#shared/release.ts'
import { category } from './articles.ts'
import { account, instant, officePath } from './offices.ts'
import { ticketColumns } from './ticket-columns.ts'

/**
 * An office's application to be an agent, and its outcome: one row per office, reused when it applies again. The last day
 * of its rights is stored on the office (`agent_ends_on`).
 */
export const agency = pgTable(
  'agency',
  {
    ...ticketColumns(),
    state: text({ enum: agentStates }).notNull().default('pending'),
    region: text().notNull(),
    phone: text().notNull(),
    about: text().notNull(),
    territory: text().notNull().default(''),
    /** Why it was refused or revoked. */
    reason: text().notNull().default(''),
    /** The agreed version of the service statement. */
    statement: text().notNull().default(''),
  },
  table => [
    uniqueIndex('agency_office').on(table.officeId),
    index('agency_scope').on(table.officePath),
    index('agency_waiting').on(table.waitsSince).where(sql`${table.waitsSince} is not null`),
    index('agency_author').on(table.authorId),
  ],
)

/** What the provider gives its agents to read; only the provider sees drafts. */
export const agentMaterial = pgTable(
  'agent_material',
  {
    id: text().primaryKey(),
    officePath: officePath(),
    categoryId: text('category_id').references(() => category.id, { onDelete: 'set null' }),
    /** One of the names may be empty. */
    chineseName: text('chinese_name').notNull(),
    englishName: text('english_name').notNull(),
    chineseNote: text('chinese_note').notNull(),
    englishNote: text('english_note').notNull(),
    /** The name of this edition. */
    edition: text().notNull(),
    files: text().array().notNull().default([]),
    status: text({ enum: valuesOf(releaseNames) })
      .notNull()
      .default('draft'),
    releasedAt: instant('released_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [
    check('agent_material_named', sql`${table.chineseName} <> '' or ${table.englishName} <> ''`),
    index('agent_material_list').on(table.status, table.updatedAt),
    index('agent_material_category').on(table.categoryId),
  ],
)

/** Who has which material, in the version they last opened. */
export const agentMaterialReading = pgTable(
  'agent_material_reading',
  {
    materialId: text('material_id')
      .notNull()
      .references(() => agentMaterial.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    edition: text().notNull(),
    readAt: instant('read_at').notNull().defaultNow(),
  },
  table => [
    primaryKey({ columns: [table.materialId, table.accountId] }),
    index('agent_material_reading_account').on(table.accountId),
    index('agent_material_reading_scope').on(table.officePath),
  ],
)
