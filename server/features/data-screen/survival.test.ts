import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { prepareHouses } from '../../farm/figures/prepare.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: [
      'retech_datav:query',
      'chicken_home_manage:query',
      'chicken_home_manage:get',
      'chicken_batch:query',
      'chicken_batch:get',
    ],
  })
})
afterAll(() => farm.close())

const ARRIVED = -4
const taken = { takenOver: true, openingPlacedOn: inDays(-100) }
const died = [
  { day: inDays(-3), dead: 10 },
  { day: inDays(-1), dead: 5 },
]
const cases = [
  ['placed as told', {}, died, 99.85],
  [
    'of whom most were moved in',
    { placedCount: 1_000 },
    [
      { day: inDays(-3), movedIn: 20_000 },
      { day: inDays(-1), dead: 1_500 },
    ],
    100 * (1 - 1_500 / 21_000),
  ],
  [
    'taken over, with what was lost and sold before',
    { ...taken, openingLost: 485, openingSold: 9_515 },
    died,
    97.5,
  ],
  ['taken over, and nobody knows what was lost before', taken, died, null],
  ['nobody ever recorded', {}, [], null],
  ['whose first records are missing', { placedOn: inDays(-60) }, died, null],
] as const

test.each(cases)(
  'the survival of birds $0 is the same on the wall, the monitor and their own page',
  async (_, of, records, survival) => {
    const { services, offices } = farm
    const { id: houseId } = await buildHouse(services, offices.direct)
    const { id } = await buildFlock(services, offices.direct, {
      houseId,
      breed: 'hyline-brown',
      placedOn: inDays(ARRIVED),
      hatchedOn: inDays(-220),
      ...of,
    })
    for (const told of records) await buildRecord(services, offices.direct, { flockId: id, ...told })
    const db = services.store.scoped(SYSTEM)
    await prepareHouses(db, [houseId])

    const wall = (await owner.call(dataScreen.figures)).survival
    const { losses } = await owner.call(houses.state, { params: { id: houseId } })
    const { items } = await owner.call(flocks.list, { query: { houseId } })
    await db.update(house).set({ deletedAt: new Date() }).where(eq(house.id, houseId))
    const shown = [
      wall?.actual ?? null,
      losses?.isBegun ? 100 * (1 - losses.lost / losses.birds) : null,
      items[0]?.livability,
    ]
    expect(shown).toEqual(Array(3).fill(survival === null ? null : expect.closeTo(survival, 9)))
    // Of birds with all their losses told, those since the first placement are held against the standard since then.
    if (survival === null) expect(items[0]?.livabilityLacks).not.toBeNull()
    expect(losses?.isBegun ? losses.from : null).toBe(
      survival === null ? null : 'takenOver' in of ? inDays(-100) : inDays(ARRIVED),
    )
    expect(wall === null).toBe(survival === null)
  },
)

test('a flock without a record for long is in no survival, and the wall says how many there are', async () => {
  const { services, offices } = farm
  const db = services.store.scoped(SYSTEM)
  const made = []
  for (const [placed, last, dead] of [
    [-30, -9, 400],
    [-30, -8, 10],
    [-30, -1, 100],
    [-60, null, 0],
  ] as const) {
    const { id: houseId } = await buildHouse(services, offices.direct)
    made.push(houseId)
    const placedOn = inDays(placed)
    const { id: flockId } = await buildFlock(services, offices.direct, {
      houseId,
      placedOn,
      placedCount: 1_000,
    })
    for (let day = placed; last !== null && day < last; day++)
      await buildRecord(services, offices.direct, { flockId, day: inDays(day), dead: 0 })
    if (last !== null) await buildRecord(services, offices.direct, { flockId, day: inDays(last), dead })
  }
  await prepareHouses(db, made)
  const { silent, survival } = await owner.call(dataScreen.figures)
  for (const houseId of made)
    await db.update(house).set({ deletedAt: new Date() }).where(eq(house.id, houseId))
  expect(silent).toBe(2)
  expect(survival?.actual).toBeCloseTo(100 - (100 * 110) / 2_000, 9)
})
