import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/database/ids.ts'
import { type Scope, SYSTEM, scopeOf } from '#server/platform/database/store.ts'
import { device, house, houseDevice } from '#server/platform/database/tables/farms.ts'
import { office } from '#server/platform/database/tables/offices.ts'
import type { Chart } from '#shared/contracts/houses.ts'
import { readChart } from './history.ts'
import { createLayouts } from './layouts.ts'
import { rollupsSetAside } from './metrics.ts'
import { startReadings } from './readings.ts'
import { quarters, rollUpSome } from './roll-up.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './testing/farm.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Midnight in Shanghai, the time zone of the seeded offices, ten days ago. */
const START = Math.floor(Date.now() / DAY) * DAY - 10 * DAY - 8 * HOUR
const layouts = createLayouts()
const CLIMATE = layouts.of(['Climate/Temp/Avg', 'Climate/Hum/Avg'], ['Water/Meter1/Total'])

let farm: DeviceFarm
let readings: ReturnType<typeof startReadings>
let gateway: Registered
let controller: Registered
let houseId: string
let number = 0
beforeAll(async () => {
  farm = await deviceFarm()
  readings = startReadings({ pool: farm.store.ingest, layouts, log: Fastify().log })
  gateway = await farm.register('GW-history', 'gateway', farm.offices.sharing)
})
afterAll(async () => {
  await readings.stop()
  await farm.close()
})
beforeEach(async () => {
  controller = await farm.register(`HC-history-${++number}`, 'controller', farm.offices.sharing, gateway)
  houseId = await farm.buildHouse(farm.offices.sharing, new Date(START - DAY), controller)
})

const store = (
  device: Registered,
  rows: [at: number, temperature: number, humidity?: number, water?: number][],
) =>
  readings.store({
    device: device.serial,
    reports: rows.map(([at, temperature, humidity = Number.NaN, water]) => ({
      device: device.serial,
      at,
      layout: CLIMATE,
      numbers: Float64Array.of(temperature, humidity, water ?? Number.NaN),
    })),
    texts: [],
    onRefused: reason => expect.unreachable(reason),
  })
const farmer = (): Scope => scopeOf(farm.offices.sharing.path, farm.offices.sharing.path)

interface Asked {
  metrics?: string[]
  from?: number
  to?: number
  points?: number
  resolution?: Chart['resolution'] | 'auto'
}
const chartOf = (
  asked: Asked = {},
  scope = farmer(),
  subject: { houseId: string } | { deviceId: string } = { houseId },
) =>
  readChart(farm.store.scoped(scope), subject, {
    metrics: ['Climate/Temp/Avg'],
    from: START,
    to: START + HOUR,
    points: 600,
    resolution: 'auto' as const,
    ...asked,
  })
const meanOf = (chart: Chart | null, series = 0) => chart?.series[series]?.mean

