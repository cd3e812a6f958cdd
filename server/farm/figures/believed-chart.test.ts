import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutDoubted } from '#shared/believed-chart.ts'
import { houses } from '#shared/contracts/houses.ts'
import { PROBES } from '#shared/house-temperature.ts'
import { figuresOf } from '#shared/series-figures.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { prepareHouses } from './prepare.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
const STUCK = 'ProbeWrong.stuck:Climate/Temp/S8'
const MEAN = 'Climate/Temp/Avg'

let farm: TestApp
let owner: Person
let houseId: string
let deviceId: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  owner = await farm.as({
    office: offices.closed,
    kind: 2,
    grants: ['device_chart:query', 'chicken_home_manage:query'],
  })
  deviceId = (await buildDevice(services, offices.closed, { type: 'controller' })).id
  houseId = (await buildHouse(services, offices.closed, { name: 'Probes', deviceIds: [deviceId] })).id
  // Seven probes at 22 °C; the eighth stands at 38 °C. No mean is told.
  const metrics = [...PROBES, 'Climate/Temp/Target', 'Air/CO2/S1']
  const values = [...Array(7).fill(22), 38, 22, 150]
  const reports = Array.from({ length: 60 }, (_, i) => ({ at: START + i * MINUTE, values }))
  await storeReports(services, deviceId, metrics, reports)
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
beforeEach(() => database().delete(alarm).where(eq(alarm.subjectId, deviceId)))

const doubt = (code: string, from: number, to: number | null = null) =>
  buildAlarm(farm.services, farm.offices.closed, {
    code,
    source: 'platform',
    level: 'warning',
    subjectId: deviceId,
    houseIds: [houseId],
    raisedAt: new Date(from),
    ...(to !== null && { condition: 'cleared' as const, clearedAt: new Date(to) }),
  })
async function charted(...metrics: string[]) {
  const query = { metrics: metrics.join(), from: START, to: START + HOUR, points: 600 }
  return owner.call(houses.chart, { params: { id: houseId }, query })
}
const distinct = (values: readonly (number | null)[]) => [...new Set(values.filter(value => value !== null))]

test('a house that tells only its probes has a curve of its temperature, said to be worked out', async () => {
  const [mean] = (await charted(MEAN)).series
  expect(distinct(mean?.mean ?? [])).toEqual([24])
  expect(mean?.probes).toBe(8)
  const { metrics } = await owner.call(houses.charted, { params: { id: houseId } })
  expect(metrics.map(({ name }) => name)).toContain(MEAN)
})

test('a probe in doubt is left out of it for just as long', async () => {
  await doubt(STUCK, START + 20.5 * MINUTE, START + 40.5 * MINUTE)
  const { at, series } = await charted(MEAN)
  const values = series[0]?.mean ?? []
  const during = values.filter(
    (_, i) => (at[i] ?? 0) > START + 21 * MINUTE && (at[i] ?? 0) < START + 40 * MINUTE,
  )
  const before = values.filter((_, i) => (at[i] ?? 0) < START + 20 * MINUTE)
  expect([distinct(before), distinct(during)]).toEqual([[24], [22]])
})

test('a curve in doubt is drawn, says why, and counts in no figure', async () => {
  await doubt('ProbeWrong.thin:Air/CO2/S1', START - HOUR)
  const chart = await charted('Air/CO2/S1')
  expect(distinct(chart.series[0]?.mean ?? [])).toEqual([150])
  expect(chart.series[0]?.doubts).toEqual([
    { metric: 'Air/CO2/S1', reason: 'thin', from: START - HOUR, to: null },
  ])
  const [believed] = withoutDoubted(chart).series
  expect(believed && figuresOf(believed)).toEqual({ low: null, mean: null, high: null, last: null })
})

test('another device in doubt says nothing about these values', async () => {
  await buildAlarm(farm.services, farm.offices.closed, {
    code: STUCK,
    subjectId: 'another device',
    houseIds: [houseId],
  })
  expect((await charted('Climate/Temp/S8')).series[0]?.doubts).toBeUndefined()
})

test('the share in target of a wall counts the temperature that is believed', async () => {
  const inTarget = async () => {
    await prepareHouses(database(), [houseId])
    const [row] = await database().select().from(houseFigure).where(eq(houseFigure.houseId, houseId))
    return row && { measured: row.measured, inTarget: row.inTarget }
  }
  // With the probe that lies the house would be 2.3 K too warm.
  await doubt(STUCK, START - HOUR)
  const { measured, inTarget: within } = (await inTarget()) ?? {}
  expect(measured).toBeGreaterThan(0)
  expect(within).toBe(measured)
})
