import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { openStore, SYSTEM } from '../../../platform/database/store.ts'
import { alarm } from '../../../platform/database/tables/alarms.ts'
import { flock, flockRecord } from '../../../platform/database/tables/flocks.ts'
import { createEvents } from '../../../platform/events.ts'
import { buildAlarm, buildFlock, buildHouse, buildRecord } from '../../../testing/farm-builder.ts'
import { alarmFarm, GRACE_MS, MINUTE, SECOND } from '../testing/alarm-farm.ts'
import { startAlarmsAlone } from '../testing/start-alone.ts'

const farm = alarmFarm()
const { alarmsOf, controller, noticesOfFarmer, report, restart, settled, start } = farm

const ZONE = 'Asia/Shanghai'
const today = () => dateIn(ZONE, farm.now)
/** A day this many days ago. */
const ago = (days: number) => daysAfter(today(), -days)
const database = () => farm.app.services.store.scoped(SYSTEM)

interface Kept {
  houseId: string
  flockId: string
}

/** A broiler flock of 20,000 placed 20 days ago, in a house without a controller unless one is given. */
async function broilers(more: Partial<typeof flock.$inferInsert> = {}): Promise<Kept> {
  const { services, offices } = farm.app
  const house = more.houseId
    ? { id: more.houseId }
    : await buildHouse(services, offices.sharing, { type: 'broiler', timeZone: ZONE })
  const placed = { type: 'broiler', breed: 'ross308', placedOn: ago(20), placedCount: 20_000 } as const
  const { id } = await buildFlock(services, offices.sharing, { ...placed, ...more, houseId: house.id })
  return { houseId: house.id, flockId: id }
}
const record = ({ flockId }: Kept, day: string, facts: Partial<typeof flockRecord.$inferInsert>) =>
  buildRecord(farm.app.services, farm.app.offices.sharing, { flockId, day, ...facts })
const correct = ({ flockId }: Kept, day: string, facts: Partial<typeof flockRecord.$inferInsert>) =>
  database()
    .update(flockRecord)
    .set(facts)
    .where(and(eq(flockRecord.flockId, flockId), eq(flockRecord.day, day)))

test('high losses are an alarm of the flock’s house, told once, and cleared by the next good day', async () => {
  const kept = await broilers()
  await record(kept, ago(3), { dead: 10 })
  await start()
  await record(kept, ago(2), { dead: 50, culled: 20 })
  const [raised] = await soon(async () => {
    const found = await alarmsOf(kept)
    expect(found).toHaveLength(1)
    return found
  })
  expect(raised).toMatchObject({
    code: 'LossesHigh',
    level: 'critical',
    source: 'platform',
    condition: 'active',
    subjectId: kept.flockId,
    limit: 0.3,
    since: new Date(instantOf(`${ago(2)}T00:00`, ZONE)),
    live: true,
  })
  expect(raised?.value).toBeCloseTo(0.35, 2)
  await settled()
  expect(await noticesOfFarmer(raised?.id)).toBe(1)
  // Corrected, but as bad; and the day after.
  await correct(kept, ago(2), { culled: 25 })
  await record(kept, ago(1), { dead: 90 })
  await settled()
  expect(await noticesOfFarmer(raised?.id)).toBe(1)
  await correct(kept, ago(1), { dead: 12 })
  await soon(async () =>
    expect(await alarmsOf(kept)).toMatchObject([{ id: raised?.id, condition: 'cleared' }]),
  )
  expect(farm.told.map(({ change }) => change)).toEqual(['raised', 'cleared'])
})

