import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { MailTemplate } from '../../mail/templates.ts'
import { storedFile } from './jobs.ts'
import { instant } from './offices.ts'

/** Mails that wait to be handed to the mail server, and that were. What fills them is forgotten with their delivery. */
export const mail = pgTable(
  'mail',
  {
    id: text().primaryKey(),
    to: text('to_address').notNull(),
    language: text({ enum: ['zh-CN', 'en-US'] }).notNull(),
    template: text().$type<MailTemplate>().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    /** Values that open an account, sealed; see `sealed-values.ts`. */
    sealed: text(),
    /** A file that goes with it. */
    fileId: text('file_id').references(() => storedFile.id, { onDelete: 'set null' }),
    /** How often it was tried, this time included. */
    tries: integer().notNull().default(0),
    /** Next try; while one is under way, when another process may think that its own has died. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Later it is of no use to its reader. */
    usefulUntil: instant('useful_until').notNull(),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
    /** Why the last try failed. */
    problem: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    index('mail_due').on(table.dueAt).where(sql`sent_at is null and given_up_at is null`),
    index('mail_file').on(table.fileId).where(sql`file_id is not null`),
  ],
)
