import { sql } from 'drizzle-orm'
import { isProven, type ProvenWay, provenWays } from '#shared/alarm-ways.ts'
import { isHeld } from '../../../people/customers/held.ts'
import type { Config } from '../../../platform/config.ts'
import { anyOf } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/store.ts'
import { alarmWay, personWay } from '../../../platform/database/tables/alarm-ways.ts'
import { account, session } from '../../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../../platform/database/tables/push.ts'

export type Tended = typeof alarmWay.$inferSelect

/** A way to a person. */
export interface WayTo {
  way: ProvenWay
  provenAt: Date | null
  isProven: boolean
  /** The installation's own part of it works. */
  isOpen: boolean
}

/** Whether the installation has a way at all. */
export const isSetUp = (way: ProvenWay, config: Pick<Config, 'smtpUrl' | 'alertGateway'>): boolean =>
  way === 'mail' ? config.smtpUrl !== undefined : way === 'call' ? config.alertGateway !== undefined : true

/** Hosts of the push services of each person's browsers that are signed in. */
async function servicesOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select({
      accountId: pushSubscription.accountId,
      place: sql<string>`split_part(${pushSubscription.endpoint}, '/', 3)`,
    })
    .from(pushSubscription)
    .innerJoin(session, sql`${session.id} = ${pushSubscription.sessionId} and ${session.expiresAt} > now()`)
    .where(anyOf(pushSubscription.accountId, ids))
  const grouped = Map.groupBy(rows, ({ accountId }) => accountId)
  return new Map([...grouped].map(([id, those]) => [id, those.map(({ place }) => place)]))
}

/**
 * Ways that are dead for the people of a farm, and since when; pushes only if a browser of theirs is served by what is dead. `db`
 * carries the system's scope.
 */
export async function deadWaysOf(db: Db, farmPath: string): Promise<{ way: ProvenWay; since: Date }[]> {
  const rows = await db
    .select({ way: alarmWay.way, since: alarmWay.deadSince })
    .from(alarmWay)
    .where(
      sql`${alarmWay.deadSince} is not null and (${alarmWay.way} <> 'push' or exists (select from ${pushSubscription} p
        where starts_with(p.office_path, ${farmPath}) and split_part(p.endpoint, '/', 3) = ${alarmWay.place}))`,
    )
    .orderBy(alarmWay.deadSince)
  return provenWays.flatMap(way => {
    const since = rows.find(row => row.way === way)?.since
    return since ? [{ way, since }] : []
  })
}

/** How these people are reached while no page is open. `db` carries the system's scope. */
export async function waysOfPeople(
  db: Db,
  ids: readonly string[],
  config: Pick<Config, 'smtpUrl' | 'alertGateway'>,
  tended: readonly Tended[],
): Promise<Map<string, WayTo[]>> {
  const people = await db
    .select({
      id: account.id,
      hasMail: sql<boolean>`${account.email} is not null and not ${isHeld()}`,
      hasPhone: sql<boolean>`${account.phone} is not null and not ${account.phoneFromAbove} and not ${isHeld()}`,
    })
    .from(account)
    .where(anyOf(account.id, ids))
  const services = await servicesOf(db, ids)
  const proofs = await db.select().from(personWay).where(anyOf(personWay.accountId, ids))
  const dead = (way: ProvenWay) =>
    tended.filter(row => row.way === way && row.deadSince !== null).map(({ place }) => place)
  const now = Date.now()
  return new Map(
    people.map(({ id, hasMail, hasPhone }) => {
      const hosts = services.get(id) ?? []
      const has = { mail: hasMail, push: hosts.length > 0, call: hasPhone }
      const isOpen = (way: ProvenWay) =>
        way === 'push' ? hosts.some(host => !dead(way).includes(host)) : dead(way).length === 0
      const ways = provenWays
        .filter(way => has[way] && isSetUp(way, config))
        .map(way => {
          const { provenAt = null } = proofs.find(row => row.accountId === id && row.way === way) ?? {}
          return {
            way,
            provenAt,
            isProven: isProven(way, provenAt?.getTime() ?? null, now),
            isOpen: isOpen(way),
          }
        })
      return [id, ways] as const
    }),
  )
}
