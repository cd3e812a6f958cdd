import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Unheard, UnreachedSide } from '#shared/contracts/system-monitor.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { unreached } from '../../platform/database/tables/system.ts'
import { agentsPeople, holders, managersOf } from '../customers/people.ts'

/** Who should hear a message. */
export interface Meant {
  side: UnreachedSide
  /** Path of the customer or a node in it, of the agent, or of the provider. */
  path: string
  business: Unheard
  /** One of these somebody of that side needs to be told. */
  grants: readonly Grant[]
}

/**
 * Records that a message has nobody to go to, and returns `people`. `db` carries the system's scope. Staff see it until
 * somebody would hear such a message.
 */
export async function notingNobody<Person>(
  db: Db,
  people: Person[],
  { side, path, business, grants }: Meant,
): Promise<Person[]> {
  if (people.length > 0) return people
  await db.execute(sql`
    insert into ${unreached} (office_id, side, business, grants)
    select id, ${side}, ${business}, ${sql.param(grants)}::text[] from ${office} where path = ${path}
    on conflict (office_id, side, business)
    do update set count = ${unreached.count} + 1, last_at = now(), grants = excluded.grants`)
  return people
}

/** Who would hear such a message now. */
function hearersOf(
  db: Db,
  { side, path, grants }: Omit<Meant, 'business'>,
  farmPath: string | null,
): Promise<readonly unknown[]> {
  if (side === 'provider') return managersOf(db, path, grants)
  if (side === 'agent') return agentsPeople(db, sql`${path}`, grants)
  return holders(
    db,
    CUSTOMER,
    grants,
    sql`starts_with(${path}, ${account.officePath}) and starts_with(${account.officePath}, ${farmPath ?? path})`,
  )
}

/** Forgets what somebody would hear by now, and what concerns offices that are deleted or disabled. */
export async function forgetReached(db: Db): Promise<void> {
  const standing = await db
    .select({
      row: unreached,
      path: office.path,
      farmPath: office.farmPath,
      isGone: sql<boolean>`${office.deletedAt} is not null or ${office.disabledAt} is not null`,
    })
    .from(unreached)
    .innerJoin(office, eq(office.id, unreached.officeId))
  for (const { row, path, farmPath, isGone } of standing) {
    const isHeard = isGone || (await hearersOf(db, { ...row, path }, farmPath)).length > 0
    if (!isHeard) continue
    const { officeId, side, business } = row
    await db
      .delete(unreached)
      .where(
        and(eq(unreached.officeId, officeId), eq(unreached.side, side), eq(unreached.business, business)),
      )
  }
}

/** What the log was not yet told of; each process may ask, and each row is given once. */
export const takeUnlogged = (db: Db) =>
  db
    .update(unreached)
    .set({ loggedAt: sql`now()` })
    .from(office)
    .where(and(eq(office.id, unreached.officeId), isNull(unreached.loggedAt)))
    .returning({
      side: unreached.side,
      business: unreached.business,
      office: sql<string>`coalesce(nullif(${office.englishName}, ''), ${office.chineseName})`,
    })
