import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { hashSecret } from '../../telemetry/credentials.ts'
import { type RunningDevices, startDevices } from '../../telemetry/devices.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { SECRET } from '../../telemetry/testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from '../../telemetry/testing/peer.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all: Grant[] = [
  ...['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
    action => `device_manage:${action}` as Grant,
  ),
  ...(['query', 'get', 'edit'] as const).map(action => `chicken_home_manage:${action}` as Grant),
]
let farm: TestApp
let running: RunningDevices
let staff: Person
let owner: Person
const peers: Peer[] = []
beforeAll(async () => {
  farm = await testApp()
  const { config, store, events, log } = farm.services
  running = await startDevices({
    config: { ...config, mqttPort: 0, mqttHost: '127.0.0.1', mqttClientId: 'smart-farm', mqttUrl: undefined },
    store,
    events,
    log,
  })
  Object.assign(farm.services, { devices: running })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: all })
})
afterAll(async () => {
  for (const peer of peers) await peer.end()
  await running?.stop()
  await farm?.close()
})

let number = 0
const newCode = () => `EC-NEW-${++number}`
const database = () => farm.services.store.scoped(SYSTEM)
const office = () => farm.offices.sharing

async function connected(code: string, password = SECRET): Promise<Peer> {
  const peer = await connectPeer(`mqtt://127.0.0.1:${running.port}`, { code, password })
  peers.push(peer)
  return peer
}
/** A registered device that the device side knows. */
async function registered(more: Parameters<typeof buildDevice>[2]) {
  const made = await buildDevice(farm.services, office(), more)
  farm.services.events.emit('registry', { deviceIds: [made.id] })
  return made
}
/** A house with birds, whose controller speaks through a gateway. */
async function setUp(birds: number | null = 20_000) {
  const gateway = await registered({ credentialHash: hashSecret(SECRET) })
  const old = await registered({ type: 'controller', gatewayId: gateway.id })
  const house = await buildHouse(farm.services, office(), {
    deviceIds: [old.id],
    ...(birds !== null && { flockCount: birds, flockStartedOn: '2026-10-01' }),
  })
  return { gateway, old, house }
}
const replace = (id: string, body: object) => staff.ask(devices.replace, { params: { id }, body })
const intervalsOf = (houseId: string) =>
  database().select().from(houseDevice).where(eq(houseDevice.houseId, houseId)).orderBy(asc(houseDevice.from))
const seen = (id: string) => staff.call(devices.get, { params: { id } })

test('a broken controller is replaced: the house goes on with the new one, and its chart across both', async () => {
  const { gateway, old, house } = await setUp()
  const peer = await connected(gateway.code)
  await peer.nodeBirth()
  await peer.deviceBirth(old.code)
  const from = Date.now()
  await peer.data(old.code, [{ ...TEMPERATURE, value: 21 }])
  await eventually(async () => (await seen(old.id)).status).toBe('ONLINE')

  const code = newCode()
  const answer = await replace(old.id, { code, reason: 'Struck by lightning' })
  expect(answer.statusCode, answer.body).toBe(200)
  const { device: next, credential } = answer.json().data
  expect(credential).toBeNull()
  expect(next).toMatchObject({
    code,
    houseId: house.id,
    gatewayCode: gateway.code,
    replacesCode: old.code,
    status: 'UNACTIVE',
    awaitsBirth: true,
    name: old.name,
  })
  const [ended, begun] = await intervalsOf(house.id)
  expect(ended).toMatchObject({ deviceId: old.id, to: begun?.from })
  expect(begun).toMatchObject({ deviceId: next.id, to: null })
  expect(await seen(old.id)).toMatchObject({
    status: 'DISABLE',
    statusReason: 'replaced',
    houseId: null,
    replacedByCode: code,
  })

  // The gateway announces it again on request: a birth may come before the registry is read.
  await eventually(async () => {
    await peer.deviceBirth(code)
    return (await seen(next.id)).awaitsBirth
  }).toBe(false)
  await peer.data(code, [{ ...TEMPERATURE, value: 24 }])
  // The old one may still be wired, but is ignored.
  await peer.data(old.code, [{ ...TEMPERATURE, value: 99 }])
  const values = async () => {
    const chart = await owner.call(houses.chart, {
      params: { id: house.id },
      query: { metrics: TEMPERATURE.name, from: from - 1_000, to: Date.now() + 1_000, resolution: 'raw' },
    })
    return chart.series[0]?.mean.filter(value => value !== null)
  }
  await eventually(values).toEqual([21, 24])
})

