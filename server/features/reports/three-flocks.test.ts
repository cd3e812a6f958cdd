import { eq, inArray } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparison } from '#shared/contracts/comparison.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { type FlockCourse, flocks } from '#shared/contracts/flocks.ts'
import { houses as housesContract } from '#shared/contracts/houses.ts'
import { reports } from '#shared/contracts/reports.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import {
  against,
  breakOf,
  curveOf,
  furtherMeasuresOf,
  measuresOf,
} from '#shared/flock-figures/course-measures.ts'
import { henDayRate } from '#shared/flock-figures/eggs.ts'
import { exceptionsIn, standing } from '#shared/flock-figures/exceptions.ts'
import { findingOf } from '#shared/flock-figures/finding.ts'
import { senseOf, standardIn, standardOn } from '#shared/flock-figures/standard.ts'
import { flockDayOf } from '#shared/standards/flock-day.ts'
import { pointsOffBand } from '#shared/testing/drawn-curve.ts'
import { soon } from '#shared/testing/soon.ts'
import {
  dying,
  keptBreeds,
  type MadeFlock,
  onStandard,
  ownKept,
  takenOver,
} from '#shared/testing/three-flocks.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { daysOf } from '../../farm/alarms/figure-days.ts'
import { figureAlarms } from '../../farm/alarms/figure-standing.ts'
import { startAlarmsAlone } from '../../farm/alarms/testing/start-alone.ts'
import { prepareHouses } from '../../farm/figures/prepare.ts'
import { courseOf, todayOf } from '../../farm/flocks/flock-course.ts'
import { findFlock, ownStandardOf, recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { flockOfDay } from './daily/figures.ts'
import { type Kept, keepFlock } from './testing/keep-flock.ts'

let farm: TestApp
let owner: Person
let engineer: Person
let alarms: Awaited<ReturnType<typeof startAlarmsAlone>>
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['chicken_home_manage:query'] })
  const { store, events, devices, log } = farm.services
  const now = () => Date.now()
  const ranOn = () => ({ pausedMs: 0, steppedMs: 0 })
  alarms = await startAlarmsAlone({ store, events, devices, log, now, ticks: now, graceMs: 0, passed: ranOn })
}, 120_000)
afterAll(async () => {
  await alarms.stop()
  await farm.close()
})

const keep = (make: (until: string, placementDay: 0 | 1) => MadeFlock, place: number) =>
  keepFlock(farm, make, place)

const morningOf = async (ids: readonly string[]) =>
  (await owner.call(workplace.list)).filter(({ id }) => ids.includes(id))
const courseFor = (id: string) => owner.call(flocks.course, { params: { id } })

async function readReport(id: string): Promise<string> {
  const job = await owner.call(reports.flock, { body: { flockId: id } })
  const { file } = await jobIn(owner, job.id, 'done')
  const answer = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), {
    mergePages: true,
  })
  return text
}

