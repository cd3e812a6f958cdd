import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  type DoubtAnswer,
  type ImportSummary,
  jobKinds,
  jobStates,
  type RowChange,
} from '#shared/contracts/jobs.ts'
import type { FileLayout, FileSheet } from '#shared/file-layout.ts'
import type { Grant } from '#shared/permissions.ts'
import { unitSystems } from '#shared/units.ts'
import type { Message } from '../../http/texts.ts'
import type { HistoryRow } from './histories.ts'
import { account, instant, officePath } from './offices.ts'

/** Long work somebody asked for: what, its progress and its result. Visible only to them, and deleted when it expires. */
export const job = pgTable(
  'job',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** The API token of the program that asked; null for a person. */
    programId: text('program_id'),
    kind: text({ enum: jobKinds }).notNull(),
    /** Module of the list. */
    list: text().notNull(),
    /** Present or next step: an import is checked, then written once its owner agrees. */
    step: text({ enum: ['export', 'check', 'write'] }).notNull(),
    state: text({ enum: jobStates }).notNull().default('waiting'),
    /** The request: filter and order of an export. */
    request: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Its operation history line as of the request; written, and cleared here, when the job is done. */
    told: jsonb().$type<HistoryRow>(),
    /** Language, units and zone of the person who asked. */
    language: text({ enum: ['zh-CN', 'en-US'] }).notNull(),
    units: text({ enum: unitSystems }).notNull().default('metric'),
    timeZone: text('time_zone').notNull(),
    done: integer().notNull().default(0),
    total: integer(),
    source: text(),
    /** Address its result is mailed to, if nobody waits at a screen. */
    mailTo: text('mail_to'),
    summary: jsonb().$type<ImportSummary>(),
    error: jsonb().$type<Message>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index('job_account').on(table.accountId, table.createdAt),
    index('job_expires').on(table.expiresAt),
  ],
)

/** What is wrong with a cell of an import, in the uploader's language. */
export interface StoredFault {
  /** Null: the row as a whole. */
  field: string | null
  reason: string
}

/** What somebody should look at again before a row is written, in the uploader's language. */
export interface StoredDoubt {
  field: string
  /** What is stored with the record once somebody says that it is right. */
  answer: string
  asks: string
}

/** What a row of an import does, if it may change a record. */
export interface StoredChange {
  kind: RowChange
  /** The value that identifies the record. */
  known: string
  /** Previous content of the changed cells, by field; null if empty. */
  was: Record<string, string | null>
  doubts?: StoredDoubt[]
  /** What somebody said of its doubts. */
  said?: DoubtAnswer
}

/** A row of an import, from its check until it is written or given up. */
export const jobRow = pgTable(
  'job_row',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    /** Row number as in Excel. */
    row: integer().notNull(),
    officePath: officePath(),
    /** Content of the cells, by field. */
    found: jsonb().$type<Record<string, string>>().notNull(),
    /** Parsed values, by field. */
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Null: the row can be written. */
    faults: jsonb().$type<StoredFault[]>(),
    /** Null if the import only adds. */
    change: jsonb().$type<StoredChange>(),
    /** Where the values stand in a file of another layout, by field; null in a file of ours. */
    cells: jsonb().$type<Record<string, string>>(),
  },
  table => [primaryKey({ columns: [table.jobId, table.row] })],
)

/** How an office last read a sheet with these titles, if it is not laid out as our template. */
export interface KeptLayout {
  sheet: FileSheet
  /** Houses chosen for a whole sheet, by its name; of readings, by the names in its column of houses. */
  houses: Record<string, string>
  dates: FileLayout['dates']
  bagKg: FileLayout['bagKg']
}
export const fileLayout = pgTable(
  'file_layout',
  {
    officePath: officePath(),
    /** Module of the list that it was imported to. */
    list: text().notNull(),
    /** Fingerprint of the titles. */
    titles: text().notNull(),
    kept: jsonb().$type<KeptLayout>().notNull(),
  },
  table => [primaryKey({ columns: [table.officePath, table.list, table.titles] })],
)

/** A file in the data folder, under its id. */
export const storedFile = pgTable(
  'stored_file',
  {
    id: text().primaryKey(),
    /** Null: it belongs to the office itself. */
    accountId: text('account_id').references(() => account.id, { onDelete: 'cascade' }),
    officePath: officePath(),
    /** Null for a file that no job made, such as a template. */
    jobId: text('job_id').references(() => job.id, { onDelete: 'set null' }),
    /**
     * upload: what an import reads, never served. avatar: a person's picture, served wherever they are named. logo: of an
     * organisation, public. people: a picture or attachment that somebody sent for a record.
     */
    purpose: text({ enum: ['result', 'upload', 'avatar', 'logo', 'people'] }).notNull(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    /** All grants needed to fetch it: a file may show several things. */
    needs: text().array().$type<Grant[]>().notNull(),
    /** What its maker saw: it is not served to anybody who sees less now. */
    scopeLo: text('scope_lo').notNull(),
    scopeFarm: text('scope_farm').notNull(),
    scopeCustomers: text('scope_customers').notNull().default('all'),
    /** Customers in that scope that shared their farm data with offices above them. */
    shared: text().array().notNull(),
    /** Customers they saw because their own department looks after them; empty if they saw all. */
    inCare: text('in_care').array().notNull().default(sql`'{}'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** For files of people: the record it belongs to; null while only its sender may see it. */
    attachedTo: text('attached_to'),
    /** Grants of which any one shows it, as for the record. */
    access: text().array().$type<Grant[]>().notNull().default(sql`'{}'`),
    /** Its record is released: every office below may see it, and its pictures are public. */
    isReleased: boolean('is_released').notNull().default(false),
    /** A thumbnail is stored too. */
    hasSmall: boolean('has_small').notNull().default(false),
  },
  table => [
    index('stored_file_job').on(table.jobId),
    index('stored_file_expires').on(table.expiresAt),
    index('stored_file_attached').on(table.attachedTo).where(sql`attached_to is not null`),
    index('stored_file_loose').on(table.accountId).where(sql`purpose = 'people'`),
    index('stored_file_loose_office')
      .on(table.officePath)
      .where(sql`purpose = 'people' and attached_to is null`),
  ],
)

export type JobRow = typeof job.$inferSelect
