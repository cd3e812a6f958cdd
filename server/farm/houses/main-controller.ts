import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'

interface Serving {
  row: typeof houseDevice.$inferSelect
  /** It was bound just now, so it has no past. */
  isNew: boolean
}

/**
 * Makes the wanted controller the main one of its house from now on. If none is wanted, or it does not serve the house, the
 * current one stays, or else the one that has served longest follows. The house's past figures stay as they are.
 * Returns the id of the main controller, undefined in a house without any.
 */
export async function chooseMain(
  db: Db,
  houseId: string,
  wanted?: string | null,
): Promise<string | undefined> {
  const controllers: Serving[] = await db
    .select({ row: houseDevice, isNew: sql<boolean>`${houseDevice.from} >= now()` })
    .from(houseDevice)
    .innerJoin(device, eq(device.id, houseDevice.deviceId))
    .where(and(eq(houseDevice.houseId, houseId), isNull(houseDevice.to), eq(device.type, 'controller')))
    .orderBy(desc(houseDevice.main), houseDevice.from, device.id)
  const chosen = controllers.find(({ row }) => row.deviceId === wanted) ?? controllers[0]
  if (!chosen || chosen.row.main) return chosen?.row.deviceId
  const former = controllers.find(({ row }) => row.main)
  if (former) await end(db, former)
  await end(db, chosen)
  await begin(db, chosen, true)
  // Only now: the first in a house without a main controller would become it again.
  if (former) await begin(db, former, false)
  return chosen.row.deviceId
}

const itself = ({ row }: Serving) => eq(houseDevice.id, row.id)

async function end(db: Db, serving: Serving): Promise<void> {
  const change = serving.isNew ? { main: false } : { to: sql`now()` }
  await db.update(houseDevice).set(change).where(itself(serving))
}

async function begin(db: Db, serving: Serving, main: boolean): Promise<void> {
  if (serving.isNew) {
    await db.update(houseDevice).set({ main }).where(itself(serving))
    return
  }
  const { houseId, deviceId, officePath } = serving.row
  // The previous one may have ended a moment later than now, so that its interval has a length.
  const from = sql`greatest(now(), (${lastEnd(db, houseId)}))`
  await db.insert(houseDevice).values({ id: newId(), houseId, deviceId, officePath, main, from })
}

const lastEnd = (db: Db, houseId: string) =>
  db
    .select({ end: max(houseDevice.to) })
    .from(houseDevice)
    .where(and(eq(houseDevice.houseId, houseId), houseDevice.main))
