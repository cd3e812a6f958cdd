import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { openHouseDirectory } from '../house-state/house-directory.ts'
import { alarmFarm, type Controller, MINUTE } from './testing/alarm-farm.ts'
import { createWaterWatch } from './water-watch.ts'

const farm = alarmFarm()
const HOUR = 60 * MINUTE
const zone = 'Asia/Shanghai'
/** The day that is lived through: all of it is past, whatever hour it is now. */
const day = daysAfter(dateIn(zone, Date.now()), -2)
const ago = (days: number) => daysAfter(day, -days)
/** A clock time of that day as hours since its midnight. */
const clock = (hours: number) => instantOf(`${day}T00:00`, zone) + hours * HOUR

const METRICS = ['Water/Meter1/Total', 'Light/Lux/S1', 'Bird/Count']
const BIRDS = 20_000
/** Litres an hour that these birds drink in the light and in the dark, and in the first hour of light. */
const DRINKS = { light: 220, dark: 2, first: 380 }
const usualLight = { on: 4, off: 22 }

interface Story {
  /** Litres an hour besides what is usual, `hour` counted from the midnight of the day; negative for the days before. */
  more?: (hour: number, usual: number) => number
  /** When the light is on, by days before. */
  light?: (daysAgo: number) => { on: number; off: number }
  birds?: (hour: number) => number
  /** Nothing was heard then. */
  isGap?: (hour: number) => boolean
  placedOn?: string
}

/** What is true at an hour since the midnight of the day. */
function truth({ more, light = () => usualLight, birds = () => BIRDS }: Story, hour: number) {
  const daysAgo = -Math.floor(hour / 24)
  const { on, off } = light(daysAgo)
  const ofDay = hour + 24 * daysAgo
  const isLit = ofDay >= on && ofDay < off
  const each = !isLit ? DRINKS.dark : ofDay < on + 1 ? DRINKS.first : DRINKS.light
  const usual = (each * birds(hour)) / BIRDS
  return { isLit, birds: birds(hour), perHour: usual + (more?.(hour, usual) ?? 0) }
}

/** A house whose readings of four days are stored. */
async function houseOf(story: Story): Promise<Controller> {
  const { services } = farm.app
  const { made } = await farm.controllers(1, story.placedOn ?? ago(25), 'broiler')
  const house = made[0] as Controller
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(clock(-24 * 20)) })
    .where(eq(houseDevice.houseId, house.houseId))
  const reports = []
  let meter = 500_000
  for (let minute = -3 * 24 * 60; minute < 24 * 60; minute += 5) {
    const { isLit, birds, perHour } = truth(story, minute / 60)
    meter += perHour / 12
    if (!story.isGap?.(minute / 60))
      reports.push({ at: clock(0) + minute * MINUTE, values: [Math.round(meter), isLit ? 20 : 0, birds] })
  }
  await storeReports(services, house.id, METRICS, reports)
  return house
}

/** Lives from one hour of the day to another, its reports coming every five minutes. */
async function live(house: Controller, story: Story, from: number, to: number) {
  farm.now = clock(from)
  while (farm.now < clock(to)) {
    const { isLit, birds, perHour } = truth(story, (farm.now - clock(0)) / HOUR)
    farm.report(house, {
      'Water/FlowRate': Math.max(1, perHour) / 60,
      'Light/Lux/S1': isLit ? 20 : 0,
      'Bird/Count': birds,
    })
    farm.pass(5 * MINUTE, 30_000)
    await farm.settled()
  }
}

/** What rang between two hours of the day, with the hour. */
async function rangIn(story: Story, from: number, to: number) {
  const house = await houseOf(story)
  farm.now = clock(from)
  await farm.start()
  await live(house, story, from, to)
  const rows = await farm.alarmsOf(house)
  return rows.map(row => ({ ...row, hour: (row.raisedAt.getTime() - clock(0)) / HOUR }))
}

const broken: [string, Story, string, number][] = [
  ['a burst pipe at two in the night', { more: hour => (hour >= 2 ? 500 : 0) }, 'WaterAboveUsual', 2],
  ['nipples that leak by night', { more: hour => (hour >= 0 ? 80 : 0) }, 'WaterAboveUsual', 0],
  ['twice as much again by day', { more: hour => (hour >= 12 ? 400 : 0) }, 'WaterAboveUsual', 12],
  [
    'a blocked line at ten in the morning',
    { more: (hour, usual) => (hour >= 10 ? -0.8 * usual : 0) },
    'WaterBelowUsual',
    10,
  ],
  [
    'a line that lets through a third',
    { more: (hour, usual) => (hour >= 14 ? -0.67 * usual : 0) },
    'WaterBelowUsual',
    14,
  ],
]

