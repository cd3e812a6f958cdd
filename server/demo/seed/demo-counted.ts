import { sql } from 'drizzle-orm'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { measuredOn } from '../../farm/flocks/measured.ts'
import type { DatabaseUrls } from '../../platform/database/prepare.ts'
import { type Db, openStore, SYSTEM } from '../../platform/database/store.ts'

/** A made-up record may be so far off its meter: more in the heat. What is further off was not counted all day. */
const LEAST = 0.7
const MOST = 2

interface DemoFlock extends Record<string, unknown> {
  id: string
  houseId: string
  timeZone: string
  gateways: string[]
}

/**
 * Writes the water that the houses' meters counted into the made-up records of the last days, as people read it off: in the heat
 * birds drink more than standards say. Records that somebody has changed stay. Only for gateways whose code `has` accepts.
 */
export async function noteCountedWater(
  urls: DatabaseUrls,
  has: (gatewayCode: string) => boolean,
  days: number,
): Promise<void> {
  const store = openStore(urls)
  try {
    const db = store.scoped(SYSTEM)
    const { rows } = await db.execute<DemoFlock>(sql`
      select f.id, f.house_id as "houseId", coalesce(h.time_zone, o.time_zone) as "timeZone", array_agg(g.code) as gateways
      from flock f join house h on h.id = f.house_id join office o on o.id = h.office_id
      join house_device s on s.house_id = h.id and s."to" is null
      join device d on d.id = s.device_id and d.type = 'controller' join device g on g.id = d.gateway_id
      where f.deleted_at is null and f.ended_on is null group by f.id, h.id, o.time_zone`)
    for (const flock of rows.filter(({ gateways }) => gateways.some(has))) await noteFor(db, flock, days)
  } finally {
    await store.close()
  }
}

async function noteFor(db: Db, { id, houseId, timeZone }: DemoFlock, days: number): Promise<void> {
  const today = dateIn(timeZone, new Date())
  const waterOn = async (day: string) => (await measuredOn(db, houseId, day, timeZone)).measured.water
  let before = await waterOn(daysAfter(today, -days - 1))
  for (let ago = days; ago >= 1; ago--) {
    const day = daysAfter(today, -ago)
    const counted = await waterOn(day)
    // The first day with readings is not a whole one.
    if (counted !== undefined && before !== undefined)
      await db.execute(sql`update flock_record set water = ${counted}
        where flock_id = ${id} and day = ${day} and version = 1
          and ${counted}::float8 between ${LEAST} * water and ${MOST} * water`)
    before = counted
  }
}
