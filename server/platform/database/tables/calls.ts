import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Severity } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { account, instant } from './offices.ts'

/** What the gateway speaks or writes; whom it calls stands in their account alone. */
export interface CallContent {
  language: Language
  level: Severity
  /** One or two sentences, in the language and units of who is called. */
  text: string
  /** How many messages it stands for; the gravest is told. */
  messages: number
  /** When the gravest was written, ISO 8601. */
  at: string
}

/** Phone calls and text messages that wait to be handed to the gateway; a row ends with that, or with what it was for. */
export const phoneCall = pgTable(
  'phone_call',
  {
    /** Of the gravest message it tells of: the gateway tells a repeat from a new one by it. */
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    content: jsonb().$type<CallContent>().notNull(),
    /** How often it was tried, this time included. */
    tries: integer().notNull().default(0),
    /** Next try; while one is under way, when another process may think that its own has died. */
    dueAt: instant('due_at').notNull().defaultNow(),
    /** Later nobody is rung up for it any more. */
    usefulUntil: instant('useful_until').notNull(),
  },
  table => [index('phone_call_due').on(table.dueAt), index('phone_call_account').on(table.accountId)],
)
