import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { MailTemplate } from '../../mail/templates.ts'
import { storedFile } from './jobs.ts'
import { instant } from './offices.ts'

/** Mails waiting for the mail server, and sent ones. Their values are cleared on delivery. */
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
    /** A file to attach. */
    fileId: text('file_id').references(() => storedFile.id, { onDelete: 'set null' }),
    /** Number of tries, including the present one. */
    tries: integer().notNull().default(0),
    /** Time of the next try; during a try, when another process may take over from a dead one. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** After this it is of no use to its reader. */
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