describe('a chart', () => {
  test('of few reports shows each as it was, several metrics in one call, and gaps as gaps', async () => {
    await store(controller, [
      [START, 20.1, 60, 1e9],
      [START + MINUTE, 20.2, 61, 1e9 + 0.5],
      [START + 2 * MINUTE, 20.3],
      [START + 30 * MINUTE, 21],
    ])
    const chart = await chartOf({
      metrics: ['Climate/Temp/Avg', 'Climate/Hum/Avg', 'Water/Meter1/Total', 'Not/There'],
    })
    expect(chart).toMatchObject({ resolution: 'raw', stepMs: 0 })
    expect(chart?.at).toEqual([0, 1, 2, 3, 30].map(minutes => START + minutes * MINUTE))
    expect(meanOf(chart, 0)).toEqual([20.1, 20.2, 20.3, null, 21])
    expect(meanOf(chart, 1)).toEqual([60, 61, null, null, null])
    expect(meanOf(chart, 2)).toEqual([1e9, 1e9 + 0.5, null, null, null])
    expect(meanOf(chart, 3)).toEqual([null, null, null, null, null])
  })

  test('of many reports shows lowest, mean and highest of each bucket, no more buckets than asked for', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, i) => [START + i * 30_000, i % 2 === 0 ? 20 : 30] as [number, number],
    )
    await store(
      controller,
      rows.filter(([at]) => at < START + 20 * MINUTE || at >= START + 40 * MINUTE),
    )
    const chart = await chartOf({ points: 10 })
    expect(chart?.at.length).toBeLessThanOrEqual(10)
    expect(chart?.stepMs).toBeGreaterThan(0)
    expect(chart?.series[0]?.low[0]).toBe(20)
    expect(meanOf(chart)?.[0]).toBe(25)
    expect(chart?.series[0]?.high[0]).toBe(30)
    expect(meanOf(chart)).toContain(null)
  })

  test('of a house without readings has empty buckets, and is no error', async () => {
    const chart = await chartOf()
    expect(meanOf(chart)?.every(value => value === null)).toBe(true)
  })

  test('of a week reads 15-minute rows, and reports where the rows are behind', async () => {
    const week = Array.from(
      { length: 7 * 24 * 12 },
      (_, i) => [START + i * 5 * MINUTE, 20 + (i % 3)] as [number, number],
    )
    await store(controller, week)
    await farm.devices.catchUpRollups()
    const end = START + 7 * DAY
    // Three hours late.
    await store(controller, [[START + 3 * HOUR + 1, -5]])
    const chart = await chartOf({ to: end, points: 700 })
    expect(chart).toMatchObject({ resolution: '15m', stepMs: 15 * MINUTE })
    expect(chart?.at).toHaveLength(7 * 96)
    expect(chart?.series[0]?.low[12]).toBe(-5)
    expect(meanOf(chart)?.[0]).toBe(21)
    expect(meanOf(chart)?.[13]).toBe(21)
  })

  test('of months reads days of the house, even after late data and in another time zone', async () => {
    const rows = Array.from(
      { length: 3 * 24 },
      (_, i) => [START + i * HOUR, i < 24 ? 10 : 20] as [number, number],
    )
    await store(controller, rows)
    await farm.devices.catchUpRollups()
    const asked = { from: START - 2 * DAY, to: START + 4 * DAY, resolution: 'day' as const }
    expect(meanOf(await chartOf(asked))).toEqual([null, null, 10, 20, 20, null])
    expect((await chartOf(asked))?.at[2]).toBe(START)

    await store(controller, [[START + 5 * MINUTE * 60 + 1, -40]])
    await farm.devices.catchUpRollups()
    expect((await chartOf(asked))?.series[0]?.low[2]).toBe(-40)

    const db = farm.store.scoped(SYSTEM)
    await db.update(house).set({ timeZone: 'Europe/London' }).where(eq(house.id, houseId))
    await farm.rows('select rollup_mark_days(null)')
    await farm.devices.catchUpRollups()
    const moved = await chartOf(asked)
    expect(
      moved?.at.every(
        at => new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }) === '00:00:00',
      ),
    ).toBe(true)
    expect(moved?.series[0]?.high.filter(value => value !== null)).toEqual([10, 20, 20, 20])
  })
})

