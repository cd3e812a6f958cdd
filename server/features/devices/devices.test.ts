import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device, deviceConnection, houseDevice } from '../../platform/database/tables/farms.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { isSecret } from '../../telemetry/credentials.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse, buildRefused } from '../../testing/farm-builder.ts'

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
const storedDevice = async (id: string) =>
  (await database().select().from(device).where(eq(device.id, id)))[0]
let codes = 0
const newCode = () => `EC-${Date.now()}-${++codes}`
const form = (more: object = {}) => ({
  type: 'gateway' as const,
  code: newCode(),
  name: 'Gateway',
  officeId: farm.offices.direct.id,
  ...more,
})

test('a gateway gets a credential that is shown once and stored only as a hash', async () => {
  const { device: made, credential } = await staff.call(devices.create, { body: form({ code: 'GW-Once' }) })
  expect(made).toMatchObject({ code: 'GW-Once', status: 'UNACTIVE', gatewayId: null, officeName: 'direct' })
  expect(credential).toMatchObject({ username: 'GW-Once', group: 'farm', mqttUrl: expect.any(String) })
  const stored = await storedDevice(made.id)
  expect(stored?.credentialHash).not.toContain(credential?.password)
  expect(isSecret(Buffer.from(credential?.password ?? ''), stored?.credentialHash ?? null)).toBe(true)
  const [row] = await database()
    .select()
    .from(operationHistory)
    .where(and(eq(operationHistory.type, 'create'), eq(operationHistory.subjectPath, '1.6.')))
  expect(JSON.stringify(row)).not.toContain(credential?.password)
  expect(row?.after).toMatchObject({ credential: { password: 'changed' } })
  expect(row?.description).toEqual({ 'en-US': 'Registered device GW-Once', 'zh-CN': '登记设备 GW-Once' })
})

test('a controller that speaks MQTT itself is registered in one step and is its own gateway', async () => {
  const { device: made, credential } = await staff.call(devices.create, {
    body: form({ type: 'controller', speaksMqtt: true }),
  })
  expect(made).toMatchObject({ type: 'controller', gatewayId: null })
  expect(credential?.username).toBe(made.code)
  const scale = await staff.call(devices.create, { body: form({ type: 'scale', gatewayId: made.id }) })
  expect(scale).toMatchObject({ device: { gatewayCode: made.code }, credential: null })
})

test('a code is taken without regard to case, also by a device of another customer', async () => {
  const { code } = await buildDevice(farm.services, farm.offices.closed, { code: 'Taken-1' })
  const answer = await staff.ask(devices.create, { body: form({ code: code.toUpperCase() }) })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 40003,
    data: [{ field: 'code', message: 'This code is already in use' }],
  })
})

test('two people who register the same code at once do not both get it', async () => {
  const code = newCode()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => staff.ask(devices.create, { body: form({ code }) })),
  )
  expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400])
})

test('the code of a deleted device is free after thirty days', async () => {
  const days = (n: number) => new Date(Date.now() - n * 86_400_000)
  const fresh = await buildDevice(farm.services, farm.offices.direct, { deletedAt: days(29) })
  const old = await buildDevice(farm.services, farm.offices.direct, { deletedAt: days(31) })
  const refused = await staff.ask(devices.create, { body: form({ code: fresh.code }) })
  expect(refused.json().data[0]).toMatchObject({
    field: 'code',
    message: expect.stringContaining('free again'),
  })
  expect((await staff.ask(devices.create, { body: form({ code: old.code }) })).statusCode).toBe(200)
})

test.each([
  ['', 'Enter code'],
  ['abc', 'At least 4 characters'],
  ['x'.repeat(65), 'At most 64 characters'],
  ['a b c d', 'Letters, digits and - _ @ . : ; only'],
])('the code "%s" is refused in words', async (code, message) => {
  const answer = await staff.ask(devices.create, { body: form({ code }) })
  expect(answer.json().data).toContainEqual({ field: 'code', message })
})

