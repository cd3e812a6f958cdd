import { eq } from 'drizzle-orm'
import type { Db, Scope } from './store.ts'
import { office } from './tables/offices.ts'

/**
 * Whether the scope may see farm data of the customer at `farmPath`: its own, or shared by the customer until a date
 * (RA). The same question as the farm policy asks, for what is not in a table under it.
 */
export async function maySeeFarm(db: Db, scope: Scope, farmPath: string | null): Promise<boolean> {
  if (farmPath === null) return false
  if (scope.farm === '*' || scope.farm === farmPath) return true
  const [customer] = await db
    .select({ until: office.farmAccessUntil })
    .from(office)
    .where(eq(office.path, farmPath))
  return customer?.until != null && customer.until.getTime() > Date.now()
}
