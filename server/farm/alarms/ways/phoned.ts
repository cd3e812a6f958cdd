import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { isHeld } from '../../../people/customers/held.ts'
import type { Config } from '../../../platform/config.ts'
import { anyOf } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/store.ts'
import { alarmWay } from '../../../platform/database/tables/alarm-ways.ts'
import { account } from '../../../platform/database/tables/offices.ts'

/** What decides whether the installation phones anybody. */
export type Calling = Pick<Config, 'alertGateway'>

/** In SQL of an account: a number of their own, which may be called now. */
export const hasNumber = sql<boolean>`(${account.phone} is not null and not ${account.phoneFromAbove} and not ${isHeld()})`

/** Since when the gateway for calls and SMS has been dead; null: it works. `db` carries the system's scope. */
export async function callsDeadSince(db: Db): Promise<Date | null> {
  const [dead] = await db
    .select({ since: alarmWay.deadSince })
    .from(alarmWay)
    .where(and(eq(alarmWay.way, 'call'), isNotNull(alarmWay.deadSince)))
  return dead?.since ?? null
}

/**
 * Those of these people whom an alarm wakes now: by voice or SMS, to a number of their own, while the installation has a gateway
 * that works. A push alone wakes nobody: a phone that is set to quiet shows it in silence. `db` carries the system's scope.
 */
export async function phonedAmong(
  db: Db,
  ids: Iterable<string>,
  { alertGateway }: Calling,
): Promise<Set<string>> {
  if (!alertGateway || (await callsDeadSince(db)) !== null) return new Set()
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(anyOf(account.id, ids), hasNumber))
  return new Set(rows.map(({ id }) => id))
}
