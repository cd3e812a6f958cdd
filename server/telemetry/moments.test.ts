import { describe, expect, test } from 'vitest'
import { DataType, type Metric, type Payload } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import type { Registered } from './testing/farm.ts'
import { noMosquitto } from './testing/mosquitto.ts'
import { outsideFarm } from './testing/outside-farm.ts'
import { FIRMWARE, HUMIDITY, type Peer, TEMPERATURE, WATER } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const HOT = { name: 'Alarm/HighTemp', alias: 5, datatype: DataType.Boolean }
const peers = peerFarm()
const { bornFarm, reportsOf } = peers

const temperature = (value: number | null) => ({ ...TEMPERATURE, value })
const humidity = (value: number) => ({ ...HUMIDITY, value })
/** The second in which all is said, by a clock of whole seconds. */
const thisSecond = () => Math.floor(Date.now() / 1_000) * 1_000

const known = ({ id }: Registered, { name }: { name: string }) =>
  peers.farm.devices.latest(id)?.readings.get(name)?.value
/** What a browser shows of it: the newest it was told. */
function shown({ id }: Registered, { name }: { name: string }) {
  let newest: { value: unknown; at: number } | undefined
  for (const { deviceId, at, values, historical } of peers.farm.heard) {
    const value = deviceId === id && !historical ? values.get(name) : undefined
    if (value !== undefined && at >= (newest?.at ?? 0)) newest = { value, at }
  }
  return newest?.value
}
const textsOf = async ({ id }: Registered) =>
  (
    await peers.farm.rows<{ value: string }>(
      'select value from text_reading where device_id = $1 order by at',
      [id],
    )
  ).map(({ value }) => value)
/** What history says was said at this time, as [ms later, values]. */
const saidSince = async (controller: Registered, second: number) =>
  (await reportsOf(controller)).map(({ at, values }) => [at.getTime() - second, values])

async function bornAt(second: number, metrics: Metric[]) {
  const made = await bornFarm(false)
  await made.peer.nodeBirth()
  const birth = { timestamp: second, seq: made.peer.seq(), metrics }
  await made.peer.send('DBIRTH', birth, made.controller.code)
  return { ...made, birth }
}

describe('a controller whose clock has whole seconds', () => {
  test('loses no alarm that comes in the second of its birth, over a restart too', async () => {
    const second = thisSecond()
    const { controller, peer } = await bornAt(second, [temperature(21), { ...HOT, value: false }])
    await peer.data(controller.code, [{ ...HOT, value: true }], second)
    expect([known(controller, HOT), shown(controller, HOT)]).toEqual([true, true])
    await peers.farm.restart()
    expect(known(controller, HOT)).toBe(true)
    await peer.end()
  })

  test.each([1, 2, 5, 40])(
    'has all of %d values of one second in history, the last one known',
    async count => {
      const second = thisSecond()
      const { controller, peer } = await bornAt(second, [temperature(null), { ...WATER, value: null }])
      const values = Array.from({ length: count }, (_, i) => 20 + i)
      // Without waiting for one to be committed before the next is sent.
      await Promise.all(values.map(value => peer.data(controller.code, [temperature(value)], second)))
      expect(await saidSince(controller, second)).toEqual(values.map((value, i) => [i, [value]]))
      expect([known(controller, TEMPERATURE), shown(controller, TEMPERATURE)]).toEqual(
        Array.from({ length: 2 }, () => values.at(-1)),
      )
      await peers.farm.restart()
      expect(known(controller, TEMPERATURE)).toBe(values.at(-1))
      await peer.end()
    },
  )

  test('that switches to and fro within a second ends where it ended', async () => {
    const second = thisSecond()
    const { controller, peer } = await bornAt(second, [
      temperature(1),
      { ...HOT, value: false },
      { ...FIRMWARE, value: 'a' },
    ])
    for (const [at, text] of [
      [1, 'b'],
      [0, 'a'],
    ] as const)
      await peer.data(
        controller.code,
        [temperature(at), { ...HOT, value: at === 1 }, { ...FIRMWARE, value: text }],
        second,
      )
    await peer.data(controller.code, [temperature(null)], second)
    for (const read of [known, shown])
      expect([TEMPERATURE, HOT, FIRMWARE].map(metric => read(controller, metric))).toEqual([null, false, 'a'])
    expect(await textsOf(controller)).toEqual(['a', 'b', 'a'])
    // What the next second brings is known, however much was said in this one.
    await peer.data(controller.code, [temperature(30)], second + 1_000)
    expect(known(controller, TEMPERATURE)).toBe(30)
    await peer.end()
  })

  test('that says one moment in several messages has one row of it', async () => {
    const second = thisSecond()
    const metrics = [TEMPERATURE, HUMIDITY].map(metric => ({ ...metric, value: null }))
    const { controller, peer } = await bornAt(second, metrics)
    await peer.data(controller.code, [temperature(20)], second)
    await peer.data(controller.code, [humidity(60)], second)
    await peer.data(controller.code, [temperature(20)], second)
    expect(await saidSince(controller, second)).toEqual([[0, [20, 60]]])
    await peer.data(controller.code, [temperature(21)], second)
    await peer.data(controller.code, [humidity(61)], second)
    expect(await saidSince(controller, second)).toEqual([
      [0, [20, 60]],
      [1, [21, 61]],
    ])
    await peer.end()
  })
})