test.each(broken)('%s rings within an hour and a half, once', async (_, story, code, from) => {
  const rang = await rangIn(story, from - 0.5, from + 3)
  expect(rang.map(alarm => alarm.code)).toEqual([code])
  const [{ hour = 0, value = 0, limit = 0, condition } = {}] = rang
  expect(hour).toBeGreaterThan(from + 0.4)
  expect(hour).toBeLessThan(from + 1.5)
  expect(condition).toBe('active')
  expect(code === 'WaterAboveUsual' ? Number(value) > Number(limit) : Number(value) < Number(limit)).toBe(
    true,
  )
})

const OURS = ['WaterBelowUsual', 'WaterAboveUsual']
const isDay = (hour: number) => hour >= 0
const well: [string, Story, number, number][] = [
  ['days alike', {}, 0, 24],
  ['lights that come an hour later', { light: ago => (ago > 0 ? usualLight : { on: 5, off: 23 }) }, 2, 8],
  ['lights that come an hour earlier', { light: ago => (ago > 0 ? usualLight : { on: 3, off: 21 }) }, 2, 8],
  ['a night that is four hours longer', { light: ago => (ago > 0 ? usualLight : { on: 6, off: 20 }) }, 2, 24],
  ['a hot day with 1.6 times the water', { more: (hour, usual) => (isDay(hour) ? 0.6 * usual : 0) }, 0, 24],
  ['a cool day with 0.6 times the water', { more: (hour, usual) => (isDay(hour) ? -0.4 * usual : 0) }, 0, 24],
  ['a line flushed for 20 minutes', { more: hour => (hour >= 10.1 && hour < 10.43 ? 600 : 0) }, 9, 13],
  [
    'a line shut for 20 minutes',
    { more: (hour, usual) => (hour >= 10.1 && hour < 10.43 ? -usual : 0) },
    9,
    13,
  ],
  ['two thirds that were caught in the night', { birds: hour => (isDay(hour) ? BIRDS / 3 : BIRDS) }, 0, 14],
  [
    'a blocked line where yesterday is a gap',
    {
      more: (hour, usual) => (hour >= 10 ? -0.8 * usual : 0),
      isGap: hour => hour >= 9 - 24 && hour < 12 - 24,
    },
    9.5,
    12,
  ],
  [
    'chicks that learn to drink, on their third day',
    { placedOn: ago(2), more: (hour, usual) => (hour < -24 ? -0.8 * usual : hour < 0 ? -0.7 * usual : 0) },
    0,
    24,
  ],
]

test.each(well)('%s: nobody is told', async (_, story, from, to) => {
  const rang = (await rangIn(story, from, to)).map(({ code, hour }) => ({ code, hour }))
  expect(rang.filter(({ code }) => OURS.includes(code))).toEqual([])
})

test('a restart goes on counting, keeps the alarm, and it ends when the water is back', async () => {
  const story: Story = { more: (hour, usual) => (hour >= 10 && hour < 12 ? -0.8 * usual : 0) }
  const house = await houseOf(story)
  farm.now = clock(9.5)
  await farm.start()
  const codes = async () =>
    (await farm.alarmsOf(house)).map(({ code, condition, raisedAt, repeats }) => ({
      code,
      condition,
      hour: (raisedAt.getTime() - clock(0)) / HOUR,
      repeats,
    }))
  let restarts = 0
  for (let hour = 9.5; hour < 12; hour += 1 / 6) {
    await live(house, story, hour, hour + 1 / 6)
    await farm.kept()
    await farm.restart()
    restarts++
  }
  expect(restarts).toBeGreaterThan(10)
  const [alarm, ...others] = await codes()
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ code: 'WaterBelowUsual', condition: 'active', repeats: 0 })
  expect(alarm?.hour).toBeLessThan(11.5)
  await live(house, story, 12, 13)
  expect(await codes()).toMatchObject([{ code: 'WaterBelowUsual', condition: 'cleared', repeats: 0 }])
})

test('a hundred houses are one question to the database', async () => {
  const { store, events, log } = farm.app.services
  const { made } = await farm.controllers(100, ago(25), 'broiler')
  let asked = 0
  const counting = {
    ...store,
    scoped: (scope: Parameters<Store['scoped']>[0]) =>
      new Proxy(store.scoped(scope), {
        get(db, name, self) {
          if (name === 'execute') asked++
          const value = Reflect.get(db, name, self)
          return typeof value === 'function' ? value.bind(db) : value
        },
      }),
  } as Store
  const directory = await openHouseDirectory(store, events, error => log.error(error))
  const houses = made.flatMap(({ houseId }) => directory.house(houseId) ?? [])
  directory.stop()
  const watch = createWaterWatch({
    store: counting,
    directory: { all: () => houses },
    devices: { latest: () => undefined },
    log,
    now: () => clock(12),
    changed: () => {},
  })
  watch.sweep()
  await watch.settled()
  expect(houses).toHaveLength(100)
  expect(asked).toBe(1)
})
