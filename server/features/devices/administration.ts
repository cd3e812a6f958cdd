import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { chooseMain } from '../../farm/houses/main-controller.ts'
import { tell } from '../../people/notices/tell.ts'
import { device, deviceConnection, houseDevice } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { sayBoth, type TextKey, type TextValues } from '../../platform/http/texts.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { hashSecret, newSecret } from '../../telemetry/credentials.ts'
import {
  type BirdHouse,
  behindOf,
  type FoundDevice,
  findDevice,
  housesWithBirds,
  shownDevice,
  speaksItself,
} from './devices.queries.ts'
import { statusAfter } from './devices.rules.ts'

type Call = ChangingCall & { params: { id: string }; body?: { reason?: string | undefined } | undefined }
type Grave = 'disable' | 'reset' | 'pair' | 'remove' | 'replace'

const events = {
  enable: 'enabled',
  disable: 'disabled',
  reset: 'reset',
  remove: 'deleted',
  restore: 'restored',
} as const
/** Why a restored device with its own connection is offline: its credential ended when it was deleted. */
export const NEEDS_CREDENTIAL = 'needs-credential'

const told = {
  disable: 'device.told.disable',
  reset: 'device.told.reset',
  pair: 'device.told.pair',
  remove: 'device.told.remove',
  replace: 'device.told.replace',
} as const satisfies Record<Grave, TextKey>

function open<Shown extends object>(call: Call, shown: (found: FoundDevice) => Shown) {
  const { db, params, language } = call
  return openFound(call, device.id, () => findDevice(db, params.id, language), shown)
}

/** Removing a device from a house with birds needs a typed reason, which the customer's users are told. */
export async function justify(
  call: Call,
  found: FoundDevice,
  action: Grave,
  more: TextValues = {},
): Promise<void> {
  const { db, body } = call
  const houses = await housesWithBirds(db, [found.row.id, ...(await behindOf(db, found))])
  if (houses.length === 0) return
  if (!body?.reason) {
    const names = houses.map(({ name }) => name).join(', ')
    throw refuse.invalid([{ field: 'reason', message: ['device.reasonRequired', { house: names }] }])
  }
  for (const house of houses)
    await tellReaders(call, found, house, [told[action], { ...more, reason: body.reason }])
}

async function tellReaders(
  call: Call,
  found: FoundDevice,
  house: BirdHouse,
  [key, more]: readonly [TextKey, TextValues],
) {
  const { db, viewer } = call
  const readers = await db
    .select({ id: account.id, officePath: account.officePath })
    .from(account)
    .where(
      and(
        isNull(account.deletedAt),
        isNull(account.disabledAt),
        eq(account.kind, 2),
        ne(account.id, viewer.accountId),
        // The people of this customer who see the house: at its node or above it, not above the customer.
        sql`starts_with(${house.officePath}, ${account.officePath})`,
        sql`starts_with(${account.officePath}, ${found.farmPath})`,
      ),
    )
  const values = { name: viewer.actualName, code: found.row.code, house: house.name, ...more }
  await tell(db, readers, {
    title: sayBoth([key, values]),
    level: 'warning',
    messageType: 'device_alarm',
    businessType: 'system',
    subjectId: house.id,
  })
}

/** Actions after which the device goes on as before; the others cut it off. */
const HARMLESS: readonly string[] = ['enable', 'restore']

/** Writes the row and a line of the connection history, then tells the device side once stored. */
export async function settle(
  call: Call,
  { row }: FoundDevice,
  action: keyof typeof events,
  changed: PgUpdateSetSource<typeof device>,
): Promise<void> {
  const { db, viewer, services, body } = call
  const { id, officePath, gatewayId } = row
  await changeRows(db, device, eq(device.id, id), changed)
  await db.insert(deviceConnection).values({
    deviceId: id,
    officePath,
    event: events[action],
    detail: body?.reason ? `${viewer.actualName}: ${body.reason}` : viewer.actualName,
  })
  call.afterwards(() => {
    services.events.emit('registry', { deviceIds: [id] })
    // Other devices behind the gateway go on: the registry says that this one is ignored.
    if (!HARMLESS.includes(action) && gatewayId === null) services.devices.disconnect(id)
  })
}

async function administer(call: Call, action: 'enable' | 'disable') {
  const { db, params, language } = call
  const found = await open(call, shownDevice)
  const { status, lastMessageAt } = found.row
  const to = statusAfter(action, { status, wasBorn: lastMessageAt !== null })
  if (to === undefined) {
    const message = action === 'enable' ? 'device.alreadyEnabled' : 'device.alreadyDisabled'
    throw refuse.conflict({ yours: null, current: found.shown }, message)
  }
  if (action === 'disable') await justify(call, found, action)
  await settle(call, found, action, { status: to, statusSince: new Date(), statusReason: events[action] })
  return shownDevice(await findDevice(db, params.id, language))
}

export const enableDevice = (call: Call) => administer(call, 'enable')
export const disableDevice = (call: Call) => administer(call, 'disable')

/** A new credential; the old one stops at once, and the device is offline until it signs in with the new one. */
export async function resetDevice(call: Call) {
  const { db, params, services, language } = call
  const found = await open(call, known => ({ device: shownDevice(known) }))
  if (!speaksItself(found)) throw refuse.invalid([{ field: 'gatewayId', message: 'device.noCredential' }])
  await justify(call, found, 'reset')
  const password = newSecret()
  const { statusReason } = found.row
  await settle(call, found, 'reset', {
    credentialHash: hashSecret(password),
    statusReason: statusReason === NEEDS_CREDENTIAL ? events.reset : statusReason,
  })
  const shown = shownDevice(await findDevice(db, params.id, language))
  const { mqttUrl } = services.devices
  return { device: shown, username: shown.code, password, mqttUrl, group: services.config.group }
}

/**
 * Marks the device as deleted; its reports stay with the houses it served. Its interval with its house ends at the same
 * instant, by which restoring finds the house.
 */
export async function removeDevice(call: Call): Promise<null> {
  const { db } = call
  const found = await open(call, shownDevice)
  const behind = await behindOf(db, found)
  if (behind.length > 0)
    throw refuse.invalid([{ field: 'id', message: ['device.hasDevices', { count: behind.length }] }])
  await justify(call, found, 'remove')
  await settle(call, found, 'remove', { deletedAt: sql`now()`, credentialHash: null })
  await db
    .update(houseDevice)
    .set({ to: sql`greatest(now(), ${houseDevice.from} + interval '1 millisecond')` })
    .where(and(eq(houseDevice.deviceId, found.row.id), isNull(houseDevice.to)))
  if (found.houseId !== null) await chooseMain(db, found.houseId)
  return null
}
