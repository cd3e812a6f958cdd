import type { Client } from 'pg'
import type { HouseType } from '#shared/signals.ts'
import { type Breed, breeds, standardOf } from '#shared/standards/standards.ts'

/** Days of age at which birds come into a house; broilers and pullets come as chicks. */
export const HOUSED_AT: Readonly<Record<HouseType, number>> = {
  broiler: 0,
  pullet: 0,
  layer: 119,
  breeder: 154,
}
/** Days of age at which a flock goes although its breed's table has more of it; the others stay to its end. */
const LEAVES_AT: Readonly<Partial<Record<HouseType, number>>> = { broiler: 42, pullet: 119 }

interface Placed {
  id: string
  type: HouseType
  breed: Breed
  age: number
  deviceIds: string[]
}

/**
 * Sells the flocks of simulated houses whose time is over, and houses others in their place, so that a demonstration
 * that runs for months stays true; one that stood still for longer has had several in between. Of the gateways whose
 * code `has` accepts. Returns the controllers of these houses. In a transaction of the owner with the system's scope.
 */
export async function replaceEndedFlocks(
  client: Client,
  has: (gatewayCode: string) => boolean,
): Promise<string[]> {
  const { rows } = await client.query<Placed & { gateways: string[] }>(
    `select h.id, h.type, h.breed, array_agg(d.id) as "deviceIds", array_agg(g.code) as gateways,
      (now() at time zone coalesce(h.time_zone, o.time_zone))::date
        - coalesce(h.flock_hatched_on, h.flock_started_on) as age
    from house h join office o on o.id = h.office_id
    join house_device s on s.house_id = h.id and s."to" is null
    join device d on d.id = s.device_id join device g on g.id = d.gateway_id
    where h.deleted_at is null and h.breed = any($1) and h.flock_started_on is not null
    group by h.id, o.time_zone`,
    [breeds],
  )
  const ended = rows.filter(house => house.gateways.some(has) && house.age >= lastDayOf(house))
  for (const house of ended) {
    const stay = lastDayOf(house) - HOUSED_AT[house.type]
    const flocks = Math.floor((house.age - HOUSED_AT[house.type]) / stay)
    await client.query(
      `update house set flock_started_on = flock_started_on + $2::integer, flock_sold = null,
        flock_hatched_on = flock_hatched_on + $2::integer, version = version + 1 where id = $1`,
      [house.id, flocks * stay],
    )
  }
  return ended.flatMap(({ deviceIds }) => deviceIds)
}

const lastDayOf = ({ type, breed }: Pick<Placed, 'type' | 'breed'>): number =>
  Math.min(LEAVES_AT[type] ?? Number.POSITIVE_INFINITY, Math.floor(standardOf(breed).lastAge))