describe('a message that comes again in the same second changes nothing', () => {
  async function changed(
    again: (
      peer: Peer,
      controller: Registered,
      second: number,
      sent: Record<'birth' | 'first', Payload>,
    ) => Promise<void>,
  ) {
    const second = thisSecond()
    const { controller, peer, birth } = await bornAt(second, [temperature(20), { ...HOT, value: false }])
    const first = { timestamp: second, seq: peer.seq(), metrics: [temperature(21)] }
    await peer.send('DDATA', first, controller.code)
    await peer.data(controller.code, [temperature(22), { ...HOT, value: true }], second)
    const before = await saidSince(controller, second)
    await again(peer, controller, second, { birth, first })
    expect(await saidSince(controller, second)).toEqual(before)
    for (const read of [known, shown])
      expect([TEMPERATURE, HOT].map(metric => read(controller, metric))).toEqual([22, true])
    await peer.end()
  }

  test.each(['birth', 'first'] as const)('by its number: the %s', kind =>
    changed((peer, controller, _, sent) =>
      peer.send(kind === 'birth' ? 'DBIRTH' : 'DDATA', sent[kind], controller.code),
    ),
  )

  test('by what a new birth says: what was said last', () =>
    changed(async (peer, controller, second) => {
      const metrics = [temperature(22), { ...HOT, value: true }]
      await peer.nodeBirth()
      await peer.deviceBirth(controller.code, metrics, second)
    }))
})

describe.skipIf(noMosquitto)(`behind an outside broker${noMosquitto}`, () => {
  const outside = outsideFarm()

  test('a second that brings several values keeps them all, and the last one is known', async () => {
    const { gateway, controller } = await outside.register()
    const peer = await outside.connect(gateway)
    const second = thisSecond()
    /** What births say as well: the server may ask for them at any time. */
    const now = { temperature: 20, isHot: false }
    const births = async () => {
      await peer.nodeBirth()
      await peer.deviceBirth(
        controller.code,
        [temperature(now.temperature), { ...HOT, value: now.isHot }],
        second,
      )
    }
    peer.client.on('message', topic => {
      if (topic.includes('/NCMD/')) births().catch(() => {})
    })
    await births()
    await eventually(() => outside.statusOf(controller)).toBe('ONLINE')
    for (const value of [21, 22, 21, 23]) {
      now.temperature = value
      await peer.data(controller.code, [temperature(value)], second)
    }
    now.isHot = true
    await peer.data(controller.code, [{ ...HOT, value: true }], second)
    await eventually(() => outside.storedOf(controller)).toEqual([20, 21, 22, 21, 23])
    const readings = () => outside.farm.devices.latest(controller.id)?.readings
    await eventually(() => readings()?.get(HOT.name)?.value).toBe(true)
    expect(readings()?.get(TEMPERATURE.name)?.value).toBe(23)
  })
})
