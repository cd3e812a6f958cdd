import { sql } from 'drizzle-orm'
import { type Db, type Store, SYSTEM } from '../database/store.ts'
import type { Viewer } from '../http/identify.ts'

/** What somebody saw when a file was made for them. */
export interface Sight {
  scopeLo: string
  scopeFarm: string
  /** Customers whose farm data they saw because these share it. */
  shared: string[]
}

/** What a viewer sees now. `db` carries their scope. */
export async function sightOf(db: Db, { scope }: Viewer): Promise<Sight> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select path from office where farm_access_until > now() and farm_path = path order by path`)
  const shared = rows.map(({ path }) => path).filter(path => path !== scope.farm)
  return { scopeLo: scope.lo, scopeFarm: scope.farm, shared }
}

/** Whether a viewer still sees everything that was seen then. */
export async function stillSees(store: Store, { scope }: Viewer, then: Sight): Promise<boolean> {
  if (!then.scopeLo.startsWith(scope.lo) || then.scopeFarm !== scope.farm) return false
  if (then.shared.length === 0) return true
  const { rows } = await store.scoped(SYSTEM).execute<{ open: number }>(sql`
    select count(*)::int as open from office
    where path = any(${sql.param(then.shared)}::text[]) and farm_access_until > now()`)
  return rows[0]?.open === then.shared.length
}
