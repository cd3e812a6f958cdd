import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceState, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'

/** The newest count from a device; other makers' may send it as text. */
export const birdsCounted = sql<number | null>`case jsonb_typeof(${deviceState.values} #> '{Bird/Count,0}')
  when 'number' then round((${deviceState.values} #>> '{Bird/Count,0}')::numeric)::int end`

/** Birds that the controller of a house counts now; null if it counts none, is not heard, or the viewer may not see it. */
export async function countedIn(db: Db, houseId: string): Promise<number | null> {
  const [found] = await db
    .select({ birds: birdsCounted })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .innerJoin(deviceState, eq(deviceState.deviceId, device.id))
    .innerJoin(houseNow, eq(houseNow.houseId, houseDevice.houseId))
    .where(
      and(
        eq(houseDevice.houseId, houseId),
        isNull(houseDevice.to),
        isNull(device.deletedAt),
        ne(houseNow.state, 'offline'),
        isNotNull(birdsCounted),
      ),
    )
    .orderBy(desc(houseDevice.main), houseDevice.from, device.id)
    .limit(1)
  // A counter that was never set says nothing.
  return found?.birds || null
}