test('a controller that speaks MQTT itself leaves the air at once; the new one comes with the credential shown', async () => {
  const old = await registered({ type: 'controller', credentialHash: hashSecret(SECRET) })
  const scale = await registered({ type: 'scale', gatewayId: old.id })
  const house = await buildHouse(farm.services, office(), { deviceIds: [old.id] })
  const before = await connected(old.code)
  await before.nodeBirth()
  await before.deviceBirth(old.code)
  await eventually(async () => (await seen(old.id)).status).toBe('ONLINE')

  const code = newCode()
  const { device: next, credential } = (await replace(old.id, { code })).json().data
  await before.closed
  expect(credential).toMatchObject({ username: code })
  expect((await seen(scale.id)).gatewayCode).toBe(code)

  const after = await connected(code, credential.password)
  await after.nodeBirth()
  await after.deviceBirth(code)
  await eventually(async () => await seen(next.id)).toMatchObject({
    status: 'ONLINE',
    awaitsBirth: false,
    houseId: house.id,
  })
})

test('with birds in the house a reason is wanted, and the people of the customer are told who replaced what', async () => {
  const { old, house } = await setUp()
  const refused = await replace(old.id, { code: newCode() })
  expect(refused.json().data).toEqual([
    { field: 'reason', message: `There are birds in ${house.name}. Enter a reason` },
  ])
  expect(await intervalsOf(house.id)).toHaveLength(1)
  const code = newCode()
  expect((await replace(old.id, { code, reason: 'Burnt out' })).statusCode).toBe(200)
  const told = await database()
    .select()
    .from(noticeMessage)
    .where(and(eq(noticeMessage.accountId, owner.accountId), eq(noticeMessage.subjectId, house.id)))
  expect(told.map(({ title }) => title['en-US'])).toEqual([
    `Test User replaced device ${old.code} in ${house.name} with ${code}: Burnt out`,
  ])
})

test('an empty house needs no reason', async () => {
  const { old } = await setUp(null)
  expect((await replace(old.id, { code: newCode() })).statusCode).toBe(200)
})

test('a registered controller takes the place, and speaks through the gateway of the place', async () => {
  const { gateway, old, house } = await setUp(null)
  const elsewhere = await registered({})
  const spare = await registered({ type: 'controller', gatewayId: elsewhere.id })
  const { device: next } = (await replace(old.id, { newDeviceId: spare.id })).json().data
  expect(next).toMatchObject({ id: spare.id, houseId: house.id, gatewayCode: gateway.code, version: 2 })
})

test('a repaired controller comes back in the place of the one that stood in for it', async () => {
  const { old, house } = await setUp(null)
  const { device: next } = (await replace(old.id, { code: newCode() })).json().data
  const asIs = await replace(next.id, { newDeviceId: old.id })
  expect(asIs.json().data).toEqual([
    { field: 'newDeviceId', message: `Device ${old.code} is disabled. Enable it first` },
  ])
  await staff.call(devices.enable, { params: { id: old.id } })
  const { device: back } = (await replace(next.id, { newDeviceId: old.id })).json().data
  expect(back).toMatchObject({ id: old.id, replacesCode: next.code, replacedByCode: null })
  expect(await seen(next.id)).toMatchObject({ replacesCode: null, replacedByCode: old.code })
  expect(await intervalsOf(house.id)).toHaveLength(3)
})

test.each([
  ['of another type', { type: 'scale' as const }, 'Choose a device of the same type and customer'],
  ['that is disabled', { type: 'controller' as const, status: 'DISABLE' as const }, /is disabled/],
])('a device %s does not take the place', async (_, more, message) => {
  const { old } = await setUp(null)
  const other = await registered(more)
  const answer = await replace(old.id, { newDeviceId: other.id })
  expect(answer.json().data).toEqual([
    {
      field: 'newDeviceId',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    },
  ])
})