test('flocks exactly on their standards are in no list, in no colour and in no finding, wherever they stand', async () => {
  const kept: Kept[] = []
  for (const [place, breed] of [...keptBreeds, ...ownKept].entries())
    kept.push(await keep((until, placementDay) => onStandard(breed, { until, placementDay }), place))
  await alarms.settled()
  const ids = kept.map(({ id }) => id)

  const morning = await morningOf(ids)
  expect(morning).toHaveLength(kept.length)
  expect(exceptionsIn(morning).map(({ kind, flock }) => `${flock.breed}: ${kind}`)).toEqual([])
  expect(morning.map(flock => standing(flock).sense)).toEqual(kept.map(() => 'neutral'))
  const { houses } = await engineer.call(workplace.round)
  expect(houses.filter(({ id }) => kept.some(({ houseId }) => houseId === id))).toEqual([])

  await onWalls(kept)
  const database = farm.services.store.scoped(SYSTEM)
  for (const { id, made, yesterday } of kept) {
    await byRules(id)
    const course = await courseFor(id)
    const red = course.weeks.flatMap(week =>
      [...measuresOf(course), ...furtherMeasuresOf(course)].filter(
        measure => against(course, measure, week).sense !== 'neutral',
      ),
    )
    expect(red, made.breed).toEqual([])
    expect(breakOf(course)).toBeNull()
    for (const measure of measuresOf(course)) expect(pointsOffBand(course, measure), made.breed).toEqual([])
    await onMonitor(course)
    // The age of a farm that counts from 1, and the standard, which does not.
    const shown = await owner.call(flocks.get, { params: { id } })
    expect((shown.dayAge ?? 0) - (shown.age ?? 0)).toBe(made.placementDay)
    expect(shown.livability).toBeCloseTo(100 - (course.days.at(-1)?.losses ?? 0), 9)
    expect(shown.rate ?? null).toEqual(course.days.at(-1)?.rate ?? null)

    const found = await findFlock(database, SYSTEM, id, 'en-US')
    const records = await recordsOf(database, [id])
    const daily = {
      found,
      record: records.at(-1) ?? null,
      course: courseOf(found.row, records, todayOf(found), ownStandardOf(found)),
      measured: {},
      doubted: {},
    }
    const figures = flockOfDay(daily, yesterday).figures.filter(({ sense }) => sense !== 'neutral')
    expect(
      figures.map(({ measure }) => measure),
      `daily report of ${made.breed}`,
    ).toEqual([])

    const sheet = await owner.call(flockRecords.sheet, { params: { id }, query: { day: yesterday } })
    expect(sheet.record && doubtsOf(sheet.record, sheet), `form of ${made.breed}`).toEqual([])
  }
  const [one, other] = kept.filter(({ made }) => made.type === 'layer')
  const items = await owner.call(comparison.courses, { query: { items: `${one?.id},${other?.id}` } } as never)
  expect(findingOf(items, 'rate').kind).toBe('alike')
  expect(await readReport(one?.id ?? '')).not.toMatch(/Break point/)
}, 240_000)

/** Walls and the monitor hold each against what it is kept by. */
async function onWalls(kept: readonly Kept[]): Promise<void> {
  const database = farm.services.store.scoped(SYSTEM)
  const houseIds = kept.map(({ houseId }) => houseId)
  await prepareHouses(database, houseIds)
  const rows = await database.select().from(houseFigure).where(inArray(houseFigure.houseId, houseIds))
  for (const { houseId, made } of kept) {
    const prepared = rows.find(row => row.houseId === houseId)
    if (!prepared) throw new Error('The figures of a house are missing')
    const { eggs, hens, eggsStandard, lost, lostStandard } = prepared
    for (const [i, laid] of eggs.entries()) {
      const standard = eggsStandard[i]
      if (laid === null || standard === null || standard === undefined) continue
      expect(Math.abs(laid - standard) / (hens[i] ?? 1), `eggs of ${made.breed}`).toBeLessThan(0.01)
    }
    if (lostStandard !== null && lost !== null)
      expect(Math.abs(lost - lostStandard) / made.placedCount, `losses of ${made.breed}`).toBeLessThan(0.01)
    const state = await owner.call(housesContract.state, { params: { id: houseId } })
    expect(state.standard?.name).toBe(made.standard?.name)
    const last = made.records.findLast(({ weight }) => weight != null)
    const age = daysBetween(made.hatchedOn ?? made.placedOn, last?.day ?? made.placedOn)
    const model = flockDayOf(state, age)
    if (last?.weight && model) expect(model.weight).toBeCloseTo(last.weight / 1_000, 1)
  }
}