describe('rollups', () => {
  test('stay when retention has dropped the reports they were made of', async () => {
    await store(controller, [
      [START, 20],
      [START + MINUTE, 22],
    ])
    await farm.devices.catchUpRollups()
    await farm.owner.query('delete from report where device = $1', [controller.serial])
    await farm.owner.query(
      `insert into rollup_dirty (device, bucket) select device, bucket from report_15m where device = $1`,
      [controller.serial],
    )
    await farm.devices.catchUpRollups()
    expect(meanOf(await chartOf({ resolution: '15m' }))?.[0]).toBe(21)
    expect(meanOf(await chartOf({ resolution: 'day', to: START + DAY }))).toEqual([21])
  })

  test('that cannot be made are set aside and counted, and hold up no others', async () => {
    const exact = (value: number): [number, number, number, number] => [START, 20, 60, value]
    const others = await Promise.all(
      [1, 2].map(i => farm.register(`HC-other-${number}-${i}`, 'controller', farm.offices.sharing, gateway)),
    )
    const [before, after] = others as [Registered, Registered]
    await store(controller, [exact(Number.MAX_VALUE), [START + MINUTE, 20, 60, Number.MAX_VALUE]])
    for (const device of [before, after]) await store(device, [[START, 21]])
    const madeOf = ({ serial }: Registered) => farm.rows('select from report_15m where device = $1', [serial])
    const setAside = () =>
      farm.rows('select from rollup_dirty where device = $1 and set_aside is not null', [controller.serial])
    const told = async () => (await rollupsSetAside.get()).values.reduce((sum, { value }) => sum + value, 0)
    const was = await told()
    await farm.devices.catchUpRollups()
    expect(await Promise.all([before, controller, after].map(madeOf))).toEqual([[{}], [], [{}]])
    expect(await setAside()).toHaveLength(1)
    expect(await told()).toBe(was + 1)
    // Left alone until the next day, when the cause may have been fixed.
    await farm.devices.catchUpRollups()
    expect(await told()).toBe(was + 1)
    await farm.owner.query('update report set exact = null where device = $1', [controller.serial])
    await farm.rows(`update rollup_dirty set set_aside = now() - interval '25 hours' where device = $1`, [
      controller.serial,
    ])
    await farm.devices.catchUpRollups()
    expect(await madeOf(controller)).toHaveLength(1)
  })

  test('of quarters with many values are made in several statements, each taking at least one', async () => {
    const rows = Array.from({ length: 8 }, (_, i) => [START + i * 5 * MINUTE, 20] as [number, number])
    await farm.stop()
    await store(controller, rows)
    const few = quarters(5)
    const due = async () => (await farm.rows<{ of: number }>(few.due, ['0'])).map(({ of }) => of)
    // Three reports of two values each fill a statement.
    expect(await due()).toEqual([controller.serial])
    const { log } = Fastify()
    while (await rollUpSome(farm.store.ingest, few, '0', log));
    expect(await due()).toEqual([])
    expect(await farm.rows('select n from report_15m where device = $1', [controller.serial])).toHaveLength(3)
    await farm.start()
  })

  test('keep the layouts of a bucket apart but read as one, counting each report once', async () => {
    await store(controller, [
      [START, 20],
      [START + 1_000, 20],
      [START + 2_000, 20],
    ])
    await readings.store({
      device: controller.serial,
      reports: [
        {
          device: controller.serial,
          at: START + MINUTE,
          layout: layouts.of(['Other', 'Climate/Temp/Avg'], []),
          numbers: Float64Array.of(1, 30),
        },
      ],
      texts: [],
      onRefused: reason => expect.unreachable(reason),
    })
    await farm.devices.catchUpRollups()
    const chart = await chartOf({ resolution: '15m', metrics: ['Climate/Temp/Avg', 'Other'] })
    expect([chart?.series[0]?.low[0], meanOf(chart)?.[0], chart?.series[0]?.high[0]]).toEqual([20, 22.5, 30])
    expect(meanOf(chart, 1)?.[0]).toBe(1)

    // The next quarter of the same day has a single report.
    await store(controller, [[START + 15 * MINUTE, 32.5]])
    await farm.devices.catchUpRollups()
    const asked = { to: START + DAY, resolution: 'day' as const }
    expect(meanOf(await chartOf(asked))).toEqual([24.5])
  })

  test('of days are made again only where the past of a binding changed, not after a rename', async () => {
    const from = START + 12 * HOUR
    await store(controller, [
      [START, 1],
      [START + DAY, 2],
      [START + 2 * DAY, 3],
    ])
    await farm.devices.catchUpRollups()
    const db = farm.store.scoped(SYSTEM)
    const marked = () =>
      farm.rows<{ day: string }>(`select day::text from rollup_dirty_day where house = $1 order by day`, [
        houseId,
      ])
    await db.update(device).set({ name: 'another name' }).where(eq(device.id, controller.id))
    await farm.rows('select rollup_mark_days($1)', [[controller.id]])
    expect(await marked()).toEqual([])
    await db.update(houseDevice).set({ to: new Date() }).where(eq(houseDevice.deviceId, controller.id))
    expect(await marked()).toEqual([])
    await db
      .update(houseDevice)
      .set({ from: new Date(from) })
      .where(eq(houseDevice.deviceId, controller.id))
    const dayOf = (at: number) => new Date(at + 8 * HOUR).toISOString().slice(0, 10)
    expect(await marked()).toEqual([{ day: dayOf(START) }])
    await farm.devices.catchUpRollups()
    const asked = { to: START + 3 * DAY, resolution: 'day' as const }
    expect(meanOf(await chartOf(asked))).toEqual([null, 2, 3])
  })
})

