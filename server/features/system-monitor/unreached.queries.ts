import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { SystemNow, systemMonitor, Unreached } from '#shared/contracts/system-monitor.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { unreached } from '../../platform/database/tables/system.ts'
import type { Call } from '../../platform/http/call.ts'

/** Longest list; the oldest are what to mend first. */
const SHOWN = 100

/** What reaches nobody, with the names of the offices that the viewer sees. */
export async function unreachedNow({
  db,
  services: { store },
  language,
}: Call<typeof systemMonitor.now>): Promise<SystemNow['unreached']> {
  const rows = await store
    .scoped(SYSTEM)
    .select({ row: unreached, organisation: sql<string>`coalesce(${office.farmPath}, ${office.path})` })
    .from(unreached)
    .innerJoin(office, eq(office.id, unreached.officeId))
    .orderBy(asc(unreached.since), unreached.officeId, unreached.business)
    .limit(SHOWN)
  if (rows.length === 0) return []
  const paths = [...new Set(rows.map(({ organisation }) => organisation))]
  const names = await db
    .select({ path: office.path, name: nameIn(language, office) })
    .from(office)
    .where(inArray(office.path, paths))
  const nameOf = new Map(names.map(({ path, name }) => [path, name]))
  return rows.map(
    ({ organisation, row: { side, business, since, lastAt, count } }): Unreached => ({
      side,
      business,
      office: nameOf.get(organisation) ?? null,
      since: since.toISOString(),
      lastAt: lastAt.toISOString(),
      count,
    }),
  )
}