test('a warning becomes critical and is then told with the figures of that day', async () => {
  const kept = await broilers()
  await start()
  await record(kept, ago(3), { dead: 10 })
  await record(kept, ago(2), { dead: 40 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ level: 'warning', limit: 0.15 }]))
  await record(kept, ago(1), { dead: 80 })
  const [worse] = await soon(async () => {
    const found = await alarmsOf(kept)
    expect(found).toMatchObject([{ level: 'critical', limit: 0.3 }])
    return found
  })
  await settled()
  expect(await noticesOfFarmer(worse?.id)).toBe(1)
  const [notice] = await farm.noticesOf(worse?.id)
  expect(notice?.title['en-US']).toMatch(/: High losses, .*\(limit .*\)\. Look at the birds/)
  expect(notice?.amounts).toMatchObject([{ unit: '%' }, { value: 0.3, unit: '%' }])
})

test('a critical flock that loses more says what it loses now, and nobody is told again', async () => {
  const kept = await broilers()
  await start()
  await record(kept, ago(3), { dead: 10 })
  await record(kept, ago(2), { dead: 64 })
  const [raised] = await soon(async () => {
    const found = await alarmsOf(kept)
    expect(found).toMatchObject([{ level: 'critical', limit: 0.3 }])
    return found
  })
  expect(raised?.value).toBeCloseTo(0.32, 2)
  const shows = (value: number, limit: number) =>
    soon(async () => {
      const [stands, ...others] = await alarmsOf(kept)
      expect(others).toEqual([])
      expect(stands).toMatchObject({ id: raised?.id, level: 'critical', condition: 'active', repeats: 0 })
      expect(stands?.value).toBeCloseTo(value, 2)
      expect(stands?.limit).toBeCloseTo(limit, 2)
    })
  await record(kept, ago(1), { dead: 600 })
  await shows(3.011, 0.3)
  // Today is not over: few so far say nothing, and more than on a whole day do.
  await record(kept, today(), { dead: 60 })
  await settled()
  await shows(3.011, 0.3)
  await correct(kept, today(), { dead: 900 })
  await shows(4.657, 0.3)
  await correct(kept, today(), { dead: 0 })
  await shows(3.011, 0.3)
  // Better, but not good yet.
  await correct(kept, ago(1), { dead: 45 })
  await shows(0.226, 0.15)
  await settled()
  expect(await noticesOfFarmer(raised?.id)).toBe(1)
  expect(farm.told.map(({ change }) => change)).toEqual(['raised'])
  // What was recorded survives a restart.
  await restart()
  await settled()
  await shows(0.226, 0.15)
})

test('a bad day recorded late, after which a good one is known, is filed and alerts nobody', async () => {
  const kept = await broilers()
  await start()
  await record(kept, ago(4), { dead: 12 })
  await record(kept, ago(8), { dead: 10 })
  await record(kept, ago(7), { dead: 200 })
  const [filed] = await soon(async () => {
    const found = await alarmsOf(kept)
    expect(found).toMatchObject([{ live: false, condition: 'cleared' }])
    return found
  })
  expect(filed).toMatchObject({
    level: 'critical',
    handling: 'solved',
    raisedAt: new Date(instantOf(`${ago(6)}T00:00`, ZONE)),
    clearedAt: new Date(instantOf(`${ago(3)}T00:00`, ZONE)),
  })
  expect(await farm.noticesOf(filed?.id)).toEqual([])
  await restart()
  await settled()
  expect(await alarmsOf(kept)).toHaveLength(1)
})

test('an import in any order ends as if each day had been recorded in time', async () => {
  const kept = await broilers()
  await start()
  const rows = [10, 90, 11, 12, 80].map((dead, i) => ({ day: ago(5 - i), dead })).reverse()
  const { sharing } = farm.app.offices
  await database()
    .insert(flockRecord)
    .values(
      rows.map(row => ({
        ...row,
        id: `${kept.flockId} ${row.day}`,
        flockId: kept.flockId,
        officePath: sharing.path,
        farmPath: sharing.farmPath ?? sharing.path,
      })),
    )
  await soon(async () =>
    expect((await alarmsOf(kept)).map(({ condition, live }) => [condition, live])).toEqual([
      ['cleared', false],
      ['active', true],
    ]),
  )
})

