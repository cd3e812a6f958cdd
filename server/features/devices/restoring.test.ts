import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device, deviceConnection, houseDevice } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all: Grant[] = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
  action => `device_manage:${action}` as Grant,
)
let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const change = (id: string, columns: Partial<typeof device.$inferInsert>) =>
  database().update(device).set(columns).where(eq(device.id, id))
const serving = (deviceId: string) =>
  database()
    .select()
    .from(houseDevice)
    .where(and(eq(houseDevice.deviceId, deviceId), isNull(houseDevice.to)))
const remove = (id: string, reason?: string) =>
  staff.call(devices.remove, { params: { id }, body: reason ? { reason } : {} })
const restore = (id: string) => staff.ask(devices.restore, { params: { id } })
const deleted = (who: Person, search: string) =>
  who.call(devices.list, { query: { deleted: 'recently', search } })

/** A controller behind a gateway, in a house. */
async function served() {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const controller = await buildDevice(services, offices.direct, {
    type: 'controller',
    gatewayId: gateway.id,
    status: 'ONLINE',
  })
  const house = await buildHouse(services, offices.direct, { deviceIds: [controller.id] })
  return { gateway, controller, house }
}

test('what was deleted is listed with when and by whom, the last one first, and nowhere else', async () => {
  const [first, second] = [await served(), await served()]
  await remove(first.controller.id)
  await remove(second.controller.id)
  const { total, items } = await deleted(staff, 'DEV-')
  expect(total).toBe(2)
  expect(items.map(({ id }) => id)).toEqual([second.controller.id, first.controller.id])
  expect(items[0]?.deleted).toEqual({ at: expect.any(String), by: 'Test User' })
  expect(
    await staff.call(devices.counts, { query: { by: 'status', deleted: 'recently', search: 'DEV-' } }),
  ).toEqual({ ONLINE: 2 })
  const listed = await staff.call(devices.list, { query: { search: first.controller.code } })
  expect(listed.items).toEqual([])
  // Devices in use do not mention it.
  const [inUse] = (await staff.call(devices.list, { query: { search: first.gateway.code } })).items
  expect(inUse).not.toHaveProperty('deleted')
})

test('who may not delete does not see what was deleted', async () => {
  const reader = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_manage:query'],
  })
  const asked = { query: { deleted: 'recently' as const } }
  expect((await reader.ask(devices.list, asked)).statusCode).toBe(403)
  expect((await reader.ask(devices.counts, { query: { ...asked.query, by: 'status' } })).statusCode).toBe(403)
})

test('a restored device is back in its house, has to sign in again, and its history says so', async () => {
  const { controller, house } = await served()
  await remove(controller.id)
  const heard: string[] = []
  const listen = ({ deviceIds }: { deviceIds: string[] }) => void heard.push(...deviceIds)
  farm.services.events.on('registry', listen)
  const { device: restored, without } = await staff.call(devices.restore, { params: { id: controller.id } })
  farm.services.events.off('registry', listen)
  expect(restored).toMatchObject({ code: controller.code, houseId: house.id, status: 'OFFLINE' })
  expect(restored.statusReason).toBe('restored')
  expect(without).toBeNull()
  expect(heard).toEqual([controller.id])
  expect(await serving(controller.id)).toMatchObject([{ main: true }])
  const rows = await database()
    .select()
    .from(operationHistory)
    .where(and(eq(operationHistory.module, 'devices'), eq(operationHistory.type, 'restore')))
  expect(rows.at(-1)?.description['en-US']).toBe(`Restored device ${controller.code}`)
  const events = await database()
    .select({ event: deviceConnection.event })
    .from(deviceConnection)
    .where(eq(deviceConnection.deviceId, controller.id))
    .orderBy(deviceConnection.id)
  expect(events.map(({ event }) => event)).toEqual(['deleted', 'restored'])
})

test('a restored device does not push aside what serves its house by now', async () => {
  const { controller, house } = await served()
  await remove(controller.id)
  const next = await buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
  await database()
    .insert(houseDevice)
    .values({
      id: `next-${next.id}`,
      houseId: house.id,
      deviceId: next.id,
      officePath: farm.offices.direct.path,
      from: new Date(),
    })
  const { device: restored, without } = await staff.call(devices.restore, { params: { id: controller.id } })
  expect(restored.houseId).toBeNull()
  expect(without).toBe(house.name)
  expect((await serving(next.id))[0]?.houseId).toBe(house.id)
})

