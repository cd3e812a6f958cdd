import { inArray } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'

/** Days on which a flock's account has birds, and eggs, as sold. */
export interface AccountedSales {
  lots: readonly string[]
  eggs: readonly string[]
}

/** What the accounts of these flocks have as sold, by flock. */
export async function accountedSales(
  db: Db,
  flockIds: readonly string[],
): Promise<ReadonlyMap<string, AccountedSales>> {
  if (flockIds.length === 0) return new Map()
  const { flockId, lots, eggs } = flockAccount
  const rows = await db
    .select({ flockId, lots, eggs })
    .from(flockAccount)
    .where(inArray(flockId, [...flockIds]))
  const daysOf = (sales: readonly { day: string }[]) => sales.map(({ day }) => day)
  return new Map(rows.map(row => [row.flockId, { lots: daysOf(row.lots), eggs: daysOf(row.eggs) }]))
}
