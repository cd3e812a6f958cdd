import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'

/**
 * Cancels an account's pending new address: it may have been requested by the very person a new password is to keep out.
 * It still counts towards the daily limit.
 */
export async function endEmailChange(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select end_email_change(${accountId})`)
}
