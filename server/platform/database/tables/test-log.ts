import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { account, farmPath, instant, officePath } from './offices.ts'

/** Keys that sign the log of tests. A retired one keeps its public part only: what it signed can still be verified. */
export const signingKey = pgTable(
  'signing_key',
  {
    /** Fingerprint of the public key. */
    id: text().primaryKey(),
    /** Ed25519, SPKI, base64. */
    publicKey: text('public_key').notNull(),
    /** The private key, encrypted with APP_SECRET; null once it is retired. */
    sealedKey: text('sealed_key'),
    fromAt: instant('from_at').notNull().defaultNow(),
    untilAt: instant('until_at'),
  },
  () => [uniqueIndex('signing_key_current').on(sql`(until_at is null)`).where(sql`until_at is null`)],
)

/**
 * Entries of the customers' logs of tests, only ever added. Everything an entry says is in its text, which is signed; the
 * other columns are read off it by the database.
 */
export const testEntry = pgTable(
  'test_entry',
  {
    /** SHA-256 of text, key and signature, hex: the next entry of the log contains it. */
    hash: text().primaryKey(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    /** JSON of `TestRecord` in `shared/test-log.ts`, as it was signed. */
    payload: text().notNull(),
    /** Ed25519 over the text, base64. */
    signature: text().notNull(),
    keyId: text('key_id').notNull(),
    /** Id of the customer's office: each has a log of its own, counted from 1. */
    log: text().generatedAlwaysAs(sql`payload::jsonb ->> 'log'`),
    number: integer().generatedAlwaysAs(sql`(payload::jsonb ->> 'number')::integer`),
    previous: text().generatedAlwaysAs(sql`payload::jsonb ->> 'previous'`),
    code: text().generatedAlwaysAs(sql`payload::jsonb ->> 'code'`),
    at: text().generatedAlwaysAs(sql`payload::jsonb ->> 'at'`),
    kind: text().generatedAlwaysAs(sql`payload::jsonb -> 'facts' ->> 'kind'`),
    houseId: text('house_id').generatedAlwaysAs(sql`payload::jsonb -> 'house' ->> 'id'`),
  },
  table => [
    uniqueIndex('test_entry_number').on(table.log, table.number),
    uniqueIndex('test_entry_code').on(table.code),
    index('test_entry_scope').on(table.officePath, table.at),
    index('test_entry_farm').on(table.farmPath),
  ],
)

/** People named in an entry and what they wrote, of which the entry has a salted hash; emptied when they are erased. */
export const testPerson = pgTable(
  'test_person',
  {
    code: text().notNull(),
    /** Place in the entry's list, from 0. */
    place: integer().notNull(),
    officePath: officePath(),
    /** Kept by a trigger: the customer of the office. */
    farmPath: farmPath(),
    accountId: text('account_id').references(() => account.id),
    name: text(),
    words: text(),
    salt: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.code, table.place] }),
    index('test_person_scope').on(table.officePath),
    index('test_person_farm').on(table.farmPath),
    index('test_person_account').on(table.accountId).where(sql`account_id is not null`),
  ],
)

/** The end of each log, signed: without it the newest entries could vanish unseen. */
export const testLog = pgTable('test_log', {
  /** Id of the customer's office. */
  log: text().primaryKey(),
  number: integer().notNull(),
  hash: text().notNull(),
  /** Ed25519 over `{log} {number} {hash}`, base64. */
  signature: text().notNull(),
  keyId: text('key_id').notNull(),
})
