import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { type DevicesConfig, startDevices } from '#server/telemetry/devices.ts'
import { certificates, noOpenssl } from '#server/telemetry/testing/certificates.ts'
import type { Person } from '#server/testing/app.ts'
import { buildDevice } from '#server/testing/farm-builder.ts'
import { liveApp } from '#server/testing/live-app.ts'
import { startRealServer } from '#server/testing/real-server.ts'
import { devices } from '#shared/contracts/devices.ts'
import { eventually } from './eventually.ts'
import { gatewayWith, type RunningGateway } from './running.ts'

/** The whole server with its broker, on the network. */
async function pairingFarm() {
  const farm = await liveApp()
  const { store, events, log } = farm.services
  const config: DevicesConfig = {
    mqttPort: 0,
    mqttHost: '127.0.0.1',
    publicUrl: 'http://127.0.0.1',
    group: 'farm',
    hostId: 'smart-farm',
    mqttClientId: 'smart-farm',
  }
  const broker = await startDevices({ config, store, events, log })
  const { mqttUrl, latest, disconnect, reach } = broker
  Object.assign(farm.services.devices, { mqttUrl, latest, disconnect, reach })
  return {
    ...farm,
    server: farm.address.replace('ws:', 'http:'),
    rows: async (asked: SQL) => (await store.scoped(SYSTEM).execute(asked)).rows,
    async close() {
      await broker.stop()
      await farm.close()
    },
  }
}

let farm: Awaited<ReturnType<typeof pairingFarm>>
let staff: Person
const running: { remove(): Promise<void> }[] = []
beforeAll(async () => {
  farm = await pairingFarm()
  staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_manage:edit', 'device_manage:get', 'device_manage:query'],
  })
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.remove()
})
afterAll(() => farm.close())

/** A registered gateway with a controller behind it. */
async function registered() {
  const { services, offices } = farm
  const gateway = await buildDevice(services, offices.sharing)
  const device = await buildDevice(services, offices.sharing, { type: 'controller', gatewayId: gateway.id })
  services.events.emit('registry', { deviceIds: [gateway.id, device.id] })
  return { ...gateway, device }
}
type Registered = Awaited<ReturnType<typeof registered>>

/** A new computer at the farm; nothing answers on its bus. */
function box(code: string, more: object = {}): RunningGateway {
  const made = gatewayWith({
    buses: [{ name: 'bus', tcp: { host: '127.0.0.1', port: 1 } }],
    controllers: [{ code, units: [{ bus: 'bus', map: 'seeed-s-co2-03' }] }],
    ...more,
  })
  running.push(made)
  return made
}

const codeFor = async ({ id }: Registered) => (await staff.call(devices.pair, { params: { id } })).code
const pairing = ({ id }: Registered) => staff.call(devices.pairing, { params: { id } })
const pair = (computer: RunningGateway, code: string, server = farm.server) =>
  computer.ask('--pair', code, '--server', server, '--language', 'en')
const statusOf = async ({ id }: { id: string }) =>
  (await farm.rows(sql`select status from device where id = ${id}`))[0]?.status
/** Connections of a gateway by their name, oldest first. */
const noted = async ({ id }: Registered, ...events: string[]) =>
  (
    await farm.rows(
      sql`select event from device_connection
        where device_id = ${id} and event = any(${sql.param(events)}::text[]) order by id`,
    )
  ).map(({ event }) => event)

test('a new gateway gets a credential of its own by the code from its page, and connects', async () => {
  const gateway = await registered()
  const computer = box(gateway.device.code)
  const before = await computer.ask('--language', 'en')
  expect(before).toMatchObject({ code: 2, text: expect.stringContaining('not paired yet') })

  const code = await codeFor(gateway)
  // As read aloud and typed.
  const { code: ended, text } = await pair(computer, code.toLowerCase())
  expect({ ended, text }).toEqual({ ended: 0, text: expect.stringContaining(`gateway ${gateway.code}`) })
  expect(text).toContain(gateway.device.code)
  const memory = join(computer.folder, 'memory')
  const credential = join(memory, 'credential.json')
  expect((statSync(credential).mode & 0o777).toString(8)).toBe('600')
  expect(readdirSync(memory)).not.toContain('pairing.json')
  expect(await pairing(gateway)).toMatchObject({ expiresAt: null, used: { from: '127.0.0.1' } })
  // Neither the page nor the database ever had the secret.
  const { secret } = JSON.parse(readFileSync(credential, 'utf8'))
  const stored = await farm.rows(sql`select * from device join gateway_pairing on device_id = device.id`)
  expect(JSON.stringify(stored)).not.toContain(secret)

  computer.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  expect(await noted(gateway, 'pairing', 'paired', 'pairing-refused')).toEqual(['pairing', 'paired'])
})

test('the code may stand in the configuration: it is used at the first start and never again', async () => {
  const gateway = await registered()
  const code = await codeFor(gateway)
  const computer = box(gateway.device.code, { pair: { code: `${farm.server}/#pair=${code}` } })
  computer.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  await computer.kill()
  await eventually(() => statusOf(gateway)).toBe('OFFLINE')
  computer.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  expect(await noted(gateway, 'paired', 'pairing-refused')).toEqual(['paired'])
})

