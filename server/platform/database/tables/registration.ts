import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Application } from '#shared/contracts/registration.ts'
import { account, instant, office } from './offices.ts'

export type ApplicationForm = Omit<Application, 'password' | 'statement'>

/** Applications for a trial: until the address is confirmed, and later as a record of what was agreed to. */
export const application = pgTable(
  'application',
  {
    id: text().primaryKey(),
    emailKey: text('email_key').notNull(),
    /** Network address, as precise as limits distinguish addresses. */
    addressKey: text('address_key').notNull(),
    /** SHA-256 of the mailed token; null if the address already has an account. */
    tokenHash: text('token_hash').unique(),
    form: jsonb().$type<ApplicationForm>().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Version of the service statement. */
    statement: text().notNull(),
    language: text({ enum: ['zh-CN', 'en-US'] }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    officeId: text('office_id').references(() => office.id, { onDelete: 'set null' }),
  },
  table => [
    index('application_email').on(table.emailKey, table.createdAt),
    index('application_address').on(table.addressKey, table.createdAt),
  ],
)

/** Who asked for a new password, for the limits; kept a day. */
export const passwordRequest = pgTable(
  'password_request',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    emailKey: text('email_key').notNull(),
    addressKey: text('address_key').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  table => [index('password_request_at').on(table.at)],
)

/** Whom a refusal told that a login id or device code is taken, for the limit; kept an hour. */
export const takenTold = pgTable(
  'taken_told',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().defaultNow(),
  },
  table => [index('taken_told_account').on(table.accountId, table.at)],
)
