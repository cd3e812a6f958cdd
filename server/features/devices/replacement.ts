import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Replacement } from '#shared/contracts/devices.ts'
import { newId } from '../../platform/database/ids.ts'
import { device, deviceConnection, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { violates } from '../../platform/database/violations.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows, noteFound } from '../../platform/records/rows.ts'
import { justify } from './administration.ts'
import {
  behindOf,
  type FoundDevice,
  findDevice,
  lockDevices,
  seenDevice,
  shownDevice,
  speaksItself,
} from './devices.queries.ts'
import { registerDevice } from './registration.ts'

type Call = ChangingCall & { params: { id: string }; body: z.output<typeof Replacement> }
type Served = FoundDevice & { houseId: string; houseName: string }
type Issued = Awaited<ReturnType<typeof registerDevice>>['credential']

/**
 * Replaces a device that serves a house: its interval with the house ends and the new one's begins at the same instant, so
 * that the house's history goes on. The old one is disabled. All or nothing.
 */
export async function replaceDevice(call: Call) {
  const { db, language } = call
  const { old, chosen } = await open(call)
  const behind = await behindOf(db, old)
  const { id, credential } = chosen ? { id: chosen.row.id, credential: null } : await registered(call, old)
  const next = chosen ?? (await findDevice(db, id, language))
  if (behind.length > 0 && !speaksItself(next))
    throw refuse.invalid([
      {
        field: chosen ? 'newDeviceId' : 'speaksMqtt',
        message: ['device.replacementTied', { count: behind.length }],
      },
    ])
  await justify(call, old, 'replace', { next: next.row.code })
  await handOver(call, old, next)
  await note(call, old, next)
  tell(call, old, next, behind)
  return { device: shownDevice(await findDevice(db, id, language)), credential }
}

/** Locks the house, then the devices, as a change of the house does; then checks whether they can be exchanged. */
async function open(call: Call): Promise<{ old: Served; chosen: FoundDevice | undefined }> {
  const { db, params, body, language } = call
  const { houseId } = await findDevice(db, params.id, language)
  if (houseId !== null)
    await db.select({ id: house.id }).from(house).where(eq(house.id, houseId)).for('update')
  await lockDevices(db, [params.id, ...(body.newDeviceId ? [body.newDeviceId] : [])])
  const old = await noteFound(call, await findDevice(db, params.id, language), found => ({
    device: shownDevice(found),
  }))
  const { device: current } = old.shown
  const chosen = body.newDeviceId ? await chosenDevice(call, old, body.newDeviceId) : undefined
  refuseOlder(body, old.row.version, current)
  if (old.row.type === 'gateway') throw refuse.conflict({ yours: null, current }, 'device.gatewayNotReplaced')
  if (old.houseId === null || old.houseName === null)
    throw refuse.conflict({ yours: null, current }, 'device.servesNone')
  return { old: { ...old, houseId: old.houseId, houseName: old.houseName }, chosen }
}

/** A registered device that is free to be the replacement. */
async function chosenDevice({ db, language }: Call, old: FoundDevice, id: string): Promise<FoundDevice> {
  const found = await seenDevice(db, id, language)
  const wrong = (message: Parameters<typeof refuse.invalid>[0][number]['message']) =>
    refuse.invalid([{ field: 'newDeviceId', message }])
  const fits = found?.farmPath === old.farmPath && found.row.type === old.row.type && id !== old.row.id
  if (!found || !fits) throw wrong('device.replacementUnknown')
  const { code, status } = found.row
  if (found.houseName !== null) throw wrong(['device.replacementServes', { code, house: found.houseName }])
  if (status === 'DISABLE') throw wrong(['device.replacementDisabled', { code }])
  return found
}

/** Registers the new device with the customer, name and gateway of the old one. */
async function registered(call: Call, old: Served): Promise<{ id: string; credential: Issued }> {
  const { code, name, speaksMqtt } = call.body
  if (!code) throw refuse.invalid([{ field: 'code', message: 'device.replacementRequired' }])
  if (!call.viewer.grants.has('device_manage:add')) throw refuse.forbidden()
  const { type, officeId, gatewayId } = old.row
  const isItself = gatewayId === null || speaksMqtt === true
  const { device, credential } = await registerDevice({
    ...call,
    body: {
      type,
      code,
      name: name ?? old.row.name,
      officeId,
      speaksMqtt: isItself,
      gatewayId: isItself ? null : gatewayId,
    },
  })
  return { id: device.id, credential }
}

/** One interval ends where the next begins; the new device takes the old one's place. */
async function handOver({ db }: Call, old: Served, next: FoundDevice): Promise<void> {
  const [served] = await db
    .update(houseDevice)
    // An interval has a positive length, even if the clock was set back in between.
    .set({ to: sql`greatest(now(), ${houseDevice.from} + interval '1 millisecond')` })
    .where(and(eq(houseDevice.deviceId, old.row.id), isNull(houseDevice.to)))
    .returning({ id: houseDevice.id, officePath: houseDevice.officePath, main: houseDevice.main })
  const ended = sql<Date>`(select ended."to" from house_device ended where ended.id = ${served?.id})`
  await db
    .insert(houseDevice)
    .values({
      id: newId(),
      houseId: old.houseId,
      deviceId: next.row.id,
      officePath: served?.officePath ?? old.row.officePath,
      from: ended,
      main: served?.main ?? false,
    })
    .catch((error: unknown) => {
      throw violates(error, 'house_device_once')
        ? refuse.invalid([{ field: 'newDeviceId', message: 'device.replacementUnknown' }])
        : error
    })
  // An open form of the house still shows the old device.
  await changeRows(db, house, eq(house.id, old.houseId), {})
  await db.update(device).set({ gatewayId: next.row.id }).where(eq(device.gatewayId, old.row.id))
  // A repaired device that returns no longer counts as replaced.
  await db
    .update(device)
    .set({ replacesId: null, replacedAt: null })
    .where(inArray(device.replacesId, [old.row.id, next.row.id]))
}

async function note({ db, viewer, body }: Call, old: Served, next: FoundDevice): Promise<void> {
  const { id, officeId, officePath, gatewayId } = old.row
  const version = sql`${device.version} + 1`
  await db
    .update(device)
    .set({ status: 'DISABLE', statusSince: new Date(), statusReason: 'replaced', version })
    .where(eq(device.id, id))
  await db
    .update(device)
    .set({
      replacesId: id,
      replacedAt: sql`now()`,
      officeId,
      officePath,
      version,
      // It is in the same place, so it uses the same gateway.
      ...(gatewayId !== null && !speaksItself(next) && { gatewayId }),
    })
    .where(eq(device.id, next.row.id))
  const by = body.reason ? `${viewer.actualName}: ${body.reason}` : viewer.actualName
  await db.insert(deviceConnection).values([
    { deviceId: id, officePath, event: 'replaced', detail: `${next.row.code} · ${by}` },
    { deviceId: next.row.id, officePath, event: 'replaces', detail: `${old.row.code} · ${by}` },
  ])
}

/** After storing: the old device is no longer heard, and devices behind it speak through the new one. */
function tell({ services, afterwards }: Call, old: Served, next: FoundDevice, behind: string[]): void {
  afterwards(() => {
    services.events.emit('registry', { deviceIds: [old.row.id, next.row.id, ...behind] })
    if (speaksItself(old)) services.devices.disconnect(old.row.id)
  })
}
