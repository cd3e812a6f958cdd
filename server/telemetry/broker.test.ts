import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { connectLoadGateway } from '#server/testing/load-gateway.ts'
import { hashSecret } from './credentials.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered, SECRET } from './testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

let farm: DeviceFarm
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

const change = async ({ id }: Registered, values: Partial<typeof device.$inferInsert>) => {
  await farm.store.scoped(SYSTEM).update(device).set(values).where(eq(device.id, id))
  farm.events.emit('registry', { deviceIds: [id] })
}
const eventsOf = ({ id }: Registered) =>
  farm.rows<{ event: string; detail: string }>(
    'select event, detail from device_connection where device_id = $1 order by id',
    [id],
  )

test('gateways that all connect at once are read by turns; each comes online, none is asked for births', async () => {
  const codes = Array.from({ length: 120 }, (_, i) => `GW-crowd-${i}`)
  for (const code of codes) await farm.register(code, 'gateway', farm.offices.sharing)
  const crowd = await Promise.all(
    codes.map(code =>
      connectLoadGateway({
        port: farm.devices.port,
        group: 'farm',
        code,
        password: SECRET,
        controllers: [],
        metrics: [],
        window: 1,
      }),
    ),
  )
  const online = () => farm.rows(`select 1 from device where code like 'GW-crowd-%' and status = 'ONLINE'`)
  await eventually(online).toHaveLength(120)
  expect(crowd.filter(({ rebirths }) => rebirths > 0)).toEqual([])
  for (const gateway of crowd) gateway.destroy()
})