describe('readings', () => {
  test('are not for another customer, nor for anyone without a scope', async () => {
    await store(controller, [[START, 20]])
    const { closed } = farm.offices
    expect(await chartOf({}, scopeOf(closed.path, closed.path))).toBeNull()
    expect(await chartOf({}, { lo: '', hi: '', farm: '', customers: '', account: '' })).toBeNull()
    expect(await chartOf({}, scopeOf(closed.path, closed.path), { deviceId: controller.id })).toBeNull()
    await expect(farm.store.scoped(farmer()).execute('select * from report')).rejects.toThrow()
  })

  test('are for the offices above a customer only while the customer shares', async () => {
    await store(controller, [[START, 20]])
    const above = scopeOf(farm.offices.provider.path, '')
    expect(await chartOf({}, above)).not.toBeNull()
    const db = farm.store.scoped(SYSTEM)
    const until = (date: Date | null) =>
      db.update(office).set({ farmAccessUntil: date }).where(eq(office.id, farm.offices.sharing.id))
    await until(new Date(Date.now() - 1_000))
    expect(await chartOf({}, above)).toBeNull()
    expect(await chartOf({}, above, { deviceId: controller.id })).toBeNull()
    await until(new Date(Date.now() + DAY))
  })

  test('of a farm team house are seen by the farm team and its customer', async () => {
    const { team, sharing } = farm.offices
    const own = await farm.register(`HC-team-${number}`, 'controller', team, gateway)
    const id = await farm.buildHouse(team, new Date(START - DAY), own)
    await store(own, [[START, 20]])
    for (const path of [team.path, sharing.path])
      expect(meanOf(await chartOf({}, scopeOf(path, sharing.path), { houseId: id }))).toContain(20)
  })

  test('of a device that was given to another customer stay with the house they were measured in', async () => {
    const moved = START + 90 * MINUTE + 1
    await store(
      controller,
      Array.from({ length: 48 }, (_, i) => [START + i * 5 * MINUTE, i * 5 * MINUTE < moved - START ? 1 : 2]),
    )
    const db = farm.store.scoped(SYSTEM)
    await db
      .update(houseDevice)
      .set({ to: new Date(moved) })
      .where(eq(houseDevice.deviceId, controller.id))
    const { closed } = farm.offices
    await db
      .update(device)
      .set({ officeId: closed.id, officePath: closed.path })
      .where(eq(device.id, controller.id))
    const second = await farm.buildHouse(closed, new Date(moved), controller)
    await farm.devices.catchUpRollups()
    const buyer = scopeOf(closed.path, closed.path)
    for (const resolution of ['raw', '15m', 'day'] as const) {
      const asked = { resolution, to: START + DAY }
      const values = (chart: Chart | null) =>
        new Set(
          chart?.series
            .flatMap(({ low, mean, high }) => [...low, ...mean, ...high])
            .filter(value => value !== null),
        )
      expect(values(await chartOf(asked)), resolution).toEqual(new Set([1]))
      expect(values(await chartOf(asked, buyer, { houseId: second })), resolution).toEqual(new Set([2]))
      expect(values(await chartOf(asked, buyer, { deviceId: controller.id })), resolution).toEqual(
        new Set([2]),
      )
      expect(values(await chartOf(asked, farmer(), { deviceId: controller.id })), resolution).toEqual(
        new Set([1]),
      )
    }
  })

  test('continue in the house when its controller is replaced', async () => {
    const replaced = START + 30 * MINUTE
    const second = await farm.register(`HC-new-${number}`, 'controller', farm.offices.sharing, gateway)
    const db = farm.store.scoped(SYSTEM)
    await db
      .update(houseDevice)
      .set({ to: new Date(replaced) })
      .where(eq(houseDevice.deviceId, controller.id))
    await db.insert(houseDevice).values({
      id: newId(),
      houseId,
      deviceId: second.id,
      officePath: farm.offices.sharing.path,
      from: new Date(replaced),
    })
    await store(controller, [
      [START, 1],
      [replaced + MINUTE, 9],
    ])
    await store(second, [
      [START, 9],
      [replaced + MINUTE, 2],
    ])
    expect(new Set(meanOf(await chartOf()))).toEqual(new Set([1, 2]))
  })
})
