import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { soon } from '#shared/testing/soon.ts'
import type { HouseSpec } from './fleet.ts'
import { makeGateway, metricsOf, play, reportsOf } from './gateway.ts'
import { mannerOf } from './rough.ts'
import { HOUSE, openBroker } from './testing/farm.ts'
import { DAY, WINTER } from './testing/house.ts'

const MINUTE = 60_000
type Rough = NonNullable<HouseSpec['rough']>

const gatewayOf = (
  rough: Rough,
  url = 'mqtt://127.0.0.1:1',
  startAt = WINTER,
  changes: Partial<HouseSpec> = {},
) =>
  makeGateway({
    fleet: { mqtt: { url }, group: 'farm', hostId: 'host' },
    spec: {
      code: 'GW-1',
      secret: 'secret',
      devices: [{ code: 'C-1', house: { ...HOUSE, placedOn: '2025-12-20', rough, ...changes } }],
    },
    startAt,
    keep: 10_000,
    buffer: 10_000,
    log: () => {},
  })

interface Told {
  at: number
  metrics: (Metric & { name: string })[]
}

/** What such a house tells in some days, as it reads from the wire. */
function toldBy(rough: Rough, days: number, changes: Partial<HouseSpec> = {}): Told[] {
  const [controller] = gatewayOf(rough, undefined, WINTER, changes).controllers
  if (!controller) throw new Error('no controller')
  const names = new Map<number, string>()
  const told: Told[] = []
  for (let now = WINTER; now < WINTER + days * DAY; now += MINUTE) {
    play(controller.house, 60)
    for (const sample of reportsOf(controller, now)) {
      for (const { alias, name } of sample.metrics) names.set(alias, name)
      const whole = { first: 0, count: sample.metrics.length, isPast: false }
      const bytes = encodePayload({ timestamp: now, metrics: metricsOf(controller, sample, whole) })
      const metrics = decodePayload(bytes).metrics.map(metric => ({
        ...metric,
        name: names.get(Number(metric.alias)) ?? '',
      }))
      told.push({ at: now, metrics })
    }
  }
  return told
}
const valuesOf = (told: Told[], name: string) =>
  told.flatMap(({ metrics }) => metrics.filter(metric => metric.name === name)).map(({ value }) => value)

describe('what a rough controller tells', () => {
  test('is the same for the same seed, and nothing of it for a neat one', () => {
    const all: Rough = ['dropouts', 'sentinels', 'counters', 'flicker', 'clock']
    const text = (told: Told[]) =>
      JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text(toldBy(all, 0.2))).toBe(text(toldBy(all, 0.2)))
    expect(text(toldBy(all, 0.2))).not.toBe(text(toldBy(all, 0.2, { seed: 4 })))
    expect(text(toldBy([], 0.1))).toBe(text(toldBy([], 0.1, { rough: undefined })))
  })

  test('comes every 4, 11 or 30 minutes, and nothing in it is repeated', () => {
    const intervals = new Set<number>()
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      intervals.add(mannerOf({ rough: ['rare'], seed, name: 'x' }).everyMs / MINUTE)
      const told = toldBy(['rare'], 0.3, { seed })
      const { everyMs } = mannerOf({ rough: ['rare'], seed, name: HOUSE.name })
      for (const [i, { at }] of told.entries()) {
        const before = told[i - 1]
        if (before) expect(at - before.at).toBeGreaterThanOrEqual(everyMs)
      }
      const last = new Map<string, unknown>()
      for (const { name, value } of told.flatMap(({ metrics }) => metrics)) {
        expect(value === last.get(name), name).toBe(false)
        last.set(name, value)
      }
    }
    expect([...intervals].sort((a, b) => a - b)).toEqual([4, 11, 30])
  })

  test('has no averages where it works none out, and its probes all the same', () => {
    const told = toldBy(['probes'], 0.1)
    expect(valuesOf(told, 'Climate/Temp/Avg')).toEqual([])
    expect(valuesOf(told, 'Climate/Hum/Avg')).toEqual([])
    expect(valuesOf(told, 'Climate/Temp/S1').length).toBeGreaterThan(10)
  })

  test('says now and then what a probe says that measures nothing', () => {
    const told = toldBy(['sentinels'], 4)
    const all = Array.from({ length: 8 }, (_, i) => valuesOf(told, `Climate/Temp/S${i + 1}`)).flat()
    const wrong = all.filter(value => typeof value === 'number' && (value < -40 || value > 60)).map(Number)
    expect(wrong.length).toBeGreaterThan(8)
    expect(wrong.length / all.length).toBeLessThan(0.01)
    expect(new Set(wrong.map(value => Math.round(value * 10) / 10))).toEqual(
      new Set([-127, 85, 3276.7, 65_535]),
    )
  })

  test('lacks single sensors for ten minutes, marked as bad', () => {
    const told = toldBy(['dropouts'], 2)
    const gaps = told
      .flatMap(({ metrics }) => metrics)
      .filter(({ name, value }) => value === null && name.startsWith('Climate/Temp/S'))
    expect(gaps.length).toBeGreaterThan(2)
    for (const { properties } of gaps) expect(properties?.quality?.value).toBe(0)
    expect(valuesOf(told, 'Bird/Count')).not.toContain(null)
  })

  test('has meters that begin again at 65,536, and counters that are zero for a moment', () => {
    const meter = valuesOf(toldBy(['counters'], 2), 'Water/Meter1/Total').map(Number)
    expect(Math.max(...meter)).toBeLessThan(65_536)
    const today = valuesOf(toldBy(['flicker'], 2), 'Water/Today').map(Number)
    const flickers = today.filter((value, i) => value === 0 && (today[i + 1] ?? 0) > 100)
    expect(flickers.length).toBeGreaterThan(0)
  })

  test('has the times of a clock that is minutes off and is set now and then', () => {
    const told = toldBy(['clock'], 2)
    const off = told.map(({ at, metrics }) => (metrics[0]?.timestamp ?? at) - at)
    expect(Math.max(...off.map(Math.abs))).toBeGreaterThan(2 * MINUTE)
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(6 * MINUTE)
    const jumps = off.filter((ms, i) => Math.abs(ms - (off[i - 1] ?? ms)) > MINUTE / 2)
    expect(jumps.length).toBeGreaterThan(1)
  })
})

