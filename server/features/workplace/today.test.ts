import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workplace } from '#shared/contracts/workplace.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { zoneAtNoon } from '../../testing/zone-at-noon.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const timeZone = zoneAtNoon()
const begunAt = Date.now()
const today = dateIn(timeZone, begunAt)
const midnight = instantOf(`${today}T00:00`, timeZone)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.closed, kind: 2, grants: ['client_workplace:query'] })
})
afterAll(() => farm.close())

/** Feed eaten by six in the morning and by evening, kg; a tenth more today. Water is twice as much. */
const eaten = (hour: number, isToday: boolean) =>
  (hour >= 6 ? (isToday ? 440 : 400) : 0) + (hour >= 18 ? 300 : 0)

/** A house whose controller reports feed and water every ten minutes since the evening before yesterday. */
async function flockHeardUntil(
  end: number,
  placedOn = daysAfter(today, -30),
  metrics = ['Feed/Today', 'Water/Today'],
) {
  const { services, offices } = farm
  const device = await buildDevice(services, offices.closed, { type: 'controller', status: 'ONLINE' })
  const { id: houseId } = await buildHouse(services, offices.closed, { deviceIds: [device.id], timeZone })
  const flock = await buildFlock(services, offices.closed, { houseId, placedOn, placedCount: 10_000 })
  const from = new Date(midnight - 3 * 24 * HOUR_MS)
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from })
    .where(eq(houseDevice.houseId, houseId))
  const reports = []
  for (let at = midnight - 25 * HOUR_MS; at <= end; at += 10 * MINUTE_MS) {
    const hour = ((at - midnight) / HOUR_MS + 48) % 24
    const feed = eaten(hour, at >= midnight)
    reports.push({ at, values: metrics.map(metric => (metric === 'Feed/Today' ? feed : 2 * feed)) })
  }
  await storeReports(services, device.id, metrics, reports)
  while (await prepareDue(services.store));
  return flock
}

const shown = async (id: string) => (await owner.call(workplace.list)).find(flock => flock.id === id)?.today

test('feed and water so far stand against yesterday until the same time of the house', async () => {
  const { id } = await flockHeardUntil(begunAt)
  const soFar = await shown(id)
  expect(soFar).toMatchObject({ feedKg: 440, feedKgBefore: 400, waterL: 880, waterLBefore: 800 })
  expect(Date.parse(soFar?.at ?? '')).toBeGreaterThan(begunAt - 10 * MINUTE_MS)
})

test('a house that went silent tells until when it was heard', async () => {
  const end = midnight + 9 * HOUR_MS
  const { id } = await flockHeardUntil(end)
  const soFar = await shown(id)
  expect(soFar).toMatchObject({ feedKg: 440, feedKgBefore: 400 })
  expect(Date.parse(soFar?.at ?? '') - end).toBeLessThanOrEqual(15 * MINUTE_MS)
})

test('what is not known is null: the day before the flock came, a counter that is not there, a day without a report', async () => {
  const placed = await flockHeardUntil(begunAt, daysAfter(today, -1))
  expect(await shown(placed.id)).toMatchObject({ feedKg: 440, feedKgBefore: null, waterLBefore: null })
  const fed = await flockHeardUntil(begunAt, undefined, ['Feed/Today'])
  expect(await shown(fed.id)).toMatchObject({ feedKgBefore: 400, waterL: null, waterLBefore: null })
  const silent = await flockHeardUntil(midnight - HOUR_MS)
  expect(await shown(silent.id)).toBeNull()
})

test('what was prepared before midnight is not of today', async () => {
  const { id, houseId } = await flockHeardUntil(begunAt)
  expect(await shown(id)).not.toBeNull()
  const database = farm.services.store.scoped(SYSTEM)
  const soFarAt = new Date(midnight - MINUTE_MS)
  await database.update(houseFigure).set({ soFarAt }).where(eq(houseFigure.houseId, houseId))
  expect(await shown(id)).toBeNull()
})