test('a device speaks through a gateway of its own customer only', async () => {
  const foreign = await buildDevice(farm.services, farm.offices.closed)
  const answer = await staff.ask(devices.create, { body: form({ type: 'scale', gatewayId: foreign.id }) })
  expect(answer.json().data).toEqual([
    { field: 'gatewayId', message: 'Choose a gateway of the same customer' },
  ])
})

test('a device belongs to a customer, not to the provider or an agent', async () => {
  const answer = await staff.ask(devices.create, { body: form({ officeId: farm.offices.agent.id }) })
  expect(answer.json().data).toEqual([{ field: 'officeId', message: 'Choose a customer from the list' }])
})

test('two editors: the second is shown what the first has stored', async () => {
  const made = (await staff.call(devices.create, { body: form() })).device
  const edit = (name: string) =>
    staff.ask(devices.update, {
      params: { id: made.id },
      body: { ...form(), code: made.code, name, version: 1 },
    })
  expect((await edit('first')).statusCode).toBe(200)
  const second = await edit('second')
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({
    code: 409,
    data: { yours: { name: 'second', version: 1 }, current: { name: 'first', version: 2 } },
  })
})

test('only what was changed is in the history', async () => {
  const made = (await staff.call(devices.create, { body: form({ name: 'before' }) })).device
  await staff.call(devices.update, {
    params: { id: made.id },
    body: { ...form(), code: made.code, name: 'after' },
  })
  const rows = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.type, 'update'))
    .orderBy(asc(operationHistory.id))
  expect(rows.at(-1)).toMatchObject({
    module: 'devices',
    actorId: staff.accountId,
    before: { name: 'before' },
    after: { name: 'after' },
  })
})

test('a disabled device is disconnected, and enabled it waits to sign in again', async () => {
  const made = (await staff.call(devices.create, { body: form() })).device
  const params = { id: made.id }
  const disabled = await staff.call(devices.disable, { params })
  expect(disabled).toMatchObject({ status: 'DISABLE', statusReason: 'disabled' })
  expect(farm.services.devices.disconnected).toContain(made.id)
  const again = await staff.ask(devices.disable, { params })
  expect(again.statusCode).toBe(409)
  expect((await staff.call(devices.enable, { params })).status).toBe('UNACTIVE')
  const { items } = await staff.call(devices.connections, { params })
  expect(items.map(({ event }) => event)).toEqual(['enabled', 'disabled', 'registered'])
})

test('a new credential ends the old one', async () => {
  const { device: made, credential } = await staff.call(devices.create, { body: form() })
  const issued = await staff.call(devices.reset, { params: { id: made.id } })
  expect(issued.password).not.toBe(credential?.password)
  const { credentialHash } = (await storedDevice(made.id)) ?? {}
  expect(isSecret(Buffer.from(credential?.password ?? ''), credentialHash ?? null)).toBe(false)
  expect(isSecret(Buffer.from(issued.password), credentialHash ?? null)).toBe(true)
  expect(farm.services.devices.disconnected).toContain(made.id)
})

test('taking a controller from a house with birds needs a reason, which the customer is told', async () => {
  const { services, offices } = farm
  const owner = await farm.as({ office: offices.closed, kind: 2 })
  const gateway = await buildDevice(services, offices.closed)
  const controller = await buildDevice(services, offices.closed, {
    type: 'controller',
    gatewayId: gateway.id,
  })
  await buildHouse(services, offices.closed, {
    name: 'North 3',
    flockCount: 12_000,
    flockStartedOn: '2026-01-05',
    deviceIds: [controller.id],
  })
  const refused = await staff.ask(devices.disable, { params: { id: gateway.id } })
  expect(refused.json().data).toEqual([
    { field: 'reason', message: 'There are birds in North 3. Enter a reason' },
  ])
  expect((await storedDevice(gateway.id))?.status).toBe('UNACTIVE')

  await staff.call(devices.disable, { params: { id: gateway.id }, body: { reason: 'Wiring is on fire' } })
  const [notice] = await database()
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.accountId, owner.accountId))
  expect(notice?.title['en-US']).toBe(
    `Test User disabled device ${gateway.code} in North 3: Wiring is on fire`,
  )
  const [event] = await database()
    .select()
    .from(deviceConnection)
    .where(and(eq(deviceConnection.deviceId, gateway.id), eq(deviceConnection.event, 'disabled')))
  expect(event?.detail).toBe('Test User: Wiring is on fire')
})

