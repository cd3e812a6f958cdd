import { afterAll, afterEach, beforeAll } from 'vitest'
import { eventually } from './eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './farm.ts'
import { type Mosquitto, startMosquitto } from './mosquitto.ts'
import { connectPeer, type Peer, TEMPERATURE } from './peer.ts'

/** Numbers from 1 up to `n`. */
export const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

/** The device side behind a real outside broker; call it at the top of a test block, to which it adds its hooks. */
export function outsideFarm() {
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
    const own = ++number
    const gateway = await farm.register(`GW-out-${own}`, 'gateway', farm.offices.sharing)
    const controller = await farm.register(`HC-out-${own}`, 'controller', farm.offices.sharing, gateway)
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
  /** Sends births now and whenever the server asks: it may have only just heard of the devices. */
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
  /** Sends one reading per value, a millisecond apart. */
  async function sendAll(peer: Peer, { code }: Registered, values: number[], from = Date.now()) {
    await Promise.all(values.map((value, i) => peer.data(code, [{ ...TEMPERATURE, value }], from + i)))
  }

  return {
    get broker() {
      return broker
    },
    get farm() {
      return farm
    },
    register,
    connect,
    bornFarm,
    bear,
    statusOf,
    storedOf,
    eventsOf,
    sendAll,
  }
}
