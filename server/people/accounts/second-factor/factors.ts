import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database/store.ts'
import { recoveryCode, secondFactor } from '../../../platform/database/tables/personal.ts'

export type Factor = typeof secondFactor.$inferSelect
/** Whose factors; their rows belong to that person's office. */
export interface Owner {
  accountId: string
  officePath: string
}

/** The account's confirmed second factors. */
export const factorsOf = (db: Db, accountId: string): Promise<Factor[]> =>
  db
    .select()
    .from(secondFactor)
    .where(and(eq(secondFactor.accountId, accountId), isNotNull(secondFactor.confirmedAt)))
    .orderBy(secondFactor.createdAt)

/** How many recovery codes are left. */
export const codesLeft = (db: Db, accountId: string): Promise<number> =>
  db.$count(recoveryCode, and(eq(recoveryCode.accountId, accountId), isNull(recoveryCode.usedAt)))

/** Removes every second factor of an account: an administrator's help for somebody who lost theirs. */
export async function forgetFactors(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select forget_factors(${accountId})`)
}
