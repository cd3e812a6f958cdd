import type { Client } from 'pg'
import type { HouseType } from '#shared/signals.ts'
import { type Breed, breeds, standardOf } from '#shared/standards/standards.ts'
import { newId } from '../../platform/database/ids.ts'

/** Age in days at which birds arrive in a house; broilers and pullets arrive as chicks. */
export const HOUSED_AT: Readonly<Record<HouseType, number>> = {
  broiler: 0,
  pullet: 0,
  layer: 119,
  breeder: 154,
}
/** Age in days at which a flock leaves although its breed's table continues; the others stay to its end. */
const LEAVES_AT: Readonly<Partial<Record<HouseType, number>>> = { broiler: 42, pullet: 119 }

interface Placed {
  id: string
  type: HouseType
  breed: Breed
  age: number
  deviceIds: string[]
}

/**
 * Sells the flocks of simulated houses whose time is over and places others in their stead, so that a demonstration that
 * runs for months stays realistic; after a longer standstill, the flocks in between never existed. Only for gateways whose
 * code `has` accepts. Returns the controllers of these houses. In a transaction of the owner with the system's scope.
 */
export async function replaceEndedFlocks(
  client: Client,
  has: (gatewayCode: string) => boolean,
): Promise<string[]> {
  const { rows } = await client.query<Placed & { gateways: string[] }>(
    `select f.id, f.type, f.breed, array_agg(d.id) as "deviceIds", array_agg(g.code) as gateways,
      (now() at time zone coalesce(h.time_zone, o.time_zone))::date - coalesce(f.hatched_on, f.placed_on) as age
    from flock f join house h on h.id = f.house_id join office o on o.id = h.office_id
    join house_device s on s.house_id = h.id and s."to" is null
    join device d on d.id = s.device_id join device g on g.id = d.gateway_id
    where h.deleted_at is null and f.deleted_at is null and f.ended_on is null and f.breed = any($1)
    group by f.id, h.id, o.time_zone`,
    [breeds],
  )
  const ended = rows.filter(flock => flock.gateways.some(has) && flock.age >= lastDayOf(flock))
  for (const flock of ended) {
    const stay = lastDayOf(flock) - HOUSED_AT[flock.type]
    const flocks = Math.floor((flock.age - HOUSED_AT[flock.type]) / stay)
    await client.query('update flock set ended_on = placed_on + $2::integer - 1 where id = $1', [
      flock.id,
      stay,
    ])
    await client.query(
      `insert into flock (id, number, house_id, office_path, farm_path, type, category, breed, placed_on, hatched_on,
        placed_count, placed_males, litter, placement_day, matured_on, mature_count)
      select $2, next_flock_number(placed_on + $3::integer), house_id, office_path, farm_path, type, category, breed,
        placed_on + $3::integer, hatched_on + $3::integer, placed_count, placed_males, litter, placement_day,
        matured_on + $3::integer, mature_count
      from flock where id = $1`,
      [flock.id, newId(), flocks * stay],
    )
  }
  return ended.flatMap(({ deviceIds }) => deviceIds)
}

const lastDayOf = ({ type, breed }: Pick<Placed, 'type' | 'breed'>): number =>
  Math.min(LEAVES_AT[type] ?? Number.POSITIVE_INFINITY, Math.floor(standardOf(breed).lastAge))
