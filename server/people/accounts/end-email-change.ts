import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { emailChange } from '../../platform/database/tables/personal.ts'

/**
 * Ends a new address of an account that waits for its link to be opened: who asked for it may be whom a new password is to
 * keep out. It still counts as one of the day.
 */
export async function endEmailChange(db: Db, accountId: string): Promise<void> {
  const { expiresAt, confirmedAt } = emailChange
  await db
    .update(emailChange)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(emailChange.accountId, accountId), isNull(confirmedAt), gt(expiresAt, sql`now()`)))
}
