import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type Currency, USUAL_CURRENCY } from '#shared/money.ts'
import type { Db } from '../../platform/database/store.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'
import { feedEntry } from '../../platform/database/tables/house-entries.ts'
import type { Services } from '../../platform/services.ts'
import { energyPricesOf } from '../settings/energy-prices.ts'

/** The currency in which a farm last said what it pays, or was paid; the usual one if it never did. */
export async function farmCurrency(
  { db, services }: { db: Db; services: Pick<Services, 'store'> },
  farmPath: string,
): Promise<Currency> {
  const [fed] = await db
    .select({ currency: feedEntry.currency })
    .from(feedEntry)
    .where(and(eq(feedEntry.farmPath, farmPath), isNotNull(feedEntry.currency)))
    .orderBy(desc(feedEntry.day))
    .limit(1)
  if (fed?.currency) return fed.currency
  const [sold] = await db
    .select({ currency: flockAccount.currency })
    .from(flockAccount)
    .where(eq(flockAccount.farmPath, farmPath))
    .orderBy(desc(flockAccount.changedAt))
    .limit(1)
  return sold?.currency ?? (await energyPricesOf(services, farmPath))?.currency ?? USUAL_CURRENCY
}
