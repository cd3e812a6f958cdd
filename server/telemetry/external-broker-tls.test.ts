import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fillFarm, openFarmDb } from '#server/testing/busy-farm.ts'
import { startRealServer } from '#server/testing/real-server.ts'
import { certificates, noOpenssl } from './testing/certificates.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from './testing/mosquitto.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'

const missing = noMosquitto || noOpenssl
describe.skipIf(missing)(`an outside broker that speaks TLS${missing}`, () => {
  const { authority, signed, read, path, remove } = certificates()
  let broker: Mosquitto
  let address: string
  beforeAll(async () => {
    authority('private')
    signed('broker', 'localhost', 'private')
    broker = await startMosquitto([
      'allow_anonymous true',
      `certfile ${path('broker.crt')}`,
      `keyfile ${path('broker.key')}`,
    ])
    address = `mqtts://localhost:${new URL(broker.url).port}`
  })
  afterAll(async () => {
    await broker?.remove()
    remove()
  })

  test('is trusted through the authority of the deployment: a report comes through it into the database', async () => {
    const server = await startRealServer({ MQTT_URL: address, NODE_EXTRA_CA_CERTS: path('private.crt') })
    onTestFinished(() => server.remove())
    const database = openFarmDb(server.superuserUrl)
    onTestFinished(() => database.close())
    const farm = await fillFarm(database, { customers: 1, gateways: 1, controllers: 1 })
    await server.stop()
    await server.start()
    const [gateway] = farm.gateways
    const controller = gateway?.controllers[0] ?? ''
    const peer = await connectPeer(address, { code: gateway?.code ?? '', ca: read('private.crt') })
    await peer.nodeBirth()
    await peer.deviceBirth(controller)
    await peer.data(controller, [{ ...TEMPERATURE, value: 21.5 }])
    const again = openFarmDb(server.superuserUrl)
    onTestFinished(() => again.close())
    const stored = async () => (await again.pool.query('select "values"[1] as value from report')).rows
    await expect.poll(stored, { timeout: 15_000 }).toEqual([{ value: 21.5 }])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await peer.end()
  })

  test('that asks its clients for a certificate is shown ours, and a missing one is named', async () => {
    signed('server', 'smart-farm', 'private')
    const strict = await startMosquitto([
      'require_certificate true',
      'use_identity_as_username true',
      `cafile ${path('private.crt')}`,
      `certfile ${path('broker.crt')}`,
      `keyfile ${path('broker.key')}`,
    ])
    onTestFinished(() => strict.remove())
    const env = {
      MQTT_URL: `mqtts://localhost:${new URL(strict.url).port}`,
      NODE_EXTRA_CA_CERTS: path('private.crt'),
    }
    await expect(startRealServer(env)).rejects.toThrow(
      /Cannot start: MQTT_URL: the broker at localhost:\d+ cannot be used: [^\n]*certificate[^\n]*\n/,
    )
    const server = await startRealServer({
      ...env,
      MQTT_CERT: path('server.crt'),
      MQTT_KEY: path('server.key'),
    })
    onTestFinished(() => server.remove())
    expect(await (await fetch(`${server.url}/api/health`)).json()).toMatchObject({ broker: true })
  })

  test('with an unknown authority ends the start with a clear message', async () => {
    await expect(startRealServer({ MQTT_URL: address })).rejects.toThrow(
      /Cannot start: MQTT_URL: the broker at localhost:\d+ cannot be used: [^\n]*certificate[^\n]*\n/,
    )
  })
})
