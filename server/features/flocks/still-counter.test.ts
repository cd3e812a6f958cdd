import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { prepareHouses } from '../../farm/figures/prepare.ts'
import { fedIn } from '../../farm/house-entries/feed-course.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const HENS = 10_000
/** Days since they were placed. */
const HERE = 40
const told = (ago: number) => ({ eggsSound: 9_001 + 7 * ago, feed: 1_101 + 3 * ago, water: 2_001 + 7 * ago })
const none = { eggsSound: 0, feed: 0, water: 0 }
const same = { eggsSound: 9_013, feed: 1_103, water: 2_003 }
const sure = (...doubts: string[]) => ({ confirmed: doubts })

interface Days {
  /** What is recorded, by days ago. */
  days: Record<number, object>
  /** Days ago of the last that is believed, and its eggs. */
  last: number
  eggs: number
  /** Whether a wall leaves out yesterday. */
  isLeftOut: boolean
}
const cases: Record<string, Days> = {
  'counts as ever': { days: {}, last: 1, eggs: 9_008, isLeftOut: false },
  'counted nothing yesterday': { days: { 1: none }, last: 2, eggs: 9_015, isLeftOut: true },
  'counted nothing for a week': {
    days: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(ago => [ago, none])),
    last: 8,
    eggs: 9_057,
    isLeftOut: true,
  },
  'counted nothing for 20 days': {
    days: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, none])),
    last: 21,
    eggs: 9_148,
    isLeftOut: true,
  },
  'counted nothing for 20 days, and today is recorded so far': {
    days: {
      0: { eggsSound: 400 },
      ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, none])),
    },
    last: 21,
    eggs: 9_148,
    isLeftOut: true,
  },
  'counted the same for three days': {
    days: { 1: same, 2: same, 3: same },
    last: 3,
    eggs: 9_013,
    isLeftOut: true,
  },
  'counted the same until yesterday, and today is recorded so far': {
    days: { 0: { eggsSound: 400 }, 1: same, 2: same, 3: same },
    last: 3,
    eggs: 9_013,
    isLeftOut: true,
  },
  'counted nothing, and somebody says that it is right': {
    days: { 1: { ...none, ...sure('noEggs 0', 'noFeed 0', 'noWater 0') } },
    last: 1,
    eggs: 0,
    isLeftOut: false,
  },
  'counted nothing, and somebody had said of another number that it is right': {
    days: { 1: { ...none, ...sure('eggsStill 9013', 'feedStill 1103', 'waterStill 2003') } },
    last: 2,
    eggs: 9_015,
    isLeftOut: true,
  },
  'counted the same, and somebody had said that nothing is right': {
    days: {
      1: { ...same, ...sure('noEggs 0', 'noFeed 0', 'noWater 0') },
      2: { ...same, ...sure('noEggs 0', 'noFeed 0', 'noWater 0') },
      3: same,
    },
    last: 3,
    eggs: 9_013,
    isLeftOut: true,
  },
  'counted the same, and somebody says that it is right': {
    days: {
      1: { ...same, ...sure('eggsStill 9013', 'feedStill 1103', 'waterStill 2003') },
      2: { ...same, ...sure('eggsStill 9013', 'feedStill 1103', 'waterStill 2003') },
      3: same,
    },
    last: 1,
    eggs: 9_013,
    isLeftOut: false,
  },
}

async function hens({ days }: Days) {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { type: 'layer' })
  const { id } = await buildFlock(services, offices.direct, {
    houseId: house.id,
    placedOn: inDays(-HERE),
    hatchedOn: inDays(-300),
    placedCount: HENS,
  })
  for (let ago = HERE; ago >= 0; ago -= 1) {
    const facts = days[ago] ?? (ago === 0 ? null : told(ago))
    if (facts)
      await buildRecord(services, offices.direct, { flockId: id, day: inDays(-ago), dead: 0, ...facts })
  }
  return { id, houseId: house.id }
}
type Hens = Awaited<ReturnType<typeof hens>>
const rateOf = (eggs: number) => (100 * eggs) / HENS

/** Every place that shows how many eggs a flock lays: the rate it shows last, %, null where it leaves yesterday out. */
const places: Record<string, (of: Hens) => Promise<number | null | undefined>> = {
  'list of flocks': async ({ id }) =>
    (await owner.call(flocks.list, { query: {} })).items.find(flock => flock.id === id)?.rate,
  'page of the flock': async ({ id }) => (await owner.call(flocks.get, { params: { id } })).rate,
  'its course': async ({ id }) =>
    (await owner.call(flocks.course, { params: { id } })).days.findLast(
      ({ rate, isSoFar }) => rate !== null && !isSoFar,
    )?.rate,
  monitor: async ({ houseId }) => {
    const { laid } = await owner.call(houses.state, { params: { id: houseId } })
    return laid && rateOf(laid.eggs)
  },
  'list of houses on the monitor': async ({ houseId }) => {
    const laid = (await owner.call(houses.monitor)).find(({ id }) => id === houseId)?.laid
    return laid && rateOf(laid.eggs)
  },
}

describe.each(Object.entries(cases))('where the counters of a house %s', (_, of) => {
  let made: Hens
  beforeAll(async () => {
    made = await hens(of)
  })
  test.each(Object.entries(places))(
    '%s shows what was laid on the last day that is believed',
    async (_, read) => {
      expect(await read(made)).toBeCloseTo(rateOf(of.eggs), 6)
    },
  )
  test('the monitor names the day of its eggs', async () => {
    const { laid } = await owner.call(houses.state, { params: { id: made.houseId } })
    expect(laid?.day).toBe(inDays(-of.last))
  })
  test('the workplace makes no figure of yesterday where it is not believed', async () => {
    const morning = (await owner.call(workplace.list)).find(({ id }) => id === made.id)
    const [yesterday] = morning?.days ?? []
    const expected = of.isLeftOut
      ? [null, null, null]
      : [yesterday?.eggs, yesterday?.feedKg, yesterday?.waterL]
    expect([yesterday?.eggs, yesterday?.feedKg, yesterday?.waterL]).toEqual(expected)
    expect(Object.keys(yesterday?.still ?? {}).sort()).toEqual(of.isLeftOut ? ['eggs', 'feed', 'water'] : [])
  })
  test('feed in the silo lasts as long as it does by the days on which the scale counted', async () => {
    const database = farm.services.store.scoped(SYSTEM)
    const fed = (await fedIn(database, [made.houseId], inDays(-HERE))).get(made.houseId)
    const nothing = Object.entries(of.days).filter(
      ([, facts]) => of.isLeftOut && 'feed' in facts && facts.feed === 0,
    )
    for (const [ago] of nothing) expect(fed?.has(inDays(-Number(ago)))).toBe(false)
    expect(fed?.get(inDays(-30))).toBe(told(30).feed)
    expect(fed?.size).toBe(HERE - nothing.length)
  })
  test('walls leave yesterday out, and say so', async () => {
    const database = farm.services.store.scoped(SYSTEM)
    await prepareHouses(database, [made.houseId])
    const [row] = await database.select().from(houseFigure).where(eq(houseFigure.houseId, made.houseId))
    const yesterday = (values: readonly (number | null)[] | undefined) => values?.at(-2)
    const left = of.isLeftOut ? 1 : 0
    expect([yesterday(row?.eggsDoubted), yesterday(row?.feedDoubted), yesterday(row?.waterDoubted)]).toEqual([
      left,
      left,
      left,
    ])
    for (const values of [row?.eggs, row?.feed, row?.water])
      expect(yesterday(values) === null).toBe(of.isLeftOut)
  })
})
