import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { flockRecord } from '../../platform/database/tables/flocks.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { zoneAtNoon } from '../../testing/zone-at-noon.ts'
import { completeDays } from './complete-days.ts'

const HOUR_MS = 3_600_000
const timeZone = zoneAtNoon()
const today = dateIn(timeZone, Date.now())
const yesterday = daysAfter(today, -1)

let farm: TestApp
let worker: Person
let flockId: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  worker = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['chicken_batch:query', 'chicken_batch:get', 'chicken_batch:add'],
  })
  const device = await buildDevice(services, offices.sharing, { type: 'controller', status: 'ONLINE' })
  const house = await buildHouse(services, offices.sharing, { deviceIds: [device.id], timeZone })
  const from = new Date(instantOf(`${daysAfter(yesterday, -1)}T00:00`, timeZone))
  const database = services.store.scoped(SYSTEM)
  await database.update(houseDevice).set({ from }).where(eq(houseDevice.houseId, house.id))
  const flock = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    placedOn: daysAfter(today, -30),
  })
  flockId = flock.id
  // 100 kg of feed and 200 L of water an hour, counted from midnight on each day.
  const midnight = instantOf(`${yesterday}T00:00`, timeZone)
  const reports = Array.from({ length: 4 * 36 }, (_, quarter) => {
    const hours = (quarter / 4) % 24
    return { at: midnight + (quarter * HOUR_MS) / 4, values: [100 * hours, 200 * hours] }
  })
  await storeReports(services, device.id, ['Feed/Today', 'Water/Today'], reports)
})
afterAll(() => farm.close())

const stored = async (day: string) => {
  const sheet = await worker.call(flockRecords.sheet, { params: { id: flockId }, query: { day } })
  return sheet.record
}
const tell = (body: { day: string; [figure: string]: unknown }) =>
  worker.call(flockRecords.create, { params: { id: flockId }, body: body as never })
const madeInTheMorning = (day: string) =>
  farm.services.store
    .scoped(SYSTEM)
    .update(flockRecord)
    .set({ soFar: true, measured: { water: 14 } })
    .where(eq(flockRecord.day, day))

test('a record made in the morning has the meters’ counts of the whole day once it is over', async () => {
  await tell({ day: yesterday, dead: 3 })
  await madeInTheMorning(yesterday)
  await completeDays(farm.services.store)
  const record = await stored(yesterday)
  expect(record).toMatchObject({ dead: 3, feed: record?.measured.feed, water: record?.measured.water })
  expect(record?.water).toBeGreaterThan(4_700)
})

test('what somebody entered stays, and today is not completed', async () => {
  const version = (await stored(yesterday))?.version
  await tell({ day: yesterday, dead: 3, water: 5_000, feed: 2_500, ...(version && { version }) })
  await madeInTheMorning(yesterday)
  await tell({ day: today, dead: 1 })
  await completeDays(farm.services.store)
  expect(await stored(yesterday)).toMatchObject({ water: 5_000, feed: 2_500 })
  expect(await stored(today)).toMatchObject({ water: null, feed: null })
})