test('today’s losses so far may be an alarm, and are never a good day', async () => {
  const kept = await broilers()
  await start()
  await record(kept, ago(2), { dead: 10 })
  await record(kept, ago(1), { dead: 80 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }]))
  await record(kept, today(), { dead: 1 })
  await settled()
  expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }])
  // The day is over.
  farm.now = instantOf(`${ago(-1)}T13:00`, ZONE)
  const engine = await restart()
  await settled()
  expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }])
  await correct(kept, ago(1), { dead: 85 })
  await soon(async () => expect((await alarmsOf(kept)).at(-1)).toMatchObject({ condition: 'active' }))
  farm.now += 2 * MINUTE
  engine.sweep()
  await settled()
})

test('the end of a day is found by a look at the clock', async () => {
  const kept = await broilers()
  const engine = await start()
  engine.sweep()
  await record(kept, ago(1), { dead: 80 })
  await record(kept, today(), { dead: 1 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }]))
  await settled()
  farm.now = instantOf(`${ago(-1)}T00:20`, ZONE)
  engine.sweep()
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }]))
})

test('a flock that is closed has no alarms any more', async () => {
  const kept = await broilers()
  await start()
  await record(kept, ago(1), { dead: 500 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }]))
  await database().update(flock).set({ endedOn: today() }).where(eq(flock.id, kept.flockId))
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }]))
})

test('restarts and two processes tell an alarm once, and either clears it', async () => {
  const kept = await broilers()
  await start()
  const { devices, log } = farm.app.services
  const store = openStore(farm.app.urls)
  const other = await startAlarmsAlone({
    store,
    events: createEvents(),
    devices,
    log,
    now: () => farm.now,
    graceMs: GRACE_MS,
  })
  await record(kept, ago(1), { dead: 500 })
  await soon(async () => expect(await alarmsOf(kept)).toHaveLength(1))
  await Promise.all([settled(), other.settled()])
  await restart()
  await settled()
  const [raised] = await alarmsOf(kept)
  expect(raised).toMatchObject({ condition: 'active', repeats: 0 })
  expect(await noticesOfFarmer(raised?.id)).toBe(1)
  await correct(kept, ago(1), { dead: 5 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }]))
  await Promise.all([settled(), other.settled()])
  expect(await alarmsOf(kept)).toMatchObject([{ id: raised?.id, condition: 'cleared', repeats: 0 }])
  await other.stop()
  await store.close()
})

const MODE = 'Settings/Flock/HouseMode'

/** A house with a controller in a mode, and a flock in it. */
async function inMode(mode: number, more: Partial<typeof flock.$inferInsert> = {}) {
  const house = await controller(null)
  report(house, { [MODE]: mode })
  const kept = await broilers({ houseId: house.houseId, ...more })
  return { ...house, ...kept }
}

test.each([
  [0, 'HouseModeEmpty'],
  [3, 'HouseModeCatching'],
  [4, 'HouseModeCleaning'],
])(
  'house mode %i with birds in the house is critical at once, and the climate’s alarms stay on',
  async (mode, code) => {
    const house = await inMode(2)
    await start()
    await settled()
    expect(await alarmsOf(house)).toEqual([])
    report(house, { [MODE]: mode }, farm.now + SECOND)
    report(house, { 'Alarm/HighTemp': true }, farm.now + SECOND)
    await settled()
    const found = await alarmsOf(house)
    expect(found.map(each => each.code).sort()).toEqual(['HighTemp', code].sort())
    const [raised] = found.filter(each => each.code === code)
    expect(raised).toMatchObject({ level: 'critical', condition: 'active', subjectId: house.id })
    expect(await noticesOfFarmer(raised?.id)).toBe(1)
    report(house, { [MODE]: 2 }, farm.now + MINUTE)
    await settled()
    expect((await alarmsOf(house)).find(each => each.code === code)).toMatchObject({ condition: 'cleared' })
  },
)