test('a device of another customer, one that serves a house, and a taken code are refused by name', async () => {
  const { old } = await setUp(null)
  const { old: busy, house } = await setUp(null)
  const foreign = await buildDevice(farm.services, farm.offices.closed, { type: 'controller' })
  const faults = async (body: object) => (await replace(old.id, body)).json().data[0]
  expect(await faults({ newDeviceId: foreign.id })).toMatchObject({ field: 'newDeviceId' })
  expect(await faults({ newDeviceId: busy.id })).toEqual({
    field: 'newDeviceId',
    message: `Device ${busy.code} is in use in ${house.name}`,
  })
  expect(await faults({ code: busy.code })).toEqual({ field: 'code', message: 'This code is already in use' })
  expect(await faults({})).toMatchObject({ field: 'code' })
})

test('who may change devices but not register any chooses a registered one', async () => {
  const { old } = await setUp(null)
  const fitter = await farm.as({ office: office(), kind: 2, grants: ['device_manage:edit'] })
  const answer = await fitter.ask(devices.replace, { params: { id: old.id }, body: { code: newCode() } })
  expect(answer.statusCode).toBe(403)
  const spare = await registered({ type: 'controller', gatewayId: old.gatewayId ?? null })
  const body = { newDeviceId: spare.id }
  expect((await fitter.ask(devices.replace, { params: { id: old.id }, body })).statusCode).toBe(200)
})

test('what speaks through a controller needs another that has a connection of its own', async () => {
  const old = await registered({ type: 'controller', credentialHash: hashSecret(SECRET) })
  await registered({ type: 'scale', gatewayId: old.id })
  await buildHouse(farm.services, office(), { deviceIds: [old.id] })
  const gateway = await registered({})
  const spare = await registered({ type: 'controller', gatewayId: gateway.id })
  expect((await replace(old.id, { newDeviceId: spare.id })).json().data[0].field).toBe('newDeviceId')
})

test('of two people who replace the same controller at once one succeeds, and the other is shown what is', async () => {
  const { old, house } = await setUp(null)
  const { version } = await seen(old.id)
  const answers = await Promise.all([1, 2, 3].map(() => replace(old.id, { code: newCode(), version })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().data.current).toMatchObject({ status: 'DISABLE', houseId: null })
  expect((await intervalsOf(house.id)).filter(({ to }) => to === null)).toHaveLength(1)
})

test('the form of the house that was open meanwhile does not bring the old controller back', async () => {
  const { old, house } = await setUp(null)
  const form = await owner.call(houses.get, { params: { id: house.id } })
  await replace(old.id, { code: newCode() })
  const answer = await owner.ask(houses.update, {
    params: { id: house.id },
    body: { ...form, deviceIds: [old.id] },
  })
  expect(answer.statusCode).toBe(409)
})

test('a gateway, and a controller without a house, are not replaced here', async () => {
  const { gateway } = await setUp(null)
  const spare = await registered({ type: 'controller', gatewayId: gateway.id })
  expect((await replace(gateway.id, { code: newCode() })).statusCode).toBe(409)
  expect((await replace(spare.id, { code: newCode() })).statusCode).toBe(409)
  const left = await database().select().from(device).where(eq(device.id, spare.id))
  expect(left).toMatchObject([{ status: 'UNACTIVE' }])
})

test('the picker offers what could take the place: free, in use, of the same type and customer', async () => {
  const { gateway, old } = await setUp(null)
  const { old: busy } = await setUp(null)
  const behind = { gatewayId: gateway.id }
  const spare = await registered({ type: 'controller', ...behind })
  const others = [
    await registered({ type: 'scale', ...behind }),
    await registered({ type: 'controller', status: 'DISABLE', ...behind }),
    await buildDevice(farm.services, farm.offices.closed, { type: 'controller' }),
  ]
  const options = await staff.call(devices.options, { query: { replacementOf: old.id } })
  const ids = options.map(({ id }) => id)
  expect(ids).toContain(spare.id)
  for (const { id } of [old, busy, ...others]) expect(ids).not.toContain(id)
})
