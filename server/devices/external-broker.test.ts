import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import mqtt from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStore, SYSTEM } from '#server/database/store.ts'
import { device } from '#server/database/tables/farms.ts'
import { createEvents } from '#server/events.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered, SECRET } from './testing/farm.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from './testing/mosquitto.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

describe.skipIf(noMosquitto)(`an outside broker${noMosquitto}`, () => {
  let broker: Mosquitto
  let farm: DeviceFarm
  let number = 0
  const peers: Peer[] = []
  beforeAll(async () => {
    broker = await startMosquitto()
    farm = await deviceFarm({ mqttUrl: broker.url })
  })
  afterEach(async () => {
    for (const peer of peers.splice(0)) await peer.client.endAsync(true)
  })
  afterAll(async () => {
    await farm?.close()
    await broker?.remove()
  })

  async function register() {
    number++
    const gateway = await farm.register(`GW-out-${number}`, 'gateway', farm.offices.sharing)
    const controller = await farm.register(`HC-out-${number}`, 'controller', farm.offices.sharing, gateway)
    return { gateway, controller }
  }
  async function connect({ code }: Registered, url = broker.url): Promise<Peer> {
    const peer = await connectPeer(url, { code, clientId: `${code}-${Math.random()}` })
    peers.push(peer)
    return peer
  }
  async function bornFarm() {
    const { gateway, controller } = await register()
    const peer = await connect(gateway)
    await bear(peer, controller)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    return { gateway, controller, peer }
  }
  /** Births now, and whenever the server asks: it may have heard of the devices only just now. */
  async function bear(peer: Peer, { code }: { code: string }) {
    const births = async () => {
      await peer.nodeBirth()
      await peer.deviceBirth(code)
    }
    peer.client.on('message', topic => {
      if (topic.includes('/NCMD/')) births().catch(() => {})
    })
    await births()
  }
  const statusOf = async ({ id }: Registered) =>
    (await farm.rows<{ status: string }>('select status from device where id = $1', [id]))[0]?.status
  const storedOf = async ({ serial }: Registered) =>
    (
      await farm.rows<{ value: number }>(
        'select "values"[1] as value from report where device = $1 order by at',
        [serial],
      )
    ).map(({ value }) => value)
  const eventsOf = async ({ id }: Registered) =>
    (
      await farm.rows<{ event: string }>(
        'select event from device_connection where device_id = $1 order by id',
        [id],
      )
    ).map(({ event }) => event)
  /** One reading for each number, a millisecond apart. */
  async function sendAll(peer: Peer, { code }: Registered, values: number[], from = Date.now()) {
    await Promise.all(values.map((value, i) => peer.data(code, [{ ...TEMPERATURE, value }], from + i)))
  }
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

  test('brings births, readings that are stored and shown, and the death', async () => {
    const { gateway, controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 21.5 }], at)
    await eventually(() => storedOf(controller)).toEqual([21.5])
    await eventually(() => farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toMatchObject({
      value: 21.5,
      at,
    })
    expect(
      farm.heard.filter(({ deviceId }) => deviceId === controller.id && deviceId).length,
    ).toBeGreaterThan(0)
    expect(farm.devices.requestRebirth(gateway.id)).toBe(true)
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)

    peer.cut()
    await eventually(() => Promise.all([statusOf(gateway), statusOf(controller)])).toEqual([
      'OFFLINE',
      'OFFLINE',
    ])
    await eventually(() => eventsOf(gateway)).toEqual(['nbirth', 'ndeath'])
  })

  test('tells the address without the credentials of the server', () => {
    expect(farm.devices.mqttUrl).toBe(broker.url)
  })

  test('keeps what is sent while the server is away; nothing is lost, nothing doubled', async () => {
    const { controller, peer } = await bornFarm()
    await farm.stop()
    await sendAll(peer, controller, upTo(300))
    await farm.start()
    await eventually(() => storedOf(controller)).toEqual(upTo(300))
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)
  })

  test('brings a node that the server has not heard of yet, as soon as it is registered', async () => {
    const code = 'GW-out-later'
    const peer = await connect({ id: '', serial: 0, code })
    await bear(peer, { code: 'HC-out-later' })
    const gateway = await farm.register(code, 'gateway', farm.offices.sharing)
    const controller = await farm.register('HC-out-later', 'controller', farm.offices.sharing, gateway)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
  })

  test('may be killed: the server comes back to it, and nodes go on', async () => {
    const { gateway, controller } = await bornFarm()
    const killedAt = Date.now()
    await broker.stop('SIGKILL')
    await broker.start()
    const peer = await connect(gateway)
    const states = () =>
      peer.received
        .filter(({ topic }) => topic.includes('/STATE/'))
        .map(({ payload }) => JSON.parse(String(payload)))
    await eventually(() => states().some(({ online, timestamp }) => online && timestamp > killedAt)).toBe(
      true,
    )
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    await sendAll(peer, controller, upTo(20))
    await eventually(() => storedOf(controller)).toEqual(upTo(20))
    expect(await statusOf(controller)).toBe('ONLINE')
  })

  describe('with two processes of the server', () => {
    /** A second process whose group commits are counted. */
    async function second() {
      const store = openStore(farm.urls)
      const query = store.ingest.query.bind(store.ingest)
      let commits = 0
      Object.assign(store.ingest, {
        query: (...words: Parameters<typeof query>) => {
          const [first] = words as unknown[]
          if (
            typeof first === 'object' &&
            first !== null &&
            'name' in first &&
            first.name === 'store-reports'
          )
            commits++
          return query(...words)
        },
      })
      const events = createEvents()
      const told: string[] = []
      events.on('status', ({ deviceId, to }) => to === 'DISABLE' && told.push(deviceId))
      const devices = await farm.startAnother({ mqttClientId: 'smart-farm-2' }, store, events)
      return {
        devices,
        heard: () => told,
        commits: () => commits,
        async stop() {
          await devices.stop()
          await store.close()
        },
      }
    }

    test('each stores its share, both know the present, and history tells each event once', async () => {
      const other = await second()
      const { gateway, controller, peer } = await bornFarm()
      const asked = peer.rebirthsAsked()
      await sendAll(peer, controller, upTo(200))
      await eventually(() => storedOf(controller)).toEqual(upTo(200))
      expect(other.commits()).toBeGreaterThan(0)
      for (const devices of [farm.devices, other.devices])
        await eventually(() => devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toMatchObject({
          value: 200,
        })
      expect(peer.rebirthsAsked()).toBe(asked)
      peer.cut()
      await eventually(() => statusOf(gateway)).toBe('OFFLINE')
      await eventually(() => eventsOf(gateway)).toEqual(['nbirth', 'ndeath'])
      await other.stop()
    })

    test('what one hears of the registry the other does, too', async () => {
      const other = await second()
      const { controller, peer } = await bornFarm()
      await farm.store
        .scoped(SYSTEM)
        .update(device)
        .set({ status: 'DISABLE' })
        .where(eq(device.id, controller.id))
      farm.events.emit('registry', { deviceIds: [controller.id] })
      await eventually(() => farm.statuses.at(-1)).toMatchObject({ deviceId: controller.id, to: 'DISABLE' })
      await eventually(() => other.heard()).toContain(controller.id)
      await sendAll(peer, controller, upTo(50))
      const refused = () =>
        farm.rows(`select 1 from quarantine where reason = $1 and topic like '%/DDATA/%'`, [
          'the device is disabled',
        ])
      await eventually(refused).toHaveLength(50)
      expect(await storedOf(controller)).toEqual([])
      await other.stop()
    })

    test('the one that stays says that the host is online after the other went', async () => {
      const ears = await mqtt.connectAsync(broker.url)
      const states: { online: boolean; timestamp: number }[] = []
      ears.on('message', (_topic, payload) => states.push(JSON.parse(String(payload))))
      await ears.subscribeAsync('spBv1.0/STATE/smart-farm', { qos: 1 })
      const other = await second()
      await eventually(() => states.at(-1)?.online).toBe(true)
      const newest = states.at(-1)?.timestamp ?? 0
      await other.stop()
      await eventually(() => (states.at(-1)?.online ? states.at(-1)?.timestamp : 0)).toBeGreaterThan(newest)

      await ears.publishAsync('spBv1.0/STATE/smart-farm', '{"online":false,"timestamp":1}', {
        qos: 1,
        retain: true,
      })
      await eventually(() => states.at(-1)?.online).toBe(true)
      await ears.endAsync()
    })
  })
})