/** The monitor has the laying rate of the flock’s page, with the same standard, and none of it is red. */
async function onMonitor(course: FlockCourse): Promise<void> {
  const { flock } = course
  const state = await owner.call(housesContract.state, { params: { id: flock.houseId } })
  const last = course.days.findLast(({ rate, isSoFar }) => rate !== null && !isSoFar)
  expect(state.laid?.day ?? null).toBe(last?.day ?? null)
  expect(state.lossesLack).toBeNull()
  expect(100 * (1 - (state.losses?.lost ?? 0) / (state.losses?.birds ?? 1))).toBeCloseTo(
    flock.livability ?? 0,
    9,
  )
  const standard =
    last && standardOn(standardIn(state), 'rate', { age: last.age, placedAge: course.placedAge })
  if (!state.laid || !standard) return
  expect(state.laid.isSure).toBe(true)
  const rate = henDayRate(state.laid.eggs, state.laid.hens)
  expect(rate).toBeCloseTo(flock.rate ?? 0, 9)
  expect(senseOf('rate', rate, standard)).toBe('neutral')
}

/** A farm’s rule on weight against the standard finds no day of it. */
async function byRules(flockId: string): Promise<void> {
  const [row] = await farm.services.store.scoped(SYSTEM).select().from(flock).where(eq(flock.id, flockId))
  if (!row) throw new Error('The flock is missing')
  const told = await daysOf(farm.services.store.scoped(SYSTEM), row)
  const rule = { metric: 'Flock/WeightToStandard', forDays: 1 } as const
  for (const [direction, limit] of [
    ['below', 97],
    ['above', 103],
  ] as const)
    expect(figureAlarms({ ...rule, direction, limit }, told, daysAfter(row.placedOn, 1_000))).toEqual([])
}

test('flocks that slowly die are first on the list from the third day on, with their losses as the reason', async () => {
  const well = await keep((until, placementDay) => onStandard(at(0), { until, placementDay }), 0)
  // In both zones, and on farms that count the placement as day 0 and as day 1.
  for (const [place, type] of (['layer', 'broiler', 'pullet', 'breeder'] as const).entries()) {
    const [breed = at(0)] = keptBreeds.filter(each => each.type === type)
    const dead = await keep(
      (until, placementDay) => dying(onStandard(breed, { until, placementDay }), 3),
      place,
    )
    expect((await owner.call(flocks.get, { params: { id: dead.id } })).placementDay).toBe(
      place % 4 < 2 ? 0 : 1,
    )
    const [first, ...others] = await soon(async () => {
      const list = exceptionsIn(await morningOf([well.id, dead.id]))
      expect(list[0]).toMatchObject({ kind: 'dead', flock: { id: dead.id } })
      return list
    })
    expect(first, type).toMatchObject({ alarm: { code: 'LossesHigh' } })
    expect(others.map(({ flock }) => flock.id)).not.toContain(well.id)
    // Its card and the monitor tell the same: what died is in the birds that are left, and in the survival.
    const shown = await owner.call(flocks.get, { params: { id: dead.id } })
    expect(first?.flock).toMatchObject({ alive: shown.alive, isRecorded: true })
    const state = await owner.call(housesContract.state, { params: { id: dead.houseId } })
    expect(state).toMatchObject({ aliveCount: shown.alive, lossesLack: null })
    expect(state.losses?.lost).toBe(shown.lost)
    // The provider’s round names it too, with the birds lost and not only the dead.
    const { houses } = await engineer.call(workplace.round)
    const line = houses.find(({ id }) => id === dead.houseId)
    expect(line?.alarm?.code ?? line?.reason).toMatch(/LossesHigh|dead/)
    const course = await courseFor(dead.id)
    const last = course.weeks.at(-1)
    expect(last && against(course, 'mortality', last).sense).toBe('bad')
    await farm.services.store.scoped(SYSTEM).delete(alarm)
  }
}, 240_000)

const at = (i: number) => {
  const kept = keptBreeds[i]
  if (!kept) throw new Error('no breed')
  return kept
}

