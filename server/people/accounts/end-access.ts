import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'

/** Ends all sessions of the account with this transaction, except the one with the token hash `except`. */
export const endSessions = (db: Db, accountId: string, except = '') =>
  db.execute(sql`select end_sessions(${accountId}, ${except})`)

/** Ends the API tokens of an account. */
export const endApiTokens = (db: Db, accountId: string) => db.execute(sql`select end_tokens(${accountId})`)

/**
 * Ends the account's sessions and API tokens: whoever knew the old password may have made them. `except`: token hash of
 * the session that continues. The database tells open screens.
 */
export async function endAccess(db: Db, accountId: string, except = ''): Promise<void> {
  await endSessions(db, accountId, except)
  await endApiTokens(db, accountId)
}