describe.skipIf(noMosquitto)(`the broker's own rules${noMosquitto}`, () => {
  let broker: Mosquitto
  /** As docs/operations.md has it. */
  const documented = () => {
    const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    return /```acl\n([^`]*)```/.exec(text)?.[1] ?? ''
  }
  beforeAll(async () => {
    broker = await startMosquitto(
      ['allow_anonymous false', 'password_file {folder}/passwords', 'acl_file {folder}/acl'],
      folder => {
        writeFileSync(join(folder, 'acl'), documented())
        const passwords = join(folder, 'passwords')
        writeFileSync(passwords, '')
        for (const [user, secret] of [
          ['smart-farm', 'the server'],
          ['GW-rules', SECRET],
          ['GW-other', SECRET],
        ] as const)
          expect(spawnSync('mosquitto_passwd', ['-b', passwords, user, secret]).status).toBe(0)
      },
    )
  })
  afterAll(() => broker.remove())
  const withPassword = (password: string) =>
    broker.url.replace('//', `//smart-farm:${encodeURIComponent(password)}@`)

  test('as documented let the server work and a gateway speak for itself only', async () => {
    const farm = await deviceFarm({ mqttUrl: withPassword('the server') })
    expect(farm.devices.mqttUrl).toBe(broker.url)
    const gateway = await farm.register('GW-rules', 'gateway', farm.offices.sharing)
    const controller = await farm.register('HC-rules', 'controller', farm.offices.sharing, gateway)
    const peer = await connectPeer(broker.url, { code: gateway.code })
    const online = () =>
      farm.statuses.some(({ deviceId, to }) => deviceId === controller.id && to === 'ONLINE')
    peer.client.on('message', topic => {
      if (topic.includes('/NCMD/'))
        peer
          .nodeBirth()
          .then(() => peer.deviceBirth(controller.code))
          .catch(() => {})
    })
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    await eventually(online).toBe(true)
    const forged = [`spBv1.0/farm/NDEATH/${gateway.code}`, 'spBv1.0/STATE/smart-farm']
    for (const topic of forged) {
      const intruder = await connectPeer(broker.url, { code: 'GW-other' })
      const sent = intruder.client.publishAsync(topic, '{"online":false,"timestamp":9e15}', {
        qos: 1,
        retain: true,
      })
      // mosquitto drops the message, and at times the connection.
      await Promise.race([sent, intruder.closed])
      await intruder.client.endAsync(true)
    }
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 22 }])
    const stored = () => farm.rows('select 1 from report where device = $1', [controller.serial])
    await eventually(stored).toHaveLength(1)
    expect(farm.statuses.map(({ to }) => to)).not.toContain('OFFLINE')
    expect(farm.devices.requestRebirth(gateway.id)).toBe(true)
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)
    await peer.end()
    await farm.close()
  })

  test('that do not let the server in end the start with a sentence', async () => {
    await expect(deviceFarm({ mqttUrl: withPassword('wrong') })).rejects.toThrow(
      /^MQTT_URL: the broker at 127\.0\.0\.1:\d+ cannot be used: .*(password|authorized)/,
    )
  })
})
