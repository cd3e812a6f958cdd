import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RolePermission } from '#shared/permissions.ts'
import { account, instant, officePath } from './offices.ts'

const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

/** Lets a program call in its owner's name, with fewer rights. Only the token's SHA-256 is stored. */
export const apiToken = pgTable(
  'api_token',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    officePath: officePath(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    permissions: jsonb().$type<RolePermission[]>().notNull(),
    /** Token of a wall display: it opens only the data screen, and no person is behind it. */
    isWall: boolean('is_wall').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    uniqueIndex('api_token_hash').on(table.tokenHash),
    index('api_token_account').on(table.accountId),
  ],
)

/** What a person signs in with besides the password: an authenticator app, or passkeys. */
export const secondFactor = pgTable(
  'second_factor',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    officePath: officePath(),
    kind: text({ enum: ['totp', 'passkey'] }).notNull(),
    name: text().notNull(),
    /** Of the app, encrypted. */
    secret: text(),
    /** For the app: 30 s step of the last accepted code, so that none is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    credentialId: text('credential_id'),
    /** For a passkey, in base64url. */
    publicKey: text('public_key'),
    counter: bigint({ mode: 'number' }),
    transports: text().array(),
    /** Null until a first code has proved that the app has the secret. */
    confirmedAt: instant('confirmed_at'),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  table => [
    check('second_factor_kind', sql`${table.kind} in ('totp', 'passkey')`),
    index('second_factor_account').on(table.accountId),
    uniqueIndex('second_factor_totp').on(table.accountId).where(sql`kind = 'totp'`),
    uniqueIndex('second_factor_credential').on(table.credentialId),
  ],
)

/** For people who lost app and passkeys; each works once. Only a keyed hash is stored. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: accountId(),
    officePath: officePath(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  table => [primaryKey({ columns: [table.accountId, table.codeHash] })],
)

/** A challenge for a passkey to sign, once. */
export const passkeyChallenge = pgTable('passkey_challenge', {
  challenge: text().primaryKey(),
  accountId: accountId(),
  officePath: officePath(),
  purpose: text({ enum: ['add', 'sign in'] }).notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** A new e-mail address of an account, until the mailed link is opened; only the latest counts. */
export const emailChange = pgTable(
  'email_change',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    officePath: officePath(),
    email: text().notNull(),
    /** SHA-256 of the mailed token. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
  },
  table => [index('email_change_account').on(table.accountId, table.createdAt)],
)
