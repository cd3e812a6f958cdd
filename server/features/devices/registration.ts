import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeviceForm } from '#shared/contracts/devices.ts'
import { STAFF } from '#shared/permissions.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, deviceConnection, deviceState } from '../../platform/database/tables/farms.ts'
import { gatewayPairing } from '../../platform/database/tables/gateways.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { type FarmOffice, farmOffice } from '../../platform/http/farm-office.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { addRow, changeRows, openFound } from '../../platform/records/rows.ts'
import { hashSecret, newSecret } from '../../telemetry/credentials.ts'
import { claimCode, namedCodeFault } from './device-codes.ts'
import { behindOf, type FoundDevice, findDevice, shownDevice, speaksItself } from './devices.queries.ts'
import { codeKey, connectionFault } from './devices.rules.ts'

type Form = z.output<typeof DeviceForm>

/** Foreign keys see rows of every customer, so the gateway is looked up with the viewer's scope. */
async function refuseForeignGateway(db: Db, gatewayId: string, { farmPath }: FarmOffice): Promise<void> {
  const [found] = await db
    .select({ farmPath: office.farmPath })
    .from(device)
    .innerJoin(office, eq(office.id, device.officeId))
    .where(and(eq(device.id, gatewayId), isNull(device.gatewayId), isNull(device.deletedAt)))
    .for('share', { of: device })
  if (found?.farmPath !== farmPath)
    throw refuse.invalid([{ field: 'gatewayId', message: 'device.gatewayUnknown' }])
}

/** The product after the change: only staff may choose another, and only a released one. */
async function productAfter(call: ChangingCall & { body: Form }, before: string | null) {
  const { productId = before, type } = call.body
  if (productId === before) return before
  const field = 'productId'
  if (call.viewer.kind !== STAFF) throw refuse.invalid([{ field, message: 'device.productStaff' }])
  if (productId === null) return null
  if (type !== 'controller') throw refuse.invalid([{ field, message: 'device.productUnknown' }])
  const isOne = and(eq(iotProduct.id, productId), eq(iotProduct.status, 'released'))
  if ((await call.db.$count(iotProduct, isOne)) === 0)
    throw refuse.invalid([{ field, message: 'device.productUnknown' }])
  return productId
}

/**
 * Registers a device. A controller that speaks MQTT itself is one row that is both: it has a credential and no gateway,
 * and its code is the edge node's and the device's.
 */
export async function registerDevice(call: ChangingCall & { body: Form }) {
  const { db, body, viewer, services, language } = call
  const { code, name, type } = body
  const fault = connectionFault(body)
  if (fault) throw refuse.invalid([fault])
  const customer = await farmOffice(db, body.officeId)
  if (body.gatewayId) await refuseForeignGateway(db, body.gatewayId, customer)
  const productId = await productAfter(call, null)
  await claimCode(db, services.store, code)

  const id = newId()
  const password = body.gatewayId ? undefined : newSecret()
  await addRow(call, device, {
    id,
    type,
    code,
    codeKey: codeKey(code),
    name,
    officeId: customer.id,
    officePath: customer.path,
    gatewayId: body.gatewayId ?? null,
    productId,
    credentialHash: password === undefined ? null : hashSecret(password),
  }).catch(rethrown)
  await db.insert(deviceConnection).values({
    deviceId: id,
    officePath: customer.path,
    event: 'registered',
    detail: viewer.actualName,
  })
  call.afterwards(() => {
    services.events.emit('registry', { deviceIds: [id] })
  })
  return {
    device: shownDevice(await findDevice(db, id, language)),
    credential:
      password === undefined
        ? null
        : {
            username: code,
            password,
            mqttUrl: services.devices.mqttUrl,
            group: services.config.group,
          },
  }
}

const rethrown = (error: unknown): never => {
  throw namedCodeFault(error)
}

/** What would be left behind when a device goes to another customer or stops being a gateway. */
async function refuseTied(db: Db, found: FoundDevice, field: 'officeId' | 'gatewayId'): Promise<void> {
  if (field === 'officeId' && found.houseName !== null)
    throw refuse.invalid([{ field, message: ['device.servesHouse', { house: found.houseName }] }])
  const behind = await behindOf(db, found)
  if (behind.length > 0)
    throw refuse.invalid([{ field, message: ['device.hasDevices', { count: behind.length }] }])
}

/**
 * The gateway after the change. A form without it leaves a controller that speaks MQTT itself as it is; one that starts to
 * do so gets its credential by a reset.
 */
async function gatewayAfter(db: Db, found: FoundDevice, body: Form, customer: FarmOffice) {
  const staysItself = speaksItself(found) && !body.gatewayId
  const fault = staysItself ? undefined : connectionFault(body)
  if (fault) throw refuse.invalid([fault])
  if (!body.gatewayId) return null
  if (body.gatewayId === found.row.id)
    throw refuse.invalid([{ field: 'gatewayId', message: 'device.gatewayUnknown' }])
  if (speaksItself(found)) await refuseTied(db, found, 'gatewayId')
  await refuseForeignGateway(db, body.gatewayId, customer)
  return body.gatewayId
}

/** Changes name, code, gateway or customer of a device. */
export async function changeDevice(call: ChangingCall & { params: { id: string }; body: Form }) {
  const { db, body, params, services, language } = call
  const found = await openFound(call, device.id, () => findDevice(db, params.id, language), shownDevice)
  const { row } = found
  const { id } = row
  refuseOlder(body, row.version, found.shown)
  if (body.type !== row.type) throw refuse.invalid([{ field: 'type', message: 'device.typeFixed' }])
  const customer = await farmOffice(db, body.officeId)
  const isGiven = customer.farmPath !== found.farmPath
  if (isGiven) await refuseTied(db, found, 'officeId')
  const gatewayId = await gatewayAfter(db, found, body, customer)
  const productId = await productAfter(call, row.productId)
  if (body.code !== row.code) await claimCode(db, services.store, body.code, [id])

  await changeRows(db, device, eq(device.id, id), {
    name: body.name,
    code: body.code,
    codeKey: codeKey(body.code),
    gatewayId,
    productId,
    officeId: customer.id,
    officePath: customer.path,
    ...(gatewayId && { credentialHash: null }),
  }).catch(rethrown)
  if (isGiven) {
    await db.delete(deviceState).where(eq(deviceState.deviceId, id))
    await db.delete(gatewayPairing).where(eq(gatewayPairing.deviceId, id))
  }
  call.afterwards(() => {
    services.events.emit('registry', { deviceIds: [id] })
    const signsInAnew = isGiven || body.code !== row.code || gatewayId !== row.gatewayId
    if (signsInAnew && speaksItself(found)) services.devices.disconnect(id)
  })
  return shownDevice(await findDevice(db, id, language))
}
