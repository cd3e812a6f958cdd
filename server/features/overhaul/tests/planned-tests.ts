import { sql } from 'drizzle-orm'
import type { Proof } from '#shared/safety-tests.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { overhaulPlan } from '../../../platform/database/tables/overhaul.ts'
import type { Services } from '../../../platform/services.ts'
import { putNext } from '../next-maintenance.ts'

/** Plans made in one round; the others follow in the next. */
const AT_ONCE = 1_000
/** Items that came with the product and are planned for every house that has what they test. */
const KEYS = ['alarm.test', 'generator.load', 'sensor.temp', 'thermostat.backup']

type Missing = {
  houseId: string
  officeId: string
  officePath: string
  farmPath: string
  controllerId: string
  itemId: string
  proof: Proof
  nextOn: string
}

/**
 * Plans the tests of houses that have what they test and were never planned: a house with a controller has an alarm, a backup
 * thermostat and sensors, one whose controller tells of a generator has that. What somebody took from the plan stays away.
 */
export async function planTests({ store, devices }: Pick<Services, 'store' | 'devices'>): Promise<void> {
  const { rows } = await store.transaction(SYSTEM, db =>
    db.execute<Missing>(sql`
      select h.id as "houseId", o.id as "officeId", o.path as "officePath", o.farm_path as "farmPath",
        hd.device_id as "controllerId", i.id as "itemId", i.proof,
        ((now() at time zone o.time_zone)::date + i.cycle)::text as "nextOn"
      from house h
        join office o on o.path = h.office_path and o.farm_path is not null and o.deleted_at is null
        join house_device hd on hd.house_id = h.id and hd."to" is null and hd.main
        join overhaul_item i on i.key = any(${sql.param(KEYS)}::text[]) and i.proof is not null
          and i.cycle_kind = 'days' and i.status = 'released'
      where h.deleted_at is null
        and not exists (select from overhaul_plan p where p.house_id = h.id and p.item_id = i.id)
      order by h.id`),
  )
  const hasGenerator = (id: string) => {
    const value = devices.latest(id)?.readings.get('Power/GeneratorOn')?.value
    return typeof value === 'boolean' || typeof value === 'number'
  }
  const wanted = rows
    .filter(({ proof, controllerId }) => proof !== 'generator' || hasGenerator(controllerId))
    .slice(0, AT_ONCE)
  if (wanted.length === 0) return
  await store.transaction(SYSTEM, async db => {
    await db
      .insert(overhaulPlan)
      .values(wanted.map(({ controllerId: _, proof: __, ...plan }) => ({ ...plan, id: newId() })))
      .onConflictDoNothing()
    for (const farmPath of new Set(wanted.map(plan => plan.farmPath))) await putNext(db, farmPath, null)
  })
}
