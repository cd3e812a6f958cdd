import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all: Grant[] = ['query', 'get', 'add', 'edit', 'delete'].map(
  action => `chicken_home_manage:${action}` as Grant,
)
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: [...all, 'device_manage:delete'],
  })
})
afterAll(() => farm.close())

const controller = () => buildDevice(farm.services, farm.offices.direct, { type: 'controller' })
const change = (id: string, columns: Partial<typeof house.$inferInsert>) =>
  farm.services.store.scoped(SYSTEM).update(house).set(columns).where(eq(house.id, id))
const remove = (id: string) => owner.call(houses.remove, { params: { id } })
const restore = (id: string) => owner.ask(houses.restore, { params: { id } })
const deleted = (who: Person, search: string) =>
  who.call(houses.list, { query: { deleted: 'recently', search } })

test('a deleted house is listed with when and by whom, and comes back with its controllers', async () => {
  const { id: deviceId, code } = await controller()
  const { id, name } = await buildHouse(farm.services, farm.offices.direct, { deviceIds: [deviceId] })
  await remove(id)
  const { items } = await deleted(owner, name)
  expect(items).toMatchObject([{ id, devices: [], deleted: { at: expect.any(String), by: 'Test User' } }])
  expect((await owner.call(houses.list, { query: { search: name } })).items).toEqual([])

  const { house: restored, without } = await owner.call(houses.restore, { params: { id } })
  expect(restored).toMatchObject({ id, name, devices: [{ code }] })
  expect(without).toEqual([])
  expect((await owner.call(houses.list, { query: { search: name } })).total).toBe(1)
  const rows = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.type, 'restore'))
  expect(rows.at(-1)?.description['en-US']).toBe(`Restored house: ${name}`)
})

test('a controller that has gone elsewhere stays there, and is named', async () => {
  const [stays, moved, gone] = [await controller(), await controller(), await controller()]
  const { id } = await buildHouse(farm.services, farm.offices.direct, {
    deviceIds: [stays.id, moved.id, gone.id],
  })
  await remove(id)
  const next = await owner.call(houses.create, {
    body: {
      name: 'Elsewhere',
      officeId: farm.offices.direct.id,
      type: 'layer',
      lengthM: 120,
      widthM: 15,
      heightM: 4,
      deviceIds: [moved.id],
    },
  })
  await owner.call(devices.remove, { params: { id: gone.id }, body: {} })
  const { house: restored, without } = await owner.call(houses.restore, { params: { id } })
  expect(restored.devices.map(({ code }) => code)).toEqual([stays.code])
  expect(without.sort()).toEqual([moved.code, gone.code].sort())
  const elsewhere = await owner.call(houses.get, { params: { id: next.id } })
  expect(elsewhere.devices.map(({ code }) => code)).toEqual([moved.code])
})

test('a house is restored once, by whoever comes first', async () => {
  const { id } = await buildHouse(farm.services, farm.offices.direct, {
    deviceIds: [(await controller()).id],
  })
  expect((await restore(id)).statusCode).toBe(409)
  await remove(id)
  const answers = await Promise.all(Array.from({ length: 4 }, () => restore(id)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
})

test('what stands in the way of a house is named', async () => {
  const { id } = await buildHouse(farm.services, farm.offices.direct, { name: 'Twin' })
  await remove(id)
  const other = await buildHouse(farm.services, farm.offices.direct, { name: 'twin' })
  const refused = await restore(id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe('Another house is now named twin. Rename that house first')
  await change(other.id, { name: 'Another' })

  await change(id, { deletedAt: new Date(Date.now() - RESTORABLE_MS - 60_000) })
  expect((await restore(id)).json().message).toContain('more than 30 days ago')
  expect((await deleted(owner, 'Twin')).items).toEqual([])
  await change(id, { deletedAt: new Date(Date.now() - RESTORABLE_MS + 60_000) })
  expect((await restore(id)).statusCode).toBe(200)
})

test('neither another customer nor who may not delete sees or restores a deleted house', async () => {
  const { id, name } = await buildHouse(farm.services, farm.offices.direct)
  await remove(id)
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: all })
  expect((await deleted(stranger, name)).items).toEqual([])
  expect((await stranger.ask(houses.restore, { params: { id } })).statusCode).toBe(404)
  const reader = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query'],
  })
  expect((await reader.ask(houses.list, { query: { deleted: 'recently' } })).statusCode).toBe(403)
})