test('one of two controllers goes back beside the other, whichever of them was deleted', async () => {
  const { gateway, controller, house } = await served()
  const second = await buildDevice(farm.services, farm.offices.direct, {
    type: 'controller',
    gatewayId: gateway.id,
    status: 'ONLINE',
  })
  await database()
    .insert(houseDevice)
    .values({
      id: `second-${second.id}`,
      houseId: house.id,
      deviceId: second.id,
      officePath: farm.offices.direct.path,
      from: new Date(),
    })
  for (const { id } of [second, controller]) {
    await remove(id)
    const { device: restored, without } = await staff.call(devices.restore, { params: { id } })
    expect(restored.houseId).toBe(house.id)
    expect(without).toBeNull()
  }
  expect(await serving(controller.id)).toMatchObject([{ main: false }])
  expect(await serving(second.id)).toMatchObject([{ main: true }])
})

test('a restored gateway has no credential until it is given a new one', async () => {
  const gateway = await buildDevice(farm.services, farm.offices.direct, {
    credentialHash: 'old',
    status: 'ONLINE',
  })
  await remove(gateway.id)
  const { device: restored } = await staff.call(devices.restore, { params: { id: gateway.id } })
  expect(restored).toMatchObject({ status: 'OFFLINE', statusReason: 'needs-credential' })
  const [stored] = await database().select().from(device).where(eq(device.id, gateway.id))
  expect(stored).toMatchObject({ deletedAt: null, credentialHash: null })
  const issued = await staff.call(devices.reset, { params: { id: gateway.id } })
  expect(issued.device.statusReason).toBe('reset')
})

test('a disabled device comes back disabled', async () => {
  const { controller } = await served()
  await staff.call(devices.disable, { params: { id: controller.id } })
  await remove(controller.id)
  expect(await staff.call(devices.restore, { params: { id: controller.id } })).toMatchObject({
    device: { status: 'DISABLE', statusReason: 'disabled' },
  })
})

test('a device is restored once, by whoever comes first', async () => {
  const { controller } = await served()
  expect((await restore(controller.id)).statusCode).toBe(409)
  await remove(controller.id)
  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(controller.id)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    message: 'Somebody has already restored this',
  })
  expect(await serving(controller.id)).toHaveLength(1)
})

test('what stands in the way of a device is named', async () => {
  const { gateway, controller } = await served()
  const why = async () => {
    const answer = await restore(controller.id)
    expect(answer.statusCode).toBe(409)
    return answer.json().message
  }
  await remove(controller.id)
  await remove(gateway.id)
  expect(await why()).toBe(`Its gateway ${gateway.code} is deleted. Restore the gateway first`)
  expect((await restore(gateway.id)).statusCode).toBe(200)

  const { closed, direct } = farm.offices
  await change(gateway.id, { officeId: closed.id, officePath: closed.path })
  expect(await why()).toContain('gateway no longer belongs to this customer')
  await change(gateway.id, { officeId: direct.id, officePath: direct.path })

  const other = await buildDevice(farm.services, closed, { code: controller.code })
  expect(await why()).toBe(`Another device now has the code ${controller.code}. Change that code first`)
  await change(other.id, { code: `${other.code}-2`, codeKey: `${other.codeKey}-2` })

  await database().update(office).set({ deletedAt: new Date() }).where(eq(office.id, direct.id))
  expect(await why()).toBe('It belongs to “direct”, which is deleted')
  await database().update(office).set({ deletedAt: null }).where(eq(office.id, direct.id))

  await change(controller.id, { deletedAt: new Date(Date.now() - RESTORABLE_MS - 60_000) })
  expect(await why()).toBe('It was deleted more than 30 days ago and can no longer be restored')
  expect((await deleted(staff, controller.code)).items).toEqual([])
  await change(controller.id, { deletedAt: new Date(Date.now() - RESTORABLE_MS + 60_000) })
  expect((await deleted(staff, controller.code)).total).toBe(1)
  expect((await restore(controller.id)).statusCode).toBe(200)
})

test('another customer neither sees nor restores what was deleted', async () => {
  const { controller } = await served()
  await remove(controller.id)
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: all })
  expect((await deleted(stranger, controller.code)).items).toEqual([])
  expect((await stranger.ask(devices.restore, { params: { id: controller.id } })).statusCode).toBe(404)
})
