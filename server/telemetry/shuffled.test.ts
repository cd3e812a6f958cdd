import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { answerRebirths } from './testing/answer-rebirths.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './testing/farm.ts'
import { connectPeer, HUMIDITY, type Peer, TEMPERATURE } from './testing/peer.ts'

/** Reports in a run; the newest is of now. */
const REPORTS = 12
/** Runs of each kind, each in another order. */
const ORDERS = 6

let farm: DeviceFarm
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

/** What a report says: all say the temperature, some the humidity. */
const metricsOf = (index: number) => [
  { ...TEMPERATURE, value: 100 + index },
  ...(index % 3 === 0 ? [{ ...HUMIDITY, value: index }] : []),
]
const NEWEST = { temperature: 100 + REPORTS - 1, humidity: REPORTS - 3 }

type Send = (peer: Peer, controller: string, index: number, at: number) => Promise<void>
const kinds: [string, Send][] = [
  [
    'that overtook each other on their way, as their numbers say',
    (peer, controller, index, at) =>
      peer.send('DDATA', { timestamp: at, seq: 2 + index, metrics: metricsOf(index) }, controller),
  ],
  [
    'that their node sends out of order',
    (peer, controller, index, at) => peer.data(controller, metricsOf(index), at),
  ],
  [
    'of a node that does not number them',
    (peer, controller, index, at) =>
      peer.send('DDATA', { timestamp: at, metrics: metricsOf(index) }, controller),
  ],
]

const shuffled = (random: () => number): number[] =>
  Array.from({ length: REPORTS }, (_, index) => ({ index, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ index }) => index)

const knownOf = ({ id }: Registered) => {
  const readings = farm.devices.latest(id)?.readings
  return {
    temperature: readings?.get(TEMPERATURE.name)?.value,
    humidity: readings?.get(HUMIDITY.name)?.value,
  }
}

/** What a browser shows: of each metric the newest it was told. */
function shownOf({ id }: Registered) {
  const shown = new Map<string, { value: unknown; at: number }>()
  for (const { deviceId, at, values, historical } of farm.heard)
    if (deviceId === id && !historical)
      for (const [name, value] of values) if (at >= (shown.get(name)?.at ?? 0)) shown.set(name, { value, at })
  return {
    temperature: shown.get(TEMPERATURE.name)?.value,
    humidity: shown.get(HUMIDITY.name)?.value,
  }
}

let number = 0
async function run(send: Send, order: readonly number[], spacing: number): Promise<Registered> {
  number++
  const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
  const peer = await connectPeer(farm.url, { code: gateway.code })
  const first = Date.now() - (REPORTS - 1) * spacing
  const metrics = [TEMPERATURE, HUMIDITY].map(metric => ({ ...metric, value: null, isNull: true }))
  await peer.nodeBirth()
  await peer.send('DBIRTH', { timestamp: first - 1, seq: peer.seq(), metrics }, controller.code)
  for (const index of order) await send(peer, controller.code, index, first + index * spacing)
  await peer.end()
  return controller
}

const SPACINGS = [20, 100, 700, 1_500, 5_000]

test.each(kinds)('reports %s leave the newest known, in any order, over a restart too', async (_, send) => {
  const made: Registered[] = []
  for (const spacing of SPACINGS)
    for (let seed = 1; seed <= ORDERS; seed++) {
      const order = shuffled(seededRandom(seed).next)
      const controller = await run(send, order, spacing)
      const message = `${spacing} ms apart: ${order.join(' ')}`
      await expect.poll(() => knownOf(controller), { message, timeout: 20_000 }).toEqual(NEWEST)
      expect(shownOf(controller), message).toEqual(NEWEST)
      made.push(controller)
    }
  await farm.restart()
  expect(made.map(knownOf)).toEqual(made.map(() => NEWEST))
})

test('after a clock was set back by less than a second, births tell what is true', async () => {
  number++
  const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
  const peer = await connectPeer(farm.url, { code: gateway.code })
  const now = { value: 20 }
  answerRebirths(peer, controller.code, [Object.assign(now, TEMPERATURE)])
  await peer.nodeBirth()
  const shown = Date.now()
  await peer.send(
    'DBIRTH',
    { timestamp: shown, seq: peer.seq(), metrics: [{ ...TEMPERATURE, value: 20 }] },
    controller.code,
  )
  now.value = 40
  await peer.data(controller.code, [{ ...TEMPERATURE, value: 40 }], shown - 500)
  await eventually(() => knownOf(controller).temperature).toBe(40)
  expect(peer.rebirthsAsked()).toBe(1)
  await peer.end()
})
