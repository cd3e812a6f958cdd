import { sql } from 'drizzle-orm'
import { type Machine, runsBy } from '#shared/overhaul.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { putNext } from './next-maintenance.ts'

/** Late reports, from a gateway without network, are counted this far back. Days */
const BACK = 15
/** A date further ahead is meaningless. Days */
const FAR = 3_650

/** Sets the date on which a machine's hours are expected to be used up, by its daily hours in the last two weeks. */
const putExpected = (db: Db, houseId: string, machine: Machine) =>
  db.execute<{ farm_path: string }>(sql`
    update overhaul_plan p set ran_hours = f.hours, next_on = f.next_on
    from (
      select q.id, r.hours, case
        -- Reached: due since it was, and not anew each day.
        when r.hours >= i.cycle then least(q.next_on, t.today)
        when r.days is null or r.days > ${FAR} then null else t.today + ceil(r.days)::int end as next_on
      from overhaul_plan q
        join overhaul_item i on i.id = q.item_id and i.cycle_kind = 'runningHours' and i.machine = ${machine}
        join office o on o.id = q.office_id,
        lateral (select (now() at time zone o.time_zone)::date as today) t,
        lateral (
          select max(s.hours) as hours, min((i.cycle - s.hours) / nullif(s.per_day, 0)) as days
          from running_since(q.house_id, ${sql.param(runsBy(machine).metrics)}::text[], coalesce(q.last_at, q.created_at), q.ran_before) s
        ) r
      where q.house_id = ${houseId} and q.ended_at is null
    ) f
    where p.id = f.id and (p.ran_hours, p.next_on) is distinct from (f.hours::real, f.next_on)
    returning p.farm_path`)

/** Keeps what had run on the day a count began, of counts that began today: none of it has passed since. */
const putBefore = (db: Db, houseId: string) =>
  db.execute(sql`
    update overhaul_plan p set ran_before = running_today(p.house_id)
    from overhaul_item i
    where i.id = p.item_id and i.cycle_kind = 'runningHours' and p.house_id = ${houseId} and p.ran_before is null
      and p.ended_at is null and (coalesce(p.last_at, p.created_at) at time zone 'UTC')::date = (now() at time zone 'UTC')::date`)

/** The same at once for a plan somebody has just done; hours are readings, which only the server counts. */
export const expectAnew = (
  { db, viewer }: Pick<ChangingCall, 'db' | 'viewer'>,
  houseId: string,
  machine: Machine,
) =>
  asSystem(db, viewer.scope, async () => {
    await putBefore(db, houseId)
    return putExpected(db, houseId, machine)
  })

/** Counts the running hours of machines with overhauls by hours, and sets the dates. Any number of processes may run it. */
export async function followRunning(store: Store): Promise<void> {
  const { rows } = await store.transaction(SYSTEM, db =>
    db.execute<{ house_id: string; machine: Machine }>(sql`
      select distinct p.house_id, i.machine from overhaul_plan p
      join overhaul_item i on i.id = p.item_id and i.cycle_kind = 'runningHours' where p.house_id is not null and p.ended_at is null order by 1, 2`),
  )
  for (const { house_id: houseId, machine } of rows)
    await store.transaction(SYSTEM, async db => {
      const { metrics, idle } = runsBy(machine)
      await db.execute(sql`select count_running(${houseId}, ${sql.param(metrics)}::text[],
        ${sql.param([...idle])}::float8[], current_date - ${BACK}::int)`)
      await putBefore(db, houseId)
      const moved = await putExpected(db, houseId, machine)
      for (const path of new Set(moved.rows.map(row => row.farm_path))) await putNext(db, path, null)
    })
}
