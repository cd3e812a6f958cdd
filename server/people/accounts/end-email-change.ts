import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'

/**
 * Ends a new address of an account that waits for its link to be opened: who asked for it may be whom a new password is to
 * keep out. It still counts as one of the day.
 */
export async function endEmailChange(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select end_email_change(${accountId})`)
}