test('a mode that is known at the start, and birds that are recorded later, are found too', async () => {
  const known = await inMode(0)
  const later = await controller(null)
  report(later, { [MODE]: 4 })
  await start()
  await soon(async () => expect(await alarmsOf(known)).toMatchObject([{ code: 'HouseModeEmpty' }]))
  expect(await alarmsOf(later)).toEqual([])
  await broilers({ houseId: later.houseId })
  await soon(async () => expect(await alarmsOf(later)).toMatchObject([{ code: 'HouseModeCleaning' }]))
})

/** A house of breeders with a controller in a mode, whose females left the day before. */
async function malesIn(mode: number) {
  const house = await inMode(mode, {
    type: 'breeder',
    breed: 'ross308ps',
    placedOn: ago(200),
    placedMales: 500,
  })
  await record(house, ago(2), { deadMales: 1 })
  await record(house, ago(1), { movedOut: 20_000, deadMales: 1 })
  return house
}

test('males that are alone in their house are birds: its mode and their losses are alarms', async () => {
  const [house, gone] = [await malesIn(0), await malesIn(4)]
  await record(gone, today(), { movedOutMales: 498 })
  await start()
  await soon(async () => expect(await alarmsOf(house)).toMatchObject([{ code: 'HouseModeEmpty' }]))
  await settled()
  expect(await alarmsOf(gone)).toEqual([])
  await record(house, today(), { deadMales: 40 })
  await soon(async () =>
    expect((await alarmsOf(house)).map(({ code }) => code).sort()).toEqual(['HouseModeEmpty', 'LossesHigh']),
  )
})

test('an empty house, a planned flock and one that has left may be in any mode', async () => {
  const [planned, sold] = [await inMode(0, { placedOn: ago(-3) }), await inMode(3)]
  await record(sold, ago(1), { sold: 20_000 })
  const closed = await inMode(4)
  await start()
  await soon(async () => expect(await alarmsOf(closed)).toMatchObject([{ condition: 'active' }]))
  await database().update(flock).set({ endedOn: today() }).where(eq(flock.id, closed.flockId))
  await soon(async () => expect(await alarmsOf(closed)).toMatchObject([{ condition: 'cleared' }]))
  await settled()
  expect(await alarmsOf(planned)).toEqual([])
  expect(await alarmsOf(sold)).toEqual([])
  const standing = await database().select().from(alarm).where(eq(alarm.subjectId, sold.id))
  expect(standing).toEqual([])
})

test.each([35, 70, 400])(
  'an alarm stands while nothing has been recorded for %i days, until a good day',
  async days => {
    const kept = await broilers({ type: 'layer', breed: 'hyline-brown', placedOn: ago(days + 5) })
    const { services, offices } = farm.app
    await record(kept, ago(days + 1), { dead: 10 })
    await record(kept, ago(days), { dead: 200 })
    const { id } = await buildAlarm(services, offices.sharing, {
      subjectId: kept.flockId,
      houseIds: [kept.houseId],
      code: 'LossesHigh',
      rule: 'LossesHigh',
      level: 'critical',
      raisedAt: new Date(instantOf(`${ago(days - 1)}T08:00`, ZONE)),
    })
    await start()
    await settled()
    expect(await alarmsOf(kept)).toMatchObject([{ id, condition: 'active', level: 'critical' }])
    await record(kept, ago(1), { dead: 5 })
    await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ id, condition: 'cleared' }]))
  },
)

test('an alarm whose bad day is taken back ends, also where nothing else was recorded', async () => {
  const kept = await broilers({ placedOn: ago(12) })
  await record(kept, ago(9), { dead: 400 })
  await start()
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }]))
  await database().delete(flockRecord).where(eq(flockRecord.flockId, kept.flockId))
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }]))
})
