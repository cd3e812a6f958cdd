import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { comparison, houseItem } from '#shared/contracts/comparison.ts'
import type { Grant } from '#shared/permissions.ts'
import { daysAfter } from '#shared/zone-time.ts'
import * as tables from '../../platform/database/schema.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { findItems } from './comparison.queries.ts'
import { coursesOf } from './courses.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_group_comparison:query'],
  })
})
afterAll(() => farm.close())

async function layers(office: 'sharing' | 'closed', eggs: readonly number[], more: object = {}) {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices[office])
  const flock = await buildFlock(services, offices[office], {
    houseId,
    breed: 'hyline-brown',
    placedOn: '2026-05-01',
    hatchedOn: '2026-01-02',
    ...more,
  })
  for (const [i, eggsSound] of eggs.entries())
    await buildRecord(services, offices[office], {
      flockId: flock.id,
      day: daysAfter('2026-05-01', 7 * i),
      eggsSound,
    })
  return flock
}
const compare = (...keys: string[]) =>
  owner.call(comparison.courses, { query: { items: keys.join(',') } } as never)

test('flocks stand side by side week by week, in the order they were asked for', async () => {
  const [one, other] = [await layers('sharing', [9_000, 9_100]), await layers('sharing', [8_000])]
  const compared = await compare(other.id, one.id)
  expect(compared.map(({ course }) => course?.flock.id)).toEqual([other.id, one.id])
  expect(compared.map(({ course }) => course?.weeks.map(({ week, rate }) => [week, rate]))).toEqual([
    [[18, 80]],
    [
      [18, 90],
      [19, 91],
    ],
  ])
})

test('no more than three, and nothing of one that is out of sight', async () => {
  const hidden = await layers('closed', [9_000])
  const ask = (items: string) => owner.ask(comparison.courses, { query: { items } } as never)
  expect((await ask('a,b,c,d')).statusCode).toBe(400)
  expect((await ask('')).statusCode).toBe(400)
  expect(await compare(hidden.id, houseItem(hidden.houseId))).toEqual([])
})

test('a house stands for the flock that is in it, and without one for itself', async () => {
  const { services, offices } = farm
  const flock = await layers('sharing', [9_000])
  const empty = await buildHouse(services, offices.sharing)
  const compared = await compare(houseItem(empty.id), houseItem(flock.houseId))
  expect(compared.map(({ house, course }) => [house.id, course?.flock.id])).toEqual([
    [empty.id, undefined],
    [flock.houseId, flock.id],
  ])
})

test('at seven in the morning in China yesterday counts and the day that has begun does not', async () => {
  const { services, offices } = farm
  const { id } = await layers('sharing', [])
  for (const [day, eggsSound] of [
    ['2026-06-09', 9_000],
    ['2026-06-10', 300],
  ] as const)
    await buildRecord(services, offices.sharing, { flockId: id, day, eggsSound })
  const db = services.store.scoped(SYSTEM)
  const asking = { db, viewer: { scope: SYSTEM } as Viewer, language: 'en-US' as const }
  const rateAt = async (moment: string) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(moment)
      const [compared] = await coursesOf(db, await findItems(asking, [{ key: id, flockId: id }]))
      const week = compared?.course?.weeks.at(-1)
      return { rate: week?.rate, ages: week?.recorded.rate }
    } finally {
      vi.useRealTimers()
    }
  }
  // In Greenwich it is still the evening of the 9th.
  expect(await rateAt('2026-06-09T23:00:00Z')).toEqual({ rate: 90, ages: [158] })
  expect(await rateAt('2026-06-10T16:00:00Z')).toMatchObject({ ages: [158, 159] })
})

test('flocks in their houses are offered before those that have gone, and none of the future', async () => {
  const gone = await layers('sharing', [], { endedOn: '2026-06-30' })
  const planned = await layers('sharing', [], { placedOn: '2099-01-01', hatchedOn: null })
  const there = await layers('sharing', [])
  const { flocks, houses } = await owner.call(comparison.choices, { query: {} } as never)
  const offered = flocks.map(({ id }) => id)
  expect(houses.map(({ id }) => id)).toContain(there.houseId)
  expect(offered).not.toContain(planned.id)
  expect(offered.indexOf(there.id)).toBeLessThan(offered.indexOf(gone.id))
})

const METRIC = 'Climate/Temp/Avg'
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10)

/**
 * Hens placed at 100 days of age, the given number of days ago, in a house whose controller has reported a temperature and
 * settings since.
 */
