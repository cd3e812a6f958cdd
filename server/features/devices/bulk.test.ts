import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all: Grant[] = ['query', 'get', 'delete', 'enable', 'disable'].map(
  action => `device_manage:${action}` as Grant,
)
let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
})
afterAll(() => farm.close())

const built = (more: object = {}) => buildDevice(farm.services, farm.offices.direct, more)
const database = () => farm.services.store.scoped(SYSTEM)
const statusesOf = async (ids: string[]) =>
  (await database().select().from(device).where(inArray(device.id, ids))).map(({ status }) => status)

test('a row that is refused keeps no other back, and each says what became of it', async () => {
  const [free, busy, done] = [await built(), await built(), await built({ status: 'DISABLE' })]
  const house = await buildHouse(farm.services, farm.offices.direct, {
    deviceIds: [busy.id],
    flockCount: 100,
    flockStartedOn: '2026-10-01',
  })
  const ids = [free.id, busy.id, done.id, 'nobody']
  const result = await staff.call(devices.bulk, { body: { action: 'disable', ids } })
  expect(result).toEqual({
    done: 1,
    rows: [
      { id: free.id, name: free.code, refused: null },
      { id: busy.id, name: busy.code, refused: `There are birds in ${house.name}. Enter a reason` },
      { id: done.id, name: done.code, refused: 'The device is already disabled' },
      { id: 'nobody', name: '', refused: 'Not found; it may have been deleted' },
    ],
  })
  expect(await statusesOf([busy.id])).toEqual(['UNACTIVE'])
  expect(await statusesOf([free.id])).toEqual(['DISABLE'])
})

test('each device that changed has its own line in the history of its own office', async () => {
  const one = await built()
  const other = await buildDevice(farm.services, farm.offices.closed)
  await staff.call(devices.bulk, { body: { action: 'disable', ids: [one.id, other.id], reason: 'Recall' } })
  const rows = await database()
    .select()
    .from(operationHistory)
    .where(and(eq(operationHistory.module, 'devices'), eq(operationHistory.type, 'disable')))
  const about = rows.filter(({ description }) =>
    [one.code, other.code].some(code => description['en-US'] === `Disabled device ${code}`),
  )
  expect(about.map(({ subjectPath }) => subjectPath).sort()).toEqual([
    farm.offices.closed.path,
    farm.offices.direct.path,
  ])
  expect(about[0]?.after).toMatchObject({ status: 'DISABLE' })
})

test('devices that are disabled together are cut off, those that are refused are not', async () => {
  const [one, two] = [await built(), await built({ status: 'DISABLE' })]
  farm.services.devices.disconnected.length = 0
  await staff.call(devices.bulk, { body: { action: 'disable', ids: [one.id, two.id] } })
  expect(farm.services.devices.disconnected).toEqual([one.id])
})

test('a gateway and all that speaks through it are deleted in one go, in whatever order they were picked', async () => {
  const gateway = await built()
  const behind = await built({ type: 'controller', gatewayId: gateway.id })
  const result = await staff.call(devices.bulk, {
    body: { action: 'remove', ids: [gateway.id, behind.id] },
  })
  expect(result.done).toBe(2)
})

test('each action needs its own permission', async () => {
  const { id } = await built()
  const person = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['device_manage:disable'],
  })
  const ask = (action: string) => person.ask(devices.bulk, { body: { action, ids: [id] } })
  expect((await ask('remove')).statusCode).toBe(403)
  expect((await ask('disable')).statusCode).toBe(200)
})

test('rows of another customer are not found, and stay as they are', async () => {
  const foreign = await buildDevice(farm.services, farm.offices.closed)
  const person = await farm.as({ office: farm.offices.direct, kind: 2, grants: all })
  const result = await person.call(devices.bulk, { body: { action: 'remove', ids: [foreign.id] } })
  expect(result).toMatchObject({ done: 0, rows: [{ name: '' }] })
  expect(await statusesOf([foreign.id])).toEqual(['UNACTIVE'])
})

test('nobody changes more rows at once than a call can answer in time', async () => {
  const ids = Array.from({ length: 201 }, (_, n) => `d${n}`)
  const answer = await staff.ask(devices.bulk, { body: { action: 'enable', ids } })
  expect(answer.json().data).toEqual([{ field: 'ids', message: 'Choose at most 200' }])
})

test('the chips of the device list are counted in one call, under its other filters', async () => {
  const name = 'Counted together'
  for (const status of ['ONLINE', 'ONLINE', 'DISABLE'] as const) await built({ name, status })
  expect(await staff.call(devices.counts, { query: { by: 'status', search: name } })).toEqual({
    ONLINE: 2,
    DISABLE: 1,
  })
})
