import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { gatewayPairing } from '#shared/contracts/gateway-pairing.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { isSecret } from '../../telemetry/credentials.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const grants: Grant[] = [
  'device_manage:get',
  'device_manage:edit',
  'device_manage:query',
  'device_manage:disable',
]
let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp({ deviceCa: '-----BEGIN CERTIFICATE-----' })
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants })
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const newGateway = (more: object = {}) => buildDevice(farm.services, farm.offices.sharing, more)
const codeFor = (id: string, body: object = {}) => owner.call(devices.pair, { params: { id }, body })
let address = 0
/** A gateway calls from an address that nobody has failed from. */
const exchange = (code: string, { secret = 'a secret', from = `203.0.113.${++address}` } = {}) =>
  farm.app.inject({
    method: 'POST',
    url: `/api${gatewayPairing.exchange.path}`,
    remoteAddress: from,
    headers: { 'accept-language': 'en-US' },
    payload: { code, credential: createHash('sha256').update(secret).digest('hex'), box: 'a box' },
  })

test('a code gives its gateway, and no other, the credential whose hash was sent', async () => {
  const gateway = await newGateway()
  const controller = await newGateway({ type: 'controller', gatewayId: gateway.id })
  const { code, expiresAt } = await codeFor(gateway.id)
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000)
  expect(await owner.call(devices.pairing, { params: { id: gateway.id } })).toMatchObject({
    expiresAt,
    used: null,
  })

  const { data } = (await exchange(code, { secret: 'mine' })).json()
  expect(data).toMatchObject({
    gateway: gateway.code,
    group: 'farm',
    host: 'smart-farm',
    mqttUrl: farm.services.devices.mqttUrl,
    ca: '-----BEGIN CERTIFICATE-----',
    controllers: [{ code: controller.code }],
  })
  const [stored] = await database().select().from(device).where(eq(device.id, gateway.id))
  expect(isSecret(Buffer.from('mine'), stored?.credentialHash ?? null)).toBe(true)
  expect(farm.services.devices.disconnected).toContain(gateway.id)
})

test('a code reaches neither the history nor another customer', async () => {
  const gateway = await newGateway()
  const { code } = await codeFor(gateway.id)
  const rows = await database().select().from(operationHistory).where(eq(operationHistory.type, 'pair'))
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
  const other = await farm.as({ office: farm.offices.direct, kind: 2, grants })
  expect((await other.ask(devices.pair, { params: { id: gateway.id } })).statusCode).toBe(404)
  expect((await other.ask(devices.pairing, { params: { id: gateway.id } })).statusCode).toBe(404)
})

test('wrong codes from one address are slowed down, and cost another address nothing', async () => {
  const { id } = await newGateway()
  const { code } = await codeFor(id)
  const from = '198.51.100.7'
  const tries = []
  for (let i = 0; i < 12; i++) tries.push((await exchange(`AAAAAAA${i}`, { from })).statusCode)
  expect(tries.slice(0, 3)).toEqual([400, 400, 400])
  expect(tries.at(-1)).toBe(429)
  expect((await exchange(code, { from })).statusCode).toBe(429)
  expect((await exchange(code)).statusCode).toBe(200)
})

test('what cannot be paired is told before a code is shown', async () => {
  const refused = async (id: string) => {
    const answer = await owner.ask(devices.pair, { params: { id } })
    expect(answer.statusCode).toBe(400)
    return answer.json().message
  }
  expect(await refused((await newGateway({ type: 'controller' })).id)).toBe('Only a gateway can be paired')
  expect(await refused((await newGateway({ status: 'DISABLE' })).id)).toBe('Enable the gateway first')
  Object.assign(farm.services.config, { mqttUrl: 'mqtt://broker.example' })
  expect(await refused((await newGateway()).id)).toContain('credentials of its own')
  Object.assign(farm.services.config, { mqttUrl: undefined })
})

test('a gateway disabled after its code was shown gets nothing by it', async () => {
  const gateway = await newGateway()
  const { code } = await codeFor(gateway.id)
  await owner.call(devices.disable, { params: { id: gateway.id }, body: {} })
  expect((await exchange(code)).json().message).toBe(
    `Gateway ${gateway.code} is disabled. Enable it on its page first`,
  )
})

test('in a house with birds a connected gateway is replaced only for a reason, which the customer is told', async () => {
  const gateway = await newGateway({ lastMessageAt: new Date() })
  const controller = await newGateway({ type: 'controller', gatewayId: gateway.id })
  await buildHouse(farm.services, farm.offices.sharing, {
    deviceIds: [controller.id],
    flockCount: 900,
  })
  const params = { id: gateway.id }
  expect((await staff.ask(devices.pair, { params })).json()).toMatchObject({ data: [{ field: 'reason' }] })
  await staff.call(devices.pair, { params, body: { reason: 'The box is broken' } })
  const told = await database().select({ title: noticeMessage.title }).from(noticeMessage)
  expect(JSON.stringify(told)).toContain('The box is broken')
  // One that never connected has no place that another could take.
  const fresh = await newGateway()
  const behind = await newGateway({ type: 'controller', gatewayId: fresh.id })
  await buildHouse(farm.services, farm.offices.sharing, {
    deviceIds: [behind.id],
    flockCount: 900,
  })
  expect((await codeFor(fresh.id)).code).toHaveLength(8)
})
