import { eq } from 'drizzle-orm'
import { placeDegrees } from '#shared/weather.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Services } from '../../platform/services.ts'
import type { AskedPlace } from './open-meteo.ts'

/** The location of a house, and whose it is. */
export interface Placed {
  latitude: number | null
  longitude: number | null
  farmPath: string
  timeZone: string
}

/** Where to ask for a house's weather: its own location, else its customer's; null if neither is known. */
export async function placeOfHouse(
  { store }: Services,
  { latitude, longitude, farmPath, timeZone }: Placed,
): Promise<AskedPlace | null> {
  // A farm team does not see its customer, which has the coordinates.
  const [farm] = await store
    .scoped(SYSTEM)
    .select({ latitude: customer.latitude, longitude: customer.longitude })
    .from(customer)
    .innerJoin(office, eq(office.id, customer.officeId))
    .where(eq(office.path, farmPath))
  const at = { latitude: latitude ?? farm?.latitude, longitude: longitude ?? farm?.longitude }
  if (typeof at.latitude !== 'number' || typeof at.longitude !== 'number') return null
  return { latitude: placeDegrees(at.latitude), longitude: placeDegrees(at.longitude), timeZone }
}