test('a gateway is not deleted while devices speak through it; a deleted one leaves its house', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const controller = await buildDevice(services, offices.direct, {
    type: 'controller',
    gatewayId: gateway.id,
  })
  const house = await buildHouse(services, offices.direct, { deviceIds: [controller.id] })
  const refused = await staff.ask(devices.remove, { params: { id: gateway.id } })
  expect(refused.json().data[0].message).toContain('1 other devices')
  await staff.call(devices.remove, { params: { id: controller.id } })
  const [interval] = await database().select().from(houseDevice).where(eq(houseDevice.houseId, house.id))
  expect(interval?.to).not.toBeNull()
  expect((await staff.ask(devices.get, { params: { id: controller.id } })).statusCode).toBe(404)
  await staff.call(devices.remove, { params: { id: gateway.id } })
})

test('a device that serves a house is not given to another customer', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct, { type: 'controller' })
  const house = await buildHouse(services, offices.direct, { deviceIds: [gateway.id] })
  const move = () =>
    staff.ask(devices.update, {
      params: { id: gateway.id },
      body: form({ type: 'controller', code: gateway.code, officeId: offices.closed.id }),
    })
  expect((await move()).json().data[0]).toMatchObject({
    field: 'officeId',
    message: expect.stringContaining(house.name),
  })
  await database().update(houseDevice).set({ to: new Date() }).where(eq(houseDevice.houseId, house.id))
  expect((await move()).statusCode).toBe(200)
  expect((await storedDevice(gateway.id))?.officePath).toBe(offices.closed.path)
})

test('the list searches, filters, sorts and pages', async () => {
  const { services, offices } = farm
  for (const name of ['b', 'a', 'c'])
    await buildDevice(services, offices.sharing, { name: `50%_${name}`, code: `LIST-${name}-1` })
  const query = { search: '50%_', officeId: offices.sharing.id, sort: '-name', size: 2 }
  const first = await staff.call(devices.list, { query })
  expect(first.total).toBe(3)
  expect(first.items.map(({ name }) => name)).toEqual(['50%_c', '50%_b'])
  const last = await staff.call(devices.list, { query: { ...query, page: 2 } })
  expect(last.items.map(({ name }) => name)).toEqual(['50%_a'])
  expect(last.total).toBe(3)
  expect(await staff.call(devices.list, { query: { ...query, page: 3 } })).toEqual({ total: 3, items: [] })
  const wrong = await staff.ask(devices.list, { query: { sort: 'credentialHash' } })
  expect(wrong.json().data[0].field).toBe('sort')
})

test('pickers list what the viewer has in scope', async () => {
  const { services, offices } = farm
  const own = await buildDevice(services, offices.team)
  const user = await farm.as({ office: offices.team, kind: 2 })
  expect((await user.call(devices.options, {})).map(({ id }) => id)).toEqual([own.id])
  expect((await user.call(devices.officeOptions, {})).map(({ name }) => name)).toEqual(['team'])
})

test('pickers of a form follow the customer that it names', async () => {
  const { services, offices } = farm
  const names = { search: 'PICK' }
  const there = await buildDevice(services, offices.sharing, { code: 'PICK-1' })
  await buildDevice(services, offices.closed, { code: 'PICK-2' })
  const all = await staff.call(devices.options, { query: names })
  expect(all.map(({ code }) => code)).toEqual(expect.arrayContaining(['PICK-1', 'PICK-2']))
  const [own, ...others] = await staff.call(devices.options, {
    query: { ...names, customerOf: offices.team.id },
  })
  expect([own?.id, others]).toEqual([there.id, []])
})

