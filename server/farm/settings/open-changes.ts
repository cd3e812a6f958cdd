import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { type HeldFlock, heldFlocks } from '../flocks/held-flocks.ts'

export type ChangeRow = typeof settingChange.$inferSelect

/** An open change, with what decides whether it may be sent. */
export interface OpenChange extends ChangeRow {
  house: typeof house.$inferSelect
  now: typeof houseNow.$inferSelect
  /** The flock in the house. */
  flock: HeldFlock | null
  /** IANA time zone of its office. */
  officeZone: string
  carePath: string | null
  /** The customer now lets the offices above it control its controllers (RC). */
  isRemote: boolean
  /** The controller still serves the house. */
  isBound: boolean
}

const customer = alias(office, 'customer')
const isOpen = inArray(settingChange.state, ['waiting', 'sending'])

/** All open changes, oldest first. */
export async function openChanges(store: Store): Promise<OpenChange[]> {
  const db = store.scoped(SYSTEM)
  const rows = await db
    .select({
      change: settingChange,
      house,
      now: houseNow,
      officeZone: office.timeZone,
      carePath: office.carePath,
      isRemote: sql<boolean>`coalesce(${customer.remoteControlUntil} > now(), false)`,
      isBound: sql<boolean>`exists (select from ${houseDevice} where ${houseDevice.houseId} = ${house.id}
        and ${houseDevice.deviceId} = ${settingChange.deviceId} and ${isNull(houseDevice.to)})`,
    })
    .from(settingChange)
    .innerJoin(device, eq(device.id, settingChange.deviceId))
    .innerJoin(house, eq(house.id, settingChange.houseId))
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, settingChange.farmPath))
    .where(isOpen)
    .orderBy(asc(settingChange.madeAt), asc(settingChange.id))
  const flocks = await heldFlocks(
    db,
    rows.map(({ house }) => house.id),
  )
  return rows.map(({ change, ...more }) => ({
    ...change,
    ...more,
    flock: flocks.get(more.house.id) ?? null,
  }))
}

/** Moves an open change on if it is still as it was read: of several processes one succeeds, the others get undefined. */
export async function moveOn(
  db: Db,
  { id, state, tries }: Pick<ChangeRow, 'id' | 'state' | 'tries'>,
  to: Partial<{ [K in keyof ChangeRow]: ChangeRow[K] | SQL }>,
): Promise<ChangeRow | undefined> {
  const [moved] = await db
    .update(settingChange)
    .set(to)
    .where(and(eq(settingChange.id, id), eq(settingChange.state, state), eq(settingChange.tries, tries)))
    .returning()
  return moved
}