describe('on the wire', () => {
  let farm: Awaited<ReturnType<typeof openBroker>>
  let gateway: ReturnType<typeof gatewayOf> | undefined
  beforeEach(async () => {
    farm = await openBroker()
  })
  afterEach(async () => {
    await gateway?.stop()
    await farm.close()
  })
  async function born(rough: Rough) {
    gateway = gatewayOf(rough, farm.url, Date.now() - DAY)
    gateway.node.start()
    farm.sayHost(true)
    await soon(() => expect(farm.of('DBIRTH')).toHaveLength(1))
    return gateway
  }
  const aliases = (types: string) =>
    farm.of(types).map(({ payload }) => payload.metrics.map(({ alias }) => Number(alias)))

  test('a report comes in several messages that belong to one moment', async () => {
    const { tick } = await born(['parts'])
    const now = Date.now() + 120_000
    tick(5, now)
    await soon(() => expect(farm.of('DDATA')).toHaveLength(3))
    const times = farm.of('DDATA').flatMap(({ payload }) => payload.metrics.map(({ timestamp }) => timestamp))
    expect(new Set(times)).toEqual(new Set([now]))
    const all = aliases('DDATA').flat()
    expect(new Set(all).size).toBe(all.length)
  })

  test('a first birth lacks metrics that come by name, and one that was asked for has them all', async () => {
    const { tick } = await born(['later'])
    tick(5, Date.now() + 120_000)
    await soon(() => expect(farm.of('DDATA').length).toBeGreaterThan(0))
    const [first = []] = aliases('DBIRTH')
    const late = farm.of('DDATA').flatMap(({ payload }) => payload.metrics)
    const unknown = late.filter(({ alias }) => !first.includes(Number(alias)))
    expect(unknown.length).toBeGreaterThan(10)
    for (const { name } of unknown) expect(name).toBeTruthy()
    farm.command('spBv1.0/farm/NCMD/GW-1', [
      { name: 'Node Control/Rebirth', datatype: DataType.Boolean, value: true },
    ])
    await soon(() => expect(farm.of('DBIRTH')).toHaveLength(2))
    expect(aliases('DBIRTH')[1]).toEqual(expect.arrayContaining(unknown.map(({ alias }) => Number(alias))))
  })

  test('what was kept during an outage comes with its own times and without the mark of history', async () => {
    const { tick, node } = await born(['unmarked'])
    const now = Date.now()
    node.setLink(false)
    await soon(() => expect(farm.of('NDEATH')).toHaveLength(1))
    for (const minute of [1, 2, 3]) tick(60, now + minute * MINUTE)
    node.setLink(true)
    await soon(() => expect(farm.of('DBIRTH')).toHaveLength(2))
    await soon(() => expect(farm.of('DDATA').length).toBeGreaterThanOrEqual(3))
    for (const { payload } of farm.of('DDATA')) {
      expect(payload.metrics.some(({ isHistorical }) => isHistorical)).toBe(false)
      expect(payload.metrics[0]?.timestamp).toBe(Number(payload.timestamp))
    }
  })

  test('the link of a rough house breaks often, and never for long', () => {
    gateway = gatewayOf(['link'])
    let [down, outages, longest, since] = [false, 0, 0, 0]
    const setLink = gateway.node.setLink
    gateway.node.setLink = up => {
      setLink(up)
      const at = gateway?.controllers[0]?.house.at ?? 0
      if (!up && !down) since = at
      if (up && down) {
        outages++
        longest = Math.max(longest, at - since)
      }
      down = !up
    }
    for (let i = 0; i < 5 * 8_640; i++) gateway.tick(10, WINTER + i * 10_000)
    expect(outages).toBeGreaterThan(10)
    expect(longest).toBeLessThan(2.5 * MINUTE)
  })
})
