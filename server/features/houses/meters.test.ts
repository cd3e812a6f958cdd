import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { houses } from '#shared/contracts/houses.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { prepareHouses } from '../../farm/figures/prepare.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const ZONE = 'Asia/Shanghai'
const QUARTER = 15 * 60_000
const METER = 'Water/Meter1/Total'
/** The day before yesterday: over, and its records may still be entered. */
const day = daysAfter(dateIn(ZONE, Date.now()), -2)
const midnight = instantOf(`${day}T00:00`, ZONE)
const HOUR = 4 * QUARTER
const exchangedAt = midnight + 10 * HOUR

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = ['chicken_home_manage:edit', 'chicken_batch:get', 'chicken_batch:add'] as const
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: [...grants] })
})
afterAll(() => farm.close())
const database = () => farm.services.store.scoped(SYSTEM)

/** A house with a flock that the device has served for days. */
async function houseOf(deviceId: string) {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.sharing, { deviceIds: [deviceId] })
  await database()
    .update(houseDevice)
    .set({ from: new Date(midnight - 24 * HOUR) })
    .where(eq(houseDevice.houseId, house.id))
  const flock = await buildFlock(services, offices.sharing, {
    houseId: house.id,
    placedOn: daysAfter(day, -20),
    placedCount: 1_000,
  })
  return { house, flock }
}

/** A house whose meter counts 10 L in a quarter of an hour and shows `shift` more from 10:00 on. */
async function meteredHouse(shift: number, metric = METER) {
  const { services, offices } = farm
  const device = await buildDevice(services, offices.sharing, { type: 'controller' })
  const { house, flock } = await houseOf(device.id)
  const reports = Array.from({ length: 3 * 26 * 4 }, (_, i) => {
    const at = midnight - HOUR + (i * QUARTER) / 3
    const counted = 880_000 + (i * 10) / 3
    return { at, values: [Math.round(counted + (at >= exchangedAt ? shift : 0))] }
  })
  await storeReports(services, device.id, [metric], reports)
  const at = Date.now()
  const readings = new Map([[metric, { value: reports.at(-1)?.values[0] ?? 0, at }]])
  services.devices.states.set(device.id, { readings, lastMessageAt: at, reportIntervalS: 60 })
  return { house, device, flock }
}
type Metered = Awaited<ReturnType<typeof meteredHouse>>

const doubt = ({ device, house }: Metered, code: string, more: object = {}) =>
  buildAlarm(farm.services, farm.offices.sharing, {
    code,
    source: 'platform',
    level: 'warning',
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt: new Date(exchangedAt + HOUR),
    since: new Date(exchangedAt),
    ...more,
  })
const sheetOf = ({ flock }: Metered) =>
  owner.call(flockRecords.sheet, { params: { id: flock.id }, query: { day } })
const exchange = ({ house, device }: Metered, more: object = {}) => ({
  params: { id: house.id },
  body: {
    deviceId: device.id,
    metric: METER,
    at: new Date(exchangedAt - 20 * 60_000).toISOString(),
    reading: 1_200_000,
    ...more,
  } as { deviceId: string; metric: typeof METER; at: string; reading: number },
})
/** What the meter shows more than the old one would have. */
const SHIFT = 1_200_000 - 880_000 - 440

describe('a meter that was exchanged for one that shows more', () => {
  let metered: Metered
  beforeAll(async () => {
    metered = await meteredHouse(SHIFT)
    await doubt(metered, `ProbeWrong.jumped:${METER}`)
  })

  test('fills in nothing while nobody has told it, and the form is told why', async () => {
    expect(await sheetOf(metered)).toMatchObject({
      measured: {},
      doubted: { water: { metric: METER, reason: 'jumped' } },
    })
  })

  test('counts on through the day once it is told, and is in doubt again when that is taken back', async () => {
    const { exchanges: told } = await owner.call(houses.exchangeMeter, exchange(metered))
    const exchangeId = told[0]?.id ?? ''
    const { measured, doubted } = await sheetOf(metered)
    expect(doubted).toEqual({})
    // 96 quarters of 10 L; what the old meter counted at its very end is not known.
    expect(measured.water).toBeGreaterThan(940)
    expect(measured.water).toBeLessThanOrEqual(962)
    const { exchanges } = await owner.call(houses.meters, { params: { id: metered.house.id } })
    expect(exchanges).toMatchObject([{ id: exchangeId, metric: METER, reading: 1_200_000 }])
    await owner.call(houses.undoExchange, {
      params: { id: metered.house.id },
      body: { exchangeId },
    })
    expect((await sheetOf(metered)).doubted).toMatchObject({ water: { reason: 'jumped' } })
  })

  test('both are in the history, by whom and of which meter', async () => {
    const rows = await database()
      .select()
      .from(operationHistory)
      .where(eq(operationHistory.actorId, owner.accountId))
      .orderBy(desc(operationHistory.id))
    expect(rows.map(({ type }) => type)).toEqual(expect.arrayContaining(['undoExchange', 'exchangeMeter']))
    expect(JSON.stringify(rows)).toContain('Water meter reading')
  })

  test.each([
    ['a moment that has not come', { at: new Date(Date.now() + HOUR).toISOString() }, 'at'],
    ['a meter that it has not', { metric: 'Egg/Today' }, 'metric'],
    ['a device of another house', { deviceId: 'somebody-elses' }, 'deviceId'],
    ['a reading below nothing', { reading: -1 }, 'reading'],
  ])('is refused with %s, by the name of the field', async (_, wrong, field) => {
    const answer = await owner.ask(houses.exchangeMeter, exchange(metered, wrong))
    expect(answer.statusCode).toBe(400)
    expect(JSON.stringify(answer.json())).toContain(`"${field}"`)
  })

  test('cannot be told by somebody who may only look', async () => {
    const viewer = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: ['chicken_home_manage:query'],
    })
    expect((await viewer.ask(houses.exchangeMeter, exchange(metered))).statusCode).toBe(403)
  })
})

const total = async (metered: Metered, metric: 'water' | 'feed') => {
  await prepareHouses(database(), [metered.house.id])
  const [row] = await database().select().from(houseFigure).where(eq(houseFigure.houseId, metered.house.id))
  // The last of its days is today.
  const at = (row?.[metric].length ?? 0) - 3
  return { value: row?.[metric][at], isDoubted: row?.[`${metric}Doubted`][at] === 1 }
}

describe('a day of a wall', () => {
  /** Counts from nothing at midnight, with what it shows for a moment at noon. */
  async function daily(atNoon: number | null) {
    const { services, offices } = farm
    const device = await buildDevice(services, offices.sharing, { type: 'controller' })
    const { house, flock } = await houseOf(device.id)
    const reports = Array.from({ length: 24 * 12 }, (_, i) => {
      const isNoon = i === 144 && atNoon !== null
      return { at: midnight + i * 5 * 60_000, values: [isNoon ? atNoon : i * 10] }
    })
    await storeReports(services, device.id, ['Water/Today'], reports)
    return { house, device, flock }
  }

  test('is what the counter showed at its end', async () => {
    expect(await total(await daily(null), 'water')).toEqual({ value: 2_870, isDoubted: false })
  })

  test('holds no glitch', async () => {
    const { value, isDoubted } = await total(await daily(103_206), 'water')
    expect(value).toBeCloseTo(2_870, -1)
    expect(isDoubted).toBe(false)
  })

  test('leaves out a counter in doubt, and knows that it did', async () => {
    const metered = await daily(null)
    await doubt(metered, 'ProbeWrong.still:Water/Today')
    expect(await total(metered, 'water')).toEqual({ value: null, isDoubted: true })
  })
})
