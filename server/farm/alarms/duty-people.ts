import { sql } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { account, accountRole } from '../../platform/database/tables/offices.ts'
import { hasNumber } from './ways/phoned.ts'

/** Those of these people whom no gateway could phone: they have no number of their own. */
export async function withoutNumber(db: Db, ids: Iterable<string>): Promise<Set<string>> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(sql`${anyOf(account.id, ids)} and not ${hasNumber}`)
  return new Set(rows.map(row => row.id))
}

/**
 * Farms on whose plan somebody was disabled, moved, given other roles, or has got or lost a number, since the state that is
 * `known` by farm and person, and kept there. Who comes onto a plan changes nothing yet: it is still being made. `db` carries the
 * system's scope.
 */
export async function farmsChanged(db: Db, known: Map<string, string>): Promise<Set<string>> {
  const roles = sql`(select string_agg(r.role_id, ' ' order by r.role_id) from ${accountRole} r where r.account_id = ${account.id})`
  const { rows } = await db.execute<{ path: string; person: string; state: string }>(sql`
    select distinct d.farm_path as path, d.farm_path || ' ' || ${account.id} as person,
      concat_ws(' ', ${account.disabledAt} is null, ${account.deletedAt} is null, ${account.officePath}, ${hasNumber}, ${roles}) as state
    from ${alarmDuty} d join ${account} on ${account.id} in (d.account_id, d.substitute_id)`)
  const changed = rows.filter(({ person, state }) => known.has(person) && known.get(person) !== state)
  known.clear()
  for (const { person, state } of rows) known.set(person, state)
  return new Set(changed.map(({ path }) => path))
}
