import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#shared/chance.ts'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { tellsLosses } from '#shared/flocks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flockRecord, flockSum } from '../../platform/database/tables/flocks.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { baseOf } from './flock-course.ts'
import { findFlock, recordsOf, shownFlock } from './flocks.queries.ts'
import { isRecorded } from './losses.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
async function newFlock(): Promise<string> {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices.direct)
  return (await buildFlock(services, offices.direct, { houseId })).id
}
const tell = (flockId: string, day: string, facts: object) =>
  buildRecord(farm.services, farm.offices.direct, { flockId, day, ...facts })
async function sumOf(flockId: string) {
  const [row] = await database().select().from(flockSum).where(eq(flockSum.flockId, flockId))
  return row
}

test('the sums of a flock follow every record added, changed or removed, back-dated ones too', async () => {
  const id = await newFlock()
  expect(await sumOf(id)).toBeUndefined()
  await tell(id, '2026-02-10', { dead: 4, eggsSound: 900, eggsBroken: 10, weight: 1_600 })
  await tell(id, '2026-02-12', { dead: 2, culled: 1, sold: 30 })
  // Recorded later for an earlier day.
  await tell(id, '2026-02-08', { dead: 5, weight: 1_500, movedIn: 20, movedOut: 3 })
  expect(await sumOf(id)).toMatchObject({
    dead: 11,
    culled: 1,
    sold: 30,
    movedIn: 20,
    movedOut: 3,
    lastOn: '2026-02-12',
    weight: 1_600,
    eggs: 910,
    lastLeft: 37,
  })
  const ofDay = (day: string) => and(eq(flockRecord.flockId, id), eq(flockRecord.day, day))
  await database().update(flockRecord).set({ eggsSound: 950, dead: 6 }).where(ofDay('2026-02-10'))
  expect(await sumOf(id)).toMatchObject({ dead: 13, eggs: 960, lastLeft: 39 })
  await database().delete(flockRecord).where(ofDay('2026-02-12'))
  expect(await sumOf(id)).toMatchObject({ dead: 11, culled: 0, sold: 0, lastOn: '2026-02-10' })
})

test('records of one flock added at the same time are all in its sums', async () => {
  const id = await newFlock()
  const days = Array.from({ length: 20 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
  await Promise.all(days.map(day => tell(id, day, { dead: 1 })))
  expect(await sumOf(id)).toMatchObject({ dead: 20, lastOn: '2026-03-20' })
})

test('statements over several flocks at once wait for each other and lose nothing', async () => {
  const ids = await Promise.all([newFlock(), newFlock(), newFlock()])
  for (const id of ids) await tell(id, '2026-04-01', { dead: 0 })
  const more = () =>
    database()
      .update(flockRecord)
      .set({ dead: sql`${flockRecord.dead} + 1` })
      .where(inArray(flockRecord.flockId, ids))
  await Promise.all(Array.from({ length: 10 }, more))
  expect(await Promise.all(ids.map(async id => (await sumOf(id))?.dead))).toEqual([10, 10, 10])
})

test('the sums say of a flock’s losses what its ledger says, whatever is recorded on which days', async () => {
  const { services } = farm
  const found = { isUncounted: 0, isKnown: 0, isUntold: 0 }
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed)
    const below = (most: number) => Math.floor(random.next() * most)
    const { id: houseId } = await buildHouse(services, farm.offices.direct, { type: 'breeder' })
    const { id } = await buildFlock(services, farm.offices.direct, {
      houseId,
      placedOn: '2026-01-01',
      placedCount: 1_000,
      placedMales: 100,
    })
    // Runs of days of one habit: all entered, without losses, males alone, a treatment or a weighing alone, nothing.
    const [most, keeps] = seed % 3 === 0 ? [9, 12] : [45, 2 + below(8)]
    for (let day = below(4), habit = below(6); day < most; day += 1) {
      if (below(keeps) === 0) habit = below(6)
      const facts = [
        { dead: below(3), culled: below(2) },
        { eggsSound: 700, feed: 110 },
        { deadMales: below(2), feed: 110 },
        { weight: 1_900 },
        { dead: 0, sold: 3, movedIn: 2 },
      ][habit]
      if (facts) await tell(id, daysAfter('2026-01-01', day), facts)
      // As people do, some days are told or corrected late.
      if (below(9) === 0) {
        const late = and(
          eq(flockRecord.flockId, id),
          eq(flockRecord.day, daysAfter('2026-01-01', below(day + 1))),
        )
        await database()
          .update(flockRecord)
          .set({ dead: below(2) === 0 ? null : 1 })
          .where(late)
      }
    }
    const flock = await findFlock(database(), SYSTEM, id, 'en-US')
    const days = ledgerOf(baseOf(flock.row), await recordsOf(database(), [id]))
    const last = days.at(-1)
    const shown = shownFlock(flock)
    const why = `seed ${seed}`
    expect(isRecorded(flock), why).toBe(last !== undefined && last.isUncounted !== true)
    expect(shown.livability, why).toEqual(last?.losses == null ? null : expect.closeTo(100 - last.losses, 9))
    const told = days.filter(tellsLosses)
    expect(flock.told.firstOn, why).toBe(told[0]?.day ?? null)
    expect(shown.livabilityLacks, why).toBe(
      last?.losses != null ? null : days.length === 0 ? 'unrecorded' : told.length > 0 ? 'losses' : 'untold',
    )
    if (last?.isUncounted) found.isUncounted++
    if (last?.losses != null) found.isKnown++
    if (told.length === 0) found.isUntold++
  }
  // Each of them was among the flocks.
  for (const times of Object.values(found)) expect(times).toBeGreaterThan(0)
})