test('a closed flock keeps the figures that its own standard gave it, also for those it is held against', async () => {
  const [yellow] = ownKept
  if (!yellow) throw new Error('no standard')
  const { id, houseId, yesterday } = await keep(until => onStandard(yellow, { until }), 0)
  const { final } = await courseFor(id)
  expect(final.dailyGain).toBeGreaterThan(0)
  await owner.call(flocks.close, { params: { id }, body: { endedOn: yesterday, reason: 'Sold' } })
  expect((await courseFor(id)).final).toEqual(final)
  const [stored] = await farm.services.store.scoped(SYSTEM).select().from(flock).where(eq(flock.id, id))
  expect(stored?.final).toMatchObject({
    dailyGain: final.dailyGain,
    conversionOnGain: final.conversionOnGain,
  })
  const { id: next } = await buildFlock(farm.services, farm.offices.sharing, {
    houseId,
    placedOn: daysAfter(yesterday, 1),
    placedCount: 10,
  })
  expect((await courseFor(next)).before?.final).toEqual(final)
})

test('flocks taken over in the middle show no figure over the time that nobody recorded', async () => {
  for (const [place, breed] of keptBreeds.filter(({ type }) => type !== 'broiler').entries()) {
    const from = Math.round(breed.age / 7) - 3
    const { id } = await keep(until => takenOver(onStandard(breed, { until }), from), place)
    const course = await courseFor(id)
    expect(course.weeks.map(({ losses, eggsPerHen }) => [losses, eggsPerHen])).toEqual(
      course.weeks.map(() => [null, null]),
    )
    for (const measure of ['losses', 'eggsPerHen', 'eggsOfWeek'] as const)
      expect(curveOf(course, measure, 4).points, measure).toEqual([])
    for (const { x } of curveOf(course, 'rate', 4).points) expect(x).toBeGreaterThanOrEqual(from)
    const shown = await owner.call(flocks.get, { params: { id } })
    expect(shown).toMatchObject({ livability: null, livabilityLacks: 'losses' })
    const state = await owner.call(housesContract.state, { params: { id: shown.houseId } })
    expect(state).toMatchObject({ losses: null, lossesLack: 'losses' })
    expect(state.laid?.isSure ?? false).toBe(false)
    const morning = await morningOf([id])
    expect(exceptionsIn(morning)).toEqual([])
    expect(morning.map(flock => standing(flock).sense)).toEqual(['neutral'])
    const { lacks, ...figures } = course.final
    for (const name of ['livability', 'eggsPerHenHoused', 'peakRate', 'ageAtHalfRate', 'efficiency'] as const)
      expect(figures[name], name).toBeNull()
    expect(lacks?.livability).toBeTruthy()
  }
}, 240_000)

test('flocks taken over with what is known of the time before show it, and nothing of it is red', async () => {
  for (const [place, breed] of keptBreeds.filter(({ type }) => type !== 'pullet').entries()) {
    const { id, made } = await keep(until => {
      const whole = onStandard(breed, { until })
      const cut = Math.round(whole.records.length / 2)
      const [before, records] = [whole.records.slice(0, cut), whole.records.slice(cut)]
      const sum = (name: 'dead' | 'feed' | 'water' | 'eggsSound' | 'eggsHatching') =>
        before.reduce((all, day) => all + (day[name] ?? 0), 0)
      const opening = {
        takenOver: true,
        openingPlacedOn: whole.placedOn,
        openingLost: sum('dead'),
        openingSold: 0,
        openingEggs: sum('eggsSound') + sum('eggsHatching'),
        openingFeed: sum('feed') || null,
        openingWater: sum('water') || null,
      }
      const placedOn = records[0]?.day ?? whole.placedOn
      const hatchedOn = whole.hatchedOn ?? whole.placedOn
      return {
        ...whole,
        ...opening,
        placedOn,
        hatchedOn,
        placedCount: whole.placedCount - sum('dead'),
        records,
      }
    }, place)
    const course = await courseFor(id)
    const red = course.weeks.flatMap(week =>
      [...measuresOf(course), ...furtherMeasuresOf(course)].filter(
        measure => against(course, measure, week).sense !== 'neutral',
      ),
    )
    expect(red, made.breed).toEqual([])
    expect(course.final.livability, made.breed).not.toBeNull()
    if (made.type !== 'broiler') expect(course.final.eggsPerHenHoused, made.breed).not.toBeNull()
    expect(exceptionsIn(await morningOf([id]))).toEqual([])
  }
}, 240_000)
