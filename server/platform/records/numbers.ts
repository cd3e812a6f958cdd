import { sql } from 'drizzle-orm'
import { beside, type Db } from '../database/store.ts'

/** Prefixes for questions, repairs, inquiries, orders and agents; flocks (FL) have their own numbers. */
export type NumberPrefix = 'QA' | 'RP' | 'IQ' | 'SO' | 'AG'

/**
 * The next number with a prefix, `RP20261122-0001`, for the provider's day; never given twice. It is drawn beside the
 * transaction of `db`, so that nobody waits for that one's end; if it fails, the number is not given at all.
 */
export async function nextNumber(db: Db, prefix: NumberPrefix): Promise<string> {
  const { rows } = await beside(db).execute<{ number: string }>(sql`select next_number(${prefix}) as number`)
  return rows[0]?.number ?? ''
}
