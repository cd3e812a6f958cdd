import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { OutsideSensor } from '#shared/contracts/weather.ts'
import { leftOut } from '#shared/probe-doubts.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import type { Services } from '../../platform/services.ts'
import type { FarmPlace } from './places.ts'

const OUTSIDE = 'Climate/Temp/Outdoor'
/** An older value says nothing about the weather now. ms */
const FRESH_MS = 15 * 60_000

/** What the outside sensors of these houses measure now, as far as they are believed, by house name. */
export async function sensorsAt(
  db: Db,
  { store, devices }: Pick<Services, 'store' | 'devices'>,
  { houses }: Pick<FarmPlace, 'houses'>,
): Promise<OutsideSensor[]> {
  if (houses.length === 0) return []
  const ids = houses.map(({ id }) => id)
  const bound = await db
    .select({ houseId: houseDevice.houseId, deviceId: houseDevice.deviceId })
    .from(houseDevice)
    .where(and(inArray(houseDevice.houseId, ids), isNull(houseDevice.to), eq(houseDevice.main, true)))
  const doubts = await doubtsNow(
    store.scoped(SYSTEM),
    bound.map(({ deviceId }) => deviceId),
  )
  const from = Date.now() - FRESH_MS
  return houses.flatMap(({ id, name }) => {
    const deviceId = bound.find(({ houseId }) => houseId === id)?.deviceId
    const latest = deviceId === undefined ? undefined : devices.latest(deviceId)
    const { value, at } = latest?.readings.get(OUTSIDE) ?? {}
    const heardAt = Math.max(at ?? 0, latest?.aliveAt ?? latest?.lastMessageAt ?? 0)
    const isBelieved = deviceId !== undefined && !leftOut(doubts.get(deviceId)).has(OUTSIDE)
    if (typeof value !== 'number' || !isBelieved || heardAt < from) return []
    return [{ houseId: id, houseName: name, temperature: value }]
  })
}
