import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOUBLE_USE } from './double-use.ts'
import { answerRebirths } from './testing/answer-rebirths.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered, SECRET } from './testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

let farm: DeviceFarm
let number = 0
beforeAll(async () => {
  farm = await deviceFarm({}, { doubleUse: { ...DOUBLE_USE, overlap: 200 } })
})
afterAll(() => farm.close())

async function register() {
  number++
  const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
  return { gateway, controller }
}
/** A box that is born, also when the server asks, and sends its value whenever the test asks. */
async function box(
  { gateway, controller }: Awaited<ReturnType<typeof register>>,
  clientId: string,
  value: number,
) {
  const peer = await connectPeer(farm.url, { code: gateway.code, clientId })
  const metrics = [{ ...TEMPERATURE, value }]
  answerRebirths(peer, controller.code, metrics)
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, metrics)
  const say = () => peer.data(controller.code, metrics)
  return { peer, say }
}
const isTwice = ({ id }: Registered) => farm.devices.latest(id)?.isUsedTwice
const notesOf = ({ id }: Registered) =>
  farm.rows<{ detail: string }>(
    `select detail from device_connection where device_id = $1 and event = 'credential-twice'`,
    [id],
  )
const isOver = ({ client }: Peer) => !client.connected

test('of two boxes with one credential the older is kept and the newer refused, and the history says so', async () => {
  const pair = await register()
  const older = await box(pair, 'older', 21)
  const newer = await box(pair, 'newer', 40)
  // Each sends as often as it can, as two living boxes do.
  await eventually(async () => {
    if (newer.peer.client.connected) void newer.say().catch(() => {})
    await older.say()
    return isOver(newer.peer)
  }).toBe(true)
  expect(isTwice(pair.controller)).toBe(true)
  await expect(connectPeer(farm.url, { code: pair.gateway.code, clientId: 'newer' })).rejects.toThrow()
  await expect(connectPeer(farm.url, { code: pair.gateway.code, clientId: 'older' })).rejects.toThrow()
  await older.say()
  const latest = () => farm.devices.latest(pair.controller.id)?.readings.get(TEMPERATURE.name)?.value
  await eventually(latest).toBe(21)
  await eventually(() => notesOf(pair.gateway)).toHaveLength(1)
  expect((await notesOf(pair.gateway))[0]?.detail).toContain('127.0.0.1')
  await older.peer.end()
})

test('two boxes with one client id, which throw each other out, are noticed, and one of them stays', async () => {
  const { gateway } = await register()
  const group = 'spBv1.0/farm'
  const boxes = [1, 2].map(() => {
    const client = mqtt.connect(farm.url, {
      username: gateway.code,
      password: SECRET,
      clientId: gateway.code,
      reconnectPeriod: 50,
      protocolVersion: 4,
    })
    client.on('error', () => {})
    // What they send is no payload, which is enough to show that they live.
    client.on('connect', () => client.publish(`${group}/NBIRTH/${gateway.code}`, 'alive', { qos: 1 }))
    return client
  })
  await eventually(async () => (await notesOf(gateway)).length).toBe(1)
  await eventually(() => boxes.filter(({ connected }) => connected).length).toBe(1)
  const stays = boxes.find(({ connected }) => connected)
  await eventually(async () => {
    const [refused] = await farm.rows<{ count: number }>(
      `select count(*)::int as count from device_connection where device_id = $1 and event = 'connect'`,
      [gateway.id],
    )
    return refused?.count ?? 0
  }).toBeGreaterThan(2)
  expect(stays?.connected).toBe(true)
  for (const client of boxes) await client.endAsync(true)
})

test('a box that reconnects, takes over after a lost line or has a tool beside it is not two', async () => {
  const pair = await register()
  const first = await box(pair, 'same', 20)
  await first.say()
  // The same client id, while the old connection still seems to live.
  const second = await box(pair, 'same', 21)
  await eventually(() => isOver(first.peer)).toBe(true)
  // Another client id: the old connection never speaks again.
  const third = await box(pair, 'random', 22)
  const tool = await connectPeer(farm.url, { code: pair.gateway.code, clientId: 'tool' })
  for (let i = 0; i < 3; i++) {
    await third.say()
    await tool.data(pair.controller.code, [{ ...TEMPERATURE, value: 23 }])
  }
  for (let i = 0; i < 4; i++) {
    third.peer.cut()
    await third.peer.closed
    Object.assign(third, await box(pair, 'random', 24 + i))
    await third.say()
  }
  expect(isTwice(pair.controller)).toBe(false)
  expect(await notesOf(pair.gateway)).toEqual([])
  for (const { end } of [second.peer, third.peer, tool]) await end()
})
