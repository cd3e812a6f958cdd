import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Severity } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { account, instant } from './offices.ts'

/** What the gateway speaks or writes; the number to call is only in the person's account. */
export interface CallContent {
  language: Language
  level: Severity
  /** One or two sentences, in the language and units of the person called. */
  text: string
  /** How many messages it stands for; only the gravest is spoken. */
  messages: number
  /** When the gravest was written, ISO 8601. */
  at: string
}

/** Phone calls and texts waiting for the gateway; a row is deleted once handed over, or with its message. */
export const phoneCall = pgTable(
  'phone_call',
  {
    /** Id of the gravest message it tells: by it the gateway recognises repeats. */
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    content: jsonb().$type<CallContent>().notNull(),
    /** Number of tries, including the present one. */
    tries: integer().notNull().default(0),
    /** Time of the next try; during a try, when another process may take over from a dead one. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Nobody is called for it after this. */
    usefulUntil: instant('useful_until').notNull(),
  },
  table => [index('phone_call_due').on(table.dueAt), index('phone_call_account').on(table.accountId)],
)
