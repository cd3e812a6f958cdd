import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { session } from '../../platform/database/tables/offices.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'

/**
 * Ends what the account is signed in with, and its API tokens: whoever held the former password may have made them. `except`:
 * the token hash of the session that goes on. Open screens are told by the database.
 */
export async function endAccess(db: Db, accountId: string, except = ''): Promise<void> {
  await db.delete(session).where(and(eq(session.accountId, accountId), ne(session.tokenHash, except)))
  await db.delete(apiToken).where(eq(apiToken.accountId, accountId))
}