test('a device that is not connected cannot be asked for its latest status, and says so', async () => {
  const made = (await staff.call(devices.create, { body: form() })).device
  const { asked, device: shown } = await staff.call(devices.refresh, { params: { id: made.id } })
  expect(asked).toBe(false)
  expect(shown.code).toBe(made.code)
  const rows = await database().select().from(operationHistory).where(eq(operationHistory.type, 'refresh'))
  expect(rows[0]?.description['en-US']).toBe(`Asked device ${made.code} for its latest status`)
})

test('a controller that spoke itself and goes behind a gateway loses its credential', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const body = form({ type: 'controller', speaksMqtt: true })
  const { id } = (await staff.call(devices.create, { body })).device
  const change = (gatewayId: string) =>
    staff.ask(devices.update, { params: { id }, body: { ...body, speaksMqtt: false, gatewayId } })
  expect((await change(id)).json().data[0]).toMatchObject({ field: 'gatewayId' })
  expect((await change(gateway.id)).statusCode).toBe(200)
  expect(await storedDevice(id)).toMatchObject({ gatewayId: gateway.id, credentialHash: null })
  expect(farm.services.devices.disconnected).toContain(id)
  const reset = await staff.ask(devices.reset, { params: { id } })
  expect(reset.json().code).toBe(40003)
})

test('what an administrator did is told to the device side once it is stored, not when it is refused', async () => {
  const heard: string[] = []
  const listen = ({ deviceIds }: { deviceIds: string[] }) => void heard.push(...deviceIds)
  farm.services.events.on('registry', listen)
  const made = (await staff.call(devices.create, { body: form() })).device
  await staff.ask(devices.enable, { params: { id: made.id } })
  farm.services.events.off('registry', listen)
  expect(heard).toEqual([made.id])
})

test('without consent staff see that a message was not understood, not what it held', async () => {
  const { services, offices } = farm
  const { id } = await buildDevice(services, offices.closed)
  const payload = Buffer.from('readings')
  await buildRefused(services, offices.closed, { deviceId: id, payload })
  const owner = await farm.as({ office: offices.closed, kind: 2, grants: all })
  const seen = async (who: Person) =>
    (await who.call(devices.quarantine, { params: { id } })).items.map(({ size, payload }) => [size, payload])
  expect(await seen(owner)).toEqual([[8, payload.toString('base64')]])
  expect(await seen(staff)).toEqual([[8, null]])

  // Given to a customer who shares, the device does not bring along its former owner's data.
  const { id: officeId, path: officePath } = offices.sharing
  await database().update(device).set({ officeId, officePath }).where(eq(device.id, id))
  expect(await seen(staff)).toEqual([[8, null]])
})

test('what a gateway sent wrongly about a controller is listed with the controller too, and nothing else', async () => {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.direct)
  const behind = (code: string) =>
    buildDevice(services, offices.direct, { type: 'controller', gatewayId: gateway.id, code })
  const [first, second] = [await behind('QC-first'), await behind('QC-second')]
  const topics = [
    `DDATA/${gateway.code}/QC-first`,
    `DDATA/${gateway.code}/QC-second`,
    `NDATA/${gateway.code}`,
  ]
  for (const topic of topics)
    await buildRefused(services, offices.direct, { deviceId: gateway.id, topic: `spBv1.0/farm/${topic}` })
  const listed = async (id: string) =>
    (await staff.call(devices.quarantine, { params: { id } })).items.map(({ topic }) => topic.slice(13))
  expect(await listed(first.id)).toEqual([topics[0]])
  expect(await listed(second.id)).toEqual([topics[1]])
  expect(await listed(gateway.id)).toHaveLength(3)
})