test('a code of which somebody else was quicker is told so, and a new one locks them out', async () => {
  const gateway = await registered()
  const code = await codeFor(gateway)
  const [thief, ours] = [box(gateway.device.code), box(gateway.device.code)]
  expect((await pair(thief, code)).code).toBe(0)
  thief.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')

  const late = await pair(ours, code)
  expect(late.code).toBe(2)
  expect(late.text).toContain('used up: it was used 0 min ago from 127.0.0.1')
  expect(readdirSync(join(ours.folder, 'memory'))).not.toContain('credential.json')
  expect(await statusOf(gateway)).toBe('ONLINE')

  const next = await codeFor(gateway)
  expect((await pair(ours, next)).code).toBe(0)
  await eventually(() => statusOf(gateway)).toBe('OFFLINE')
  ours.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  await eventually(() => noted(gateway, 'refused')).toContain('refused')
  expect(await noted(gateway, 'paired', 'pairing-refused')).toEqual(['paired', 'pairing-refused', 'paired'])
})

test.each([
  ['before the server heard of it', false],
  ['when the server had taken the code, before the answer came', true],
])('a gateway that is killed %s asks again and is the same', async (_, isTaken) => {
  const gateway = await registered()
  const code = await codeFor(gateway)
  const computer = box(gateway.device.code)
  const relay = await relayThat(async (request, body) => {
    if (isTaken) {
      const { url, method, headers } = request
      const answer = await fetch(farm.server + url, {
        method: method ?? 'POST',
        headers: { 'Content-Type': String(headers['content-type']) },
        body,
      })
      expect(answer.status).toBe(200)
    }
    await computer.kill()
  })
  expect((await pair(computer, code, relay.url)).code).not.toBe(0)
  await relay.close()
  expect(await noted(gateway, 'paired')).toEqual(isTaken ? ['paired'] : [])

  expect((await pair(computer, code)).code).toBe(0)
  // And once more, by somebody who is not sure that it worked.
  expect((await pair(computer, code)).code).toBe(0)
  computer.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  expect(await noted(gateway, 'paired', 'pairing-refused')).toEqual(['paired'])
})

test('what is not encrypted, not there or somebody else is told before anything is sent', async () => {
  const { device } = await registered()
  const computer = box(device.code)
  expect(await pair(computer, 'AAAA-AAAA', 'http://farm.example')).toMatchObject({
    code: 2,
    text: expect.stringContaining('is not encrypted'),
  })
  expect((await computer.ask('--pair', 'AAAA-AAAA', '--language', 'en')).text).toContain('Which server?')
  expect(await pair(computer, 'AAAA-AAAA', 'http://127.0.0.1:1')).toMatchObject({
    code: 1,
    text: expect.stringContaining('cannot be reached'),
  })
  const told = box(device.code, {
    server: { url: 'mqtt://127.0.0.1:1', group: 'farm', gateway: 'GW-1', secret: 'x' },
  })
  expect((await pair(told, 'AAAA-AAAA')).text).toContain('Take that part out first')
})

test('a second gateway in one folder is refused in words, until the first has gone, however it went', async () => {
  const gateway = await registered()
  const computer = box(gateway.device.code)
  expect((await pair(computer, await codeFor(gateway))).code).toBe(0)
  computer.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
  const second = box(gateway.device.code, { storage: { folder: join(computer.folder, 'memory') } })
  for (const args of [[], ['--check'], ['--pair', 'AAAA-AAAA', '--server', farm.server]])
    expect(await second.ask(...args, '--language', 'en')).toMatchObject({
      code: 2,
      text: expect.stringContaining(`Another gateway is running in ${computer.folder}`),
    })
  expect(await statusOf(gateway)).toBe('ONLINE')
  await computer.kill()
  await eventually(() => statusOf(gateway)).toBe('OFFLINE')
  second.start()
  await eventually(() => statusOf(gateway)).toBe('ONLINE')
})

// Last, since wrong codes slow down whoever comes from this address.
test('a code that has ended, one that a newer one replaced and one mistyped are told in words', async () => {
  const gateway = await registered()
  const computer = box(gateway.device.code)
  const replaced = await codeFor(gateway)
  const code = await codeFor(gateway)
  await farm.rows(
    sql`update gateway_pairing set expires_at = now() - interval '3 minutes' where device_id = ${gateway.id}`,
  )
  expect((await pair(computer, code)).text).toContain('ended 3 min ago: a code lasts 15 minutes')
  for (const wrong of [replaced, 'AAAA-AAAA'])
    expect((await pair(computer, wrong)).text).toContain('There is no such code')
  const chinese = await computer.ask('--pair', code, '--server', farm.server, '--language', 'zh')
  expect(chinese.text).toContain('该配对码已过期')
})

describe.skipIf(noOpenssl)(`a server with a certificate of the farm's own authority${noOpenssl}`, () => {
  const { authority, signed, path, remove } = certificates()
  afterAll(remove)

  test('is believed by a gateway that is shown the authority', async () => {
    authority('ours')
    signed('server', 'localhost', 'ours')
    const server = await startRealServer({
      TLS_CERT: path('server.crt'),
      TLS_KEY: path('server.key'),
      MQTT_TLS_PORT: '0',
      PUBLIC_URL: 'https://localhost',
    })
    running.push(server)
    const computer = box('HC-1')
    const url = server.url.replace('http://127.0.0.1', 'https://localhost')
    expect((await pair(computer, 'AAAA-AAAA', url)).text).toContain('cannot be reached')
    const trusting = ['--ca', path('ours.crt'), '--language', 'en']
    const { text } = await computer.ask('--pair', 'AAAA-AAAA', '--server', url, ...trusting)
    expect(text).toContain('There is no such code')
  })
})

/** Something on the way to the server that hears a call and never answers. */
async function relayThat(hear: (request: IncomingMessage, body: string) => Promise<void>) {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += chunk
    await hear(request, body)
    response.destroy()
  }
  const relay = createServer((request, response) => void take(request, response))
  await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    close: () => new Promise(resolve => relay.close(resolve)),
  }
}
