import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'

/** Whoever has signed in as the account is out with this transaction, but for the session with the token hash `except`. */
export const endSessions = (db: Db, accountId: string, except = '') =>
  db.execute(sql`select end_sessions(${accountId}, ${except})`)

/** Ends the API tokens of an account. */
export const endApiTokens = (db: Db, accountId: string) => db.execute(sql`select end_tokens(${accountId})`)

/**
 * Ends what the account is signed in with, and its API tokens: whoever held the former password may have made them. `except`:
 * the token hash of the session that goes on. Open screens are told by the database.
 */
export async function endAccess(db: Db, accountId: string, except = ''): Promise<void> {
  await endSessions(db, accountId, except)
  await endApiTokens(db, accountId)
}