async function measured(office: 'sharing' | 'closed', days: number, degrees: number, settings: object) {
  const { services, offices } = farm
  const device = await buildDevice(services, offices[office], { type: 'controller' })
  const house = await buildHouse(services, offices[office], { deviceIds: [device.id] })
  await buildFlock(services, offices[office], {
    houseId: house.id,
    breed: 'hyline-brown',
    placedOn: dayAgo(days),
    hatchedOn: dayAgo(days + 100),
  })
  const reports = Array.from({ length: 24 * Math.min(days, 9) }, (_, i) => ({
    at: Date.now() - i * 3_600_000,
    values: [degrees],
  }))
  await storeReports(services, device.id, [METRIC], reports.toReversed())
  const { path } = offices[office]
  await services.store
    .scoped(SYSTEM)
    .insert(tables.reportedSettings)
    .values({
      deviceId: device.id,
      officePath: path,
      farmPath: path,
      version: 1,
      values: { ...settings },
      at: new Date(),
    })
  return { key: houseItem(house.id), id: house.id }
}
const LEVEL = 'Settings/Humid/OnTime'
const OFFSET = 'Settings/Temp/TargetOffset'

describe('houses that measure themselves', () => {
  let young: Awaited<ReturnType<typeof measured>>
  let old: Awaited<ReturnType<typeof measured>>
  let hidden: Awaited<ReturnType<typeof measured>>
  beforeAll(async () => {
    young = await measured('sharing', 3, 21, { [OFFSET]: 0, [LEVEL]: 78, 'Settings/Flock/DayAge': 3 })
    old = await measured('sharing', 40, 24, { [OFFSET]: 0, [LEVEL]: 90, 'Settings/Flock/DayAge': 40 })
    hidden = await measured('closed', 3, 30, { [OFFSET]: 5 })
  })
  const keys = () => [young.key, old.key, hidden.key].join(',')
  const metered = (by: 'age' | 'clock', days: number) =>
    owner.call(comparison.metered, { query: { items: keys(), metric: METRIC, by, days } } as never)

  test('tell a metric by the clock, at the same moments', async () => {
    const { items } = await metered('clock', 1)
    expect(items.map(({ key }) => key)).toEqual([young.key, old.key])
    for (const [i, degrees] of [21, 24].entries()) {
      const said = items[i]?.mean.filter(value => value !== null) ?? []
      expect(said.length).toBeGreaterThan(10)
      expect(new Set(said.map(Math.round))).toEqual(new Set([degrees]))
    }
  })

  test('tell it by the age of their birds, and a day nobody told is no value', async () => {
    const { items } = await metered('age', 7)
    const told = items.map(({ at, mean }) => at.filter((_, i) => mean[i] !== null))
    expect(told[0]?.every(age => age >= 100 && age <= 104)).toBe(true)
    expect(told[1]?.every(age => age >= 130 && age <= 141)).toBe(true)
    expect(told.map(ages => ages.length > 0)).toEqual([true, true])
    expect(items.flatMap(({ mean }) => mean)).not.toContain(0)
  })

  test('offer what they have told, and nothing of a house that is out of sight', async () => {
    const ask = (items: string) => owner.call(comparison.metrics, { query: { items } } as never)
    expect(await ask(keys())).toEqual([METRIC])
    expect(await ask(hidden.key)).toEqual([])
  })

  test('list the settings that differ, to who may see settings', async () => {
    const query = { items: keys() }
    expect((await owner.ask(comparison.settings, { query } as never)).statusCode).toBe(403)
    const manager = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: ['chicken_group_comparison:query', 'device_setting:query'],
    })
    expect(await manager.call(comparison.settings, { query } as never)).toEqual({
      keys: [young.key, old.key],
      compared: 2,
      differing: [{ name: LEVEL, values: [78, 90] }],
    })
  })

  test('go to Excel with weeks, the metric and, for who may see them, the settings', async () => {
    const body = { items: keys(), metric: METRIC, by: 'clock' as const }
    const fileFor = async (more: Grant[]) => {
      const grants: Grant[] = ['chicken_group_comparison:export', ...more]
      const person = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
      const job = await person.call(comparison.comparisonWorkbook, { body } as never)
      return (await jobIn(person, job.id, 'done')).file?.url
    }
    const [plain, whole] = [await fileFor([]), await fileFor(['device_setting:query'])]
    const [head, ...rows] = await rowsOf(farm, plain, 'Average temperature')
    expect(head).toHaveLength(3)
    expect(rows.flatMap(row => row.slice(1).map(Number).map(Math.round))).toContain(24)
    await expect(rowsOf(farm, plain, 'Different settings')).rejects.toThrow()
    expect(await rowsOf(farm, whole, 'Different settings')).toContainEqual(
      expect.arrayContaining(['Humidification', 'ON time', 's', 78, 90]),
    )
  })
})
