import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shortOn } from '#shared/feed-book.ts'
import { episodesOf, flockVerdicts } from '#shared/flock-alarms.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { knownDays, recentRecords } from '../../farm/alarms/flock-rules/flock-days.ts'
import { openFlocks } from '../../farm/alarms/flock-rules/open-flocks.ts'
import { readClose } from '../../farm/flocks/flock-close.ts'
import { courseOf } from '../../farm/flocks/flock-course.ts'
import { flocksWhere, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { measuredOn } from '../../farm/flocks/measured.ts'
import { bookOf } from '../../farm/house-entries/feed-course.ts'
import { asOwner } from '../../platform/database/connect.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { openStore, type Store, SYSTEM } from '../../platform/database/store.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { noteCountedWater } from './demo-counted.ts'
import { keepFeedBooks } from './demo-feed-book.ts'
import { tellPastFlocks } from './demo-past-flocks.ts'
import { lossesOf, tellDemoDays } from './demo-records.ts'
import { troubleOf } from './demo-trouble.ts'
import { fleetGateways } from './houses.ts'
import { seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-records-'))
let demo: Awaited<ReturnType<typeof emptyDatabase>>
let store: Store
beforeAll(async () => {
  demo = await emptyDatabase()
  const config = { appSecret: demo.secret, dataDir, timeZone: 'Asia/Shanghai', demo: true }
  await prepareDatabase(demo.urls, demo.secret, owner => seed(owner, config))
  await asOwner(demo.urls, owner => tellDemoDays(owner, () => true))
  store = openStore(demo.urls)
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await store.close()
  await demo.drop()
})

it('of all flocks of the demonstration only the one in trouble was ever an alarm', async () => {
  const db = store.scoped(SYSTEM)
  const flocks = await openFlocks(db, { after: '', most: 100 })
  expect(flocks.length).toBeGreaterThan(10)
  const now = Date.now()
  const records = await recentRecords(
    db,
    flocks.map(({ id }) => id),
    now,
  )
  const bad = new Set<string>()
  for (const flock of flocks) {
    const known = { records: records.get(flock.id) ?? [], isCounted: false, now }
    const verdicts = flockVerdicts(flock, await knownDays(db, flock, known))
    if (Object.values(verdicts).flatMap(episodesOf).length > 0) bad.add(flock.id)
  }
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ id: string; code: string }>(
      `select f.id, d.code from flock f join house_device s on s.house_id = f.house_id
       join device d on d.id = s.device_id where d.type = 'controller' and f.ended_on is null`,
    ),
  )
  const inTrouble = rows.filter(({ code }) => troubleOf(code, 'en-US') !== null)
  expect([...bad]).toEqual(inTrouble.map(({ id }) => id))
})

it('the feed book of a house is never short, and is kept up', async () => {
  const { rows: books } = await asOwner(demo.urls, async owner => {
    await keepFeedBooks(owner)
    return owner.query<{ id: string; deliveries: number; priced: number; counted: number; accounts: number }>(
      `select e.house_id as id, count(*) filter (where e.kind = 'delivery')::int as deliveries,
        count(*) filter (where e.tonne_price > 0)::int as priced, count(*) filter (where e.kind = 'counted')::int as counted,
        (select count(*)::int from flock_account a join flock f on f.id = a.flock_id where f.house_id = e.house_id and f.ended_on is null) as accounts
      from feed_entry e group by e.house_id`,
    )
  })
  expect(books.length).toBe(2)
  const db = store.scoped(SYSTEM)
  for (const { id, deliveries, priced, counted, accounts } of books) {
    expect(deliveries).toBeGreaterThan(2)
    expect({ priced, accounts }).toEqual({ priced: deliveries, accounts: 1 })
    expect(counted).toBeGreaterThan(0)
    const today = new Date().toISOString().slice(0, 10)
    const { days } = await bookOf(db, id, today)
    expect(shortOn(days)).toBeUndefined()
    expect(days.at(-1)?.stock).toBeGreaterThan(0)
  }
})

it('flocks that have gone are closed with all an owner asks for, and nothing of them is left out or invented', async () => {
  const db = store.scoped(SYSTEM)
  const viewer = { scope: SYSTEM, grants: new Set(['chicken_batch:edit']) } as unknown as Viewer
  const found = await flocksWhere(db, SYSTEM, 'en-US', isNotNull(flock.endedOn))
  expect(found.map(({ row }) => row.type).toSorted()).toEqual([
    'broiler',
    'broiler',
    'broiler',
    'broiler',
    'layer',
  ])
  for (const each of found) {
    const reading = { db, viewer, language: 'en-US', services: { store } } as const
    const { figures, treatments } = await readClose(reading, each)
    const { values, lacks } = figures
    // Carcasses nobody weighed; a feed book not every house keeps.
    const isBooked = lacks.feedUsed?.why !== 'noBook'
    const unsaid = Object.keys(lacks).filter(
      name =>
        // What a figure rests on is said beside it.
        (values[name as keyof typeof values] ?? null) === null &&
        name !== 'carcassKg' &&
        (isBooked || name !== 'feedUsed'),
    )
    expect(unsaid, each.row.number).toEqual([])
    expect(values.unaccounted).toBe(0)
    expect(treatments).toBeGreaterThan(0)
    // A farm of these countries earns a few per cent of what it takes.
    const margin = (values.margin ?? Number.NaN) / (values.income ?? Number.NaN)
    expect(margin, `${each.houseRow.name} ${values.margin} of ${values.income}`).toBeGreaterThan(0.01)
    expect(margin).toBeLessThan(0.25)
    if (each.row.type === 'broiler') {
      expect(values.efficiency).toBeGreaterThan(370)
      expect(values.efficiency).toBeLessThan(450)
      expect(values.conversion).toBeGreaterThan(1.35)
      expect(values.conversion).toBeLessThan(1.75)
    } else expect(values.feedPerKgEgg).toBeLessThan(2.3)
  }
  const again = await asOwner(demo.urls, async owner => {
    await tellPastFlocks(owner)
    return owner.query<{ count: number }>(
      'select count(*)::int as count from flock where ended_on is not null',
    )
  })
  expect(again.rows[0]?.count).toBe(found.length)
})