describe('a gateway', () => {
  test('with a wrong password is refused, and its history says so once', async () => {
    const gateway = await farm.register('GW-wrong', 'gateway', farm.offices.sharing)
    for (const password of ['wrong', '', 'also wrong'])
      await expect(connectPeer(farm.url, { code: gateway.code, password })).rejects.toThrow(/[Bb]ad user/)
    await eventually(() => eventsOf(gateway)).toMatchObject([
      { event: 'refused', detail: expect.stringContaining('127.0.0.1') },
    ])
  })

  test('that nobody registered is refused, and so is a controller behind a gateway', async () => {
    const gateway = await farm.register('GW-known', 'gateway', farm.offices.sharing)
    const controller = await farm.register('HC-known', 'controller', farm.offices.sharing, gateway)
    await expect(connectPeer(farm.url, { code: 'GW-nobody' })).rejects.toThrow()
    await expect(connectPeer(farm.url, { code: controller.code, password: '' })).rejects.toThrow()
  })

  test('that is disabled is disconnected at once and not let in again until it is enabled', async () => {
    const gateway = await farm.register('GW-off', 'gateway', farm.offices.sharing)
    const peer = await connectPeer(farm.url, { code: gateway.code })
    await change(gateway, { status: 'DISABLE', statusReason: 'disabled' })
    await peer.closed
    await expect(connectPeer(farm.url, { code: gateway.code })).rejects.toThrow(/[Nn]ot authorized/)
    await change(gateway, { status: 'OFFLINE', statusReason: 'enabled' })
    const again = await connectPeer(farm.url, { code: gateway.code })
    await again.nodeBirth()
    await eventually(() => farm.rows('select status from device where id = $1', [gateway.id])).toEqual([
      { status: 'ONLINE' },
    ])
    await again.end()
  })

  test('whose credential was reissued must sign in with the new one', async () => {
    const gateway = await farm.register('GW-reset', 'gateway', farm.offices.sharing)
    const peer = await connectPeer(farm.url, { code: gateway.code })
    await change(gateway, { credentialHash: hashSecret('new secret') })
    await peer.closed
    await expect(connectPeer(farm.url, { code: gateway.code })).rejects.toThrow()
    await (await connectPeer(farm.url, { code: gateway.code, password: 'new secret' })).end()
  })

  test('cannot push another one aside by its client id', async () => {
    const [victim, intruder] = [
      await farm.register('GW-victim', 'gateway', farm.offices.sharing),
      await farm.register('GW-intruder', 'gateway', farm.offices.closed),
    ]
    const peer = await connectPeer(farm.url, { code: victim.code, clientId: 'same' })
    const other = await connectPeer(farm.url, { code: intruder.code, clientId: 'same' })
    await peer.nodeBirth()
    expect(peer.client.connected).toBe(true)
    await Promise.all([peer.end(), other.end()])
  })

  test('hears its own commands and the state of the server, and nothing of others', async () => {
    const gateway = await farm.register('GW-ears', 'gateway', farm.offices.sharing)
    const peer = await connectPeer(farm.url, { code: gateway.code })
    await eventually(() =>
      peer.received.map(({ topic, payload }) => [topic, JSON.parse(payload.toString()).online]),
    ).toEqual([['spBv1.0/STATE/smart-farm', true]])
    for (const topic of [
      '#',
      'spBv1.0/#',
      'spBv1.0/farm/DDATA/+/+',
      'spBv1.0/farm/NCMD/+',
      'spBv1.0/farm/NCMD/GW-ears2',
      '$SYS/#',
    ])
      await expect(peer.client.subscribeAsync(topic), topic).rejects.toThrow()
    await peer.client.subscribeAsync(['spBv1.0/farm/NCMD/GW-ears/#', 'spBv1.0/farm/DCMD/GW-ears/+'])
    expect(farm.devices.requestRebirth(gateway.id)).toBe(true)
    await eventually(() => peer.rebirthsAsked()).toBeGreaterThan(0)
    await peer.end()
    await eventually(() => farm.devices.requestRebirth(gateway.id)).toBe(false)
  })

  test('has at most four connections: a fifth ends the oldest', async () => {
    const gateway = await farm.register('GW-many', 'gateway', farm.offices.sharing)
    const peers: Peer[] = []
    for (let i = 0; i < 5; i++)
      peers.push(await connectPeer(farm.url, { code: gateway.code, clientId: `c${i}` }))
    await eventually(() => peers.map(peer => peer.client.connected)).toEqual([false, true, true, true, true])
    await Promise.all(peers.map(peer => peer.end()))
  })

  test('gets its acknowledgements in the order it sent, however many wait, also for what is refused', async () => {
    const gateway = await farm.register('GW-order', 'gateway', farm.offices.sharing)
    const controller = await farm.register('HC-order', 'controller', farm.offices.sharing, gateway)
    const peer = await connectPeer(farm.url, { code: gateway.code })
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    const sent: (number | undefined)[] = []
    const acknowledged: (number | undefined)[] = []
    peer.client.on('packetsend', packet => packet.cmd === 'publish' && sent.push(packet.messageId))
    peer.client.on('packetreceive', packet => packet.cmd === 'puback' && acknowledged.push(packet.messageId))
    const from = Date.now() - 1_000
    await Promise.all(
      Array.from({ length: 1_000 }, (_, i) =>
        i % 3 === 2
          ? peer.data('HC-nobody', [{ ...TEMPERATURE, value: i }])
          : peer.data(controller.code, [{ ...TEMPERATURE, value: i }], from + i),
      ),
    )
    expect(acknowledged).toEqual(sent)
    expect(sent).toHaveLength(1_000)
    const [stored] = await farm.rows<{ n: string }>(
      'select count(*) as n from report where device = $1 and at >= $2',
      [controller.serial, new Date(from)],
    )
    expect(Number(stored?.n)).toBe(667)
    await peer.end()
  })

  test('that announces a packet of many megabytes is cut off before it has sent them', async () => {
    const gateway = await farm.register('GW-huge', 'gateway', farm.offices.sharing)
    const peer = await connectPeer(farm.url, { code: gateway.code })
    peer.client.publish('spBv1.0/farm/NDATA/GW-huge', Buffer.alloc(2 * 1024 * 1024), { qos: 0 })
    await peer.closed
  })

  test('that sends something other than MQTT is cut off', async () => {
    const socket = connectSocket(farm.devices.port, '127.0.0.1')
    const closed = once(socket, 'close')
    socket.on('error', () => {})
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await closed
  })

  test('gets no commands that were sent while it was away', async () => {
    const gateway = await farm.register('GW-away', 'gateway', farm.offices.sharing)
    const peer = await connectPeer(farm.url, { code: gateway.code, clean: false })
    await peer.client.subscribeAsync('spBv1.0/farm/DCMD/GW-away/#', { qos: 1 })
    await peer.end()
    const again = await connectPeer(farm.url, { code: gateway.code, clean: false, listen: false })
    const controller = await farm.register('HC-away', 'controller', farm.offices.sharing, gateway)
    await again.nodeBirth()
    await again.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 20 }])
    expect(again.received).toEqual([])
    await again.end()
  })
})
