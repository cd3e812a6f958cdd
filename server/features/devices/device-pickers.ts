import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type DeviceType, servingTypes } from '#shared/devices.ts'
import { isOfCustomerOf } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { matching } from './devices.queries.ts'

const OPTIONS = 100

interface Asked {
  search?: string | undefined
  type?: DeviceType | undefined
  serving?: 'true' | undefined
  customerOf?: string | undefined
  replacementOf?: string | undefined
}

/** Of the same type and customer, in use, and without a house. */
const couldReplace = (id: string) => sql`${device.status} <> 'DISABLE' and exists (
  select from ${device} old join ${office} theirs on theirs.id = old.office_id
  join ${office} ours on ours.id = ${device}.office_id
  where old.id = ${id} and old.id <> ${device}.id and old.type = ${device}.type and ours.farm_path = theirs.farm_path)
  and not exists (select from ${houseDevice} served where served.device_id = ${device}.id and served."to" is null)`

/** Picker. For gateways it also lists the controllers that are their own gateway: others can speak through them. */
export async function deviceOptions(db: Db, { search, type, serving, customerOf, replacementOf }: Asked) {
  const ofType = type === 'gateway' ? isNull(device.gatewayId) : type && eq(device.type, type)
  return db
    .select({ id: device.id, name: device.name, code: device.code, type: device.type })
    .from(device)
    .where(
      and(
        isNull(device.deletedAt),
        ofType,
        serving && inArray(device.type, servingTypes),
        customerOf === undefined ? undefined : isOfCustomerOf(device.officePath, customerOf),
        matching({ search }),
        replacementOf === undefined ? undefined : couldReplace(replacementOf),
      ),
    )
    .orderBy(device.name, device.id)
    .limit(OPTIONS)
}