it('breeders have their males and what the hatchery reports recorded, as a grower would expect them', async () => {
  const db = store.scoped(SYSTEM)
  const found = await flocksWhere(db, SYSTEM, 'en-US', eq(flock.type, 'breeder'))
  expect(found.length).toBeGreaterThan(1)
  for (const { row } of found) {
    const { weeks } = courseOf(row, await recordsOf(db, [row.id]), null, null)
    const last = weeks.findLast(({ days }) => days === 7)
    expect(last?.maleLosses).toBeLessThan(8)
    expect(last?.malesPerHundred).toBeGreaterThan(8)
    expect(last?.malesPerHundred).toBeLessThan(11)
    const hatched = weeks.filter(({ hatchability }) => hatchability !== null)
    expect(hatched.length).toBeGreaterThan(2)
    for (const week of hatched) {
      expect(week.fertility).toBeGreaterThan(85)
      expect(week.hatchability).toBeLessThan(week.fertility ?? 0)
      expect(week.hatchability).toBeGreaterThan(75)
    }
    const weighed = weeks.findLast(({ maleWeight }) => maleWeight !== null)
    expect(weighed?.maleWeight).toBeGreaterThan(weighed?.weight ?? Number.NaN)
  }
})

it('what people record of losses is what the controllers are told to count, every day', async () => {
  const gateways = await asOwner(demo.urls, owner =>
    fleetGateways(
      owner,
      () => true,
      () => 'secret',
    ),
  )
  const told = new Map(gateways.flatMap(({ devices }) => devices.map(({ code, house }) => [code, house])))
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ code: string; days: number[] }>(
      `select d.code, array_agg(r.dead + r.culled order by r.day) as days from flock_record r
       join flock f on f.id = r.flock_id join house_device s on s.house_id = f.house_id
       join device d on d.id = s.device_id where d.type = 'controller' and f.ended_on is null group by d.code`,
    ),
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { code, days } of rows) {
    const house = told.get(code)
    if (!house) continue
    expect(lossesOf(code, house).slice(0, days.length), code).toEqual(days)
  }
})

it('the water on record is what the meter counted, so that no form asks about a meter that is right', async () => {
  const db = store.scoped(SYSTEM)
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ flockId: string; houseId: string; deviceId: string; timeZone: string }>(
      `select f.id as "flockId", h.id as "houseId", d.id as "deviceId", coalesce(h.time_zone, o.time_zone) as "timeZone"
       from flock f join house h on h.id = f.house_id join office o on o.id = h.office_id
       join house_device s on s.house_id = h.id and s."to" is null join device d on d.id = s.device_id and d.type = 'controller'
       where d.code in ('EC-LB-01', 'EC-BV-01') and f.ended_on is null`,
    ),
  )
  expect(rows.length).toBe(2)
  const days = 3
  for (const { flockId, deviceId, timeZone } of rows) {
    const records = new Map((await recordsOf(db, [flockId])).map(record => [record.day, record]))
    const reports = Array.from({ length: days + 1 }, (_, i) =>
      daysAfter(dateIn(timeZone, new Date()), i - days),
    ).flatMap(day => {
      // In the heat hens drink a third more than their standard says.
      const due = 1.35 * (records.get(day)?.water ?? 0)
      const from = instantOf(`${day}T00:00`, timeZone)
      return Array.from({ length: 288 }, (_, i) => ({
        at: from + i * 300_000,
        values: [(due * (i + 1)) / 288],
      }))
    })
    await storeReports(
      { store },
      deviceId,
      ['Water/Today'],
      reports.filter(({ at }) => at < Date.now()),
    )
  }
  const asks = async ({ flockId, houseId, timeZone }: (typeof rows)[0], ago: number) => {
    const day = daysAfter(dateIn(timeZone, new Date()), -ago)
    const record = (await recordsOf(db, [flockId])).find(each => each.day === day)
    const { measured } = await measuredOn(db, houseId, day, timeZone)
    return doubtsOf(record ?? {}, { ...nothingBefore, measured }).map(({ key }) => key)
  }
  for (const each of rows) expect(await asks(each, 1)).toEqual(['waterMeter'])
  await noteCountedWater(demo.urls, () => true, days)
  for (const each of rows) {
    expect(await asks(each, 1)).toEqual([])
    expect(await asks(each, 2)).toEqual([])
  }
})
const nothingBefore = {
  aliveAtStart: null,
  lostMean: null,
  feedMean: null,
  weightBefore: null,
  weighedDaysAgo: null,
}

it('a rearing house of any breed is fed as birds of its age are', async () => {
  const db = store.scoped(SYSTEM)
  for (const { row } of await flocksWhere(db, SYSTEM, 'en-US', eq(flock.type, 'pullet'))) {
    const last = courseOf(row, await recordsOf(db, [row.id]), null, null).days.at(-1)
    expect(last?.feed, row.number).toBeGreaterThan(30)
    expect(last?.feed, row.number).toBeLessThan(90)
  }
})
