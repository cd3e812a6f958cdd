import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const grants: Grant[] = [
  ...(['query', 'get', 'add', 'edit', 'delete'] as const).map(
    (action): Grant => `chicken_home_manage:${action}`,
  ),
  ...(['query', 'add', 'edit', 'delete', 'disable'] as const).map(
    (action): Grant => `device_manage:${action}`,
  ),
]
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())

const built = (type: DeviceType = 'controller') =>
  buildDevice(farm.services, farm.offices.direct, { type, status: 'OFFLINE' })
let number = 0
const form = (deviceIds: string[], mainId?: string) => ({
  name: `Twofold ${++number}`,
  officeId: farm.offices.direct.id,
  type: 'layer' as const,
  lengthM: 100,
  widthM: 14,
  heightM: 3,
  deviceIds,
  mainId,
})
const create = (deviceIds: string[], mainId?: string) =>
  owner.call(houses.create, { body: form(deviceIds, mainId) })
const seen = (id: string) => owner.call(houses.get, { params: { id } })
const mains = (houseId: string) =>
  farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(houseDevice)
    .where(and(eq(houseDevice.houseId, houseId), houseDevice.main))
    .orderBy(asc(houseDevice.from))

test('the first controller is the main one; another is chosen on the form, and the past stays what it was', async () => {
  const [scale, first, second] = [await built('scale'), await built(), await built()]
  const { id, mainId } = await create([scale.id, first.id])
  expect(mainId).toBe(first.id)
  const ids = [scale.id, first.id, second.id]
  const grown = await owner.call(houses.update, { params: { id }, body: form(ids) })
  expect(grown.mainId).toBe(first.id)
  expect(grown.devices.map(({ type }) => type).sort()).toEqual(['controller', 'controller', 'scale'])

  const chosen = await owner.call(houses.update, { params: { id }, body: form(ids, second.id) })
  expect(chosen).toMatchObject({ mainId: second.id, devices: [{ id: second.id }, {}, {}] })
  const [before, now] = await mains(id)
  expect(before).toMatchObject({ deviceId: first.id, to: now?.from })
  expect(now).toMatchObject({ deviceId: second.id, to: null })
})

test('chosen at once with its binding it is the main one from the beginning', async () => {
  const [first, second] = [await built(), await built()]
  const { id, mainId } = await create([first.id, second.id], second.id)
  expect(mainId).toBe(second.id)
  expect(await mains(id)).toHaveLength(1)
})

test('only a controller of the house can be its main one, and a gateway serves none', async () => {
  const [scale, first, other, gateway] = [
    await built('scale'),
    await built(),
    await built(),
    await built('gateway'),
  ]
  for (const mainId of [scale.id, other.id]) {
    const answer = await owner.ask(houses.create, { body: form([scale.id, first.id], mainId) })
    expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, 'mainId'])
  }
  const answer = await owner.ask(houses.create, { body: form([gateway.id]) })
  expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, 'deviceIds.0'])
})

test('when the main one leaves, is deleted or replaced, another follows', async () => {
  const [first, second, third] = [await built(), await built(), await built()]
  const { id } = await create([first.id, second.id, third.id])
  await owner.call(houses.update, { params: { id }, body: form([second.id, third.id]) })
  const next = (await seen(id)).mainId ?? ''
  expect([second.id, third.id]).toContain(next)

  await owner.call(devices.remove, { params: { id: next }, body: {} })
  const last = (await seen(id)).mainId ?? ''
  expect([second.id, third.id].filter(other => other !== next)).toEqual([last])

  const fresh = await built()
  await owner.call(devices.replace, { params: { id: last }, body: { newDeviceId: fresh.id } })
  expect((await seen(id)).mainId).toBe(fresh.id)
})

test('a restored house has the main controller that it had', async () => {
  const [first, second] = [await built(), await built()]
  const { id } = await create([first.id, second.id], second.id)
  await owner.call(houses.remove, { params: { id } })
  const { house } = await owner.call(houses.restore, { params: { id } })
  expect(house.mainId).toBe(second.id)
})

test('what can serve a house is offered with what it is; gateways are not', async () => {
  const scale = await built('scale')
  const gateway = await built('gateway')
  const offered = await owner.call(devices.options, { query: { serving: 'true' } })
  expect(offered).toContainEqual({ id: scale.id, name: scale.name, code: scale.code, type: 'scale' })
  expect(offered.map(({ id }) => id)).not.toContain(gateway.id)
})

test('a house that other means gave a scale and then two controllers has the first of them', async () => {
  const [scale, first, second] = [await built('scale'), await built(), await built()]
  const { id } = await buildHouse(farm.services, farm.offices.direct, {
    deviceIds: [scale.id, first.id, second.id],
  })
  expect((await seen(id)).mainId).toBe(first.id)
})
