import { sql } from 'drizzle-orm'
import type { Db } from '../database/store.ts'

/** Of questions, repairs, inquiries, orders and agents; flocks (FL) have theirs. */
export type NumberPrefix = 'QA' | 'RP' | 'IQ' | 'SO' | 'AG'

/**
 * The next number with a prefix, `RP20261122-0001`: of the provider's day, never given again. It is kept with what it is for;
 * others who want one with the same prefix wait until that transaction ends.
 */
export async function nextNumber(db: Db, prefix: NumberPrefix): Promise<string> {
  const { rows } = await db.execute<{ number: string }>(sql`select next_number(${prefix}) as number`)
  return rows[0]?.number ?? ''
}
