import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type Db, type Store, SYSTEM } from '../database/store.ts'
import { office } from '../database/tables/offices.ts'
import type { Viewer } from '../http/identify.ts'

/** What a person saw when a file was made for them. */
export interface Sight {
  scopeLo: string
  scopeFarm: string
  scopeCustomers: string
  /** Customers whose farm data they saw because it was shared. */
  shared: string[]
  /** Customers they saw because their department looks after them. */
  inCare: string[]
}

const lasts = sql`${office.farmAccessUntil} > now()`

/** What a viewer sees now. `db` carries their scope. */
export async function sightOf(db: Db, { scope, departmentOnly }: Viewer): Promise<Sight> {
  const { lo, farm, customers } = scope
  const customersWhere = async (condition: SQL) => {
    const rows = await db
      .select({ path: office.path })
      .from(office)
      .where(and(eq(office.kind, 'customer'), condition))
      .orderBy(office.path)
    return rows.map(({ path }) => path)
  }
  return {
    scopeLo: lo,
    scopeFarm: farm,
    scopeCustomers: customers,
    shared: (await customersWhere(lasts)).filter(path => path !== farm),
    inCare: departmentOnly ? await customersWhere(isNotNull(office.carePath)) : [],
  }
}

/** Whether a viewer still sees everything that was seen then. */
export async function stillSees(store: Store, { scope }: Viewer, then: Sight): Promise<boolean> {
  if (!then.scopeLo.startsWith(scope.lo) || then.scopeFarm !== scope.farm) return false
  const areAll = async (paths: string[], db: Db, condition: SQL) => {
    if (paths.length === 0) return true
    const among = sql`${office.path} = any(${sql.param(paths)}::text[])`
    return (await db.$count(office, and(among, condition))) === paths.length
  }
  if (!(await areAll(then.shared, store.scoped(SYSTEM), lasts))) return false
  if (scope.customers === 'all') return true
  // They must all be visible to the viewer now, even if it was through another department then.
  if (then.scopeCustomers === 'all') return false
  return (
    (scope.customers === 'own' || then.scopeCustomers.startsWith(scope.customers)) &&
    (await areAll(then.inCare, store.scoped(scope), sql`true`))
  )
}

/** What was seen at both moments, in the scope of the later one. */
export const seenAtBoth = (before: Sight, now: Sight): Partial<Sight> => ({
  scopeCustomers: before.scopeCustomers === 'all' ? 'all' : now.scopeCustomers,
  shared: [...new Set([...before.shared, ...now.shared])],
  inCare: [...new Set([...before.inCare, ...now.inCare])],
})
