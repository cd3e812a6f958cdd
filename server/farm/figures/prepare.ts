import { sql } from 'drizzle-orm'
import { withoutDoubted } from '#shared/believed-chart.ts'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import type { Chart, CountedLosses } from '#shared/contracts/houses.ts'
import { FIGURE_DAYS, IN_TARGET_K } from '#shared/data-screen.ts'
import { dayZero } from '#shared/flock.ts'
import { isTurned, standardIn } from '#shared/flock-figures/standard.ts'
import { isCountSure, stillDays } from '#shared/flock-figures/still-meter.ts'
import { layRateAt, survivalBetween } from '#shared/standards/standards.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { houseFigure } from '../../platform/database/tables/figures.ts'
import { type HouseLosses, lossesOfHouses } from '../flocks/losses.ts'
import { standardsOfHouses } from '../flocks/own-standards.ts'
import { readBelieved } from './believed-chart.ts'
import { type CountedFigure, countedDays } from './counted-days.ts'
import { coursesOf, type HouseCourse } from './house-course.ts'
import { soFarOf } from './so-far.ts'

const DAY_MS = 86_400_000
const TEMPERATURE = ['Climate/Temp/Avg', 'Climate/Temp/Target']
/** More than a day has quarter hours. */
const POINTS = 130

/** Prepares the figures of these houses for data screens and the workplace. */
export async function prepareHouses(db: Db, houseIds: readonly string[]): Promise<void> {
  const rows = []
  const standards = await standardsOfHouses(db, houseIds)
  const losses = await lossesOfHouses(db, houseIds)
  for (const course of await coursesOf(db, houseIds))
    rows.push(
      await figuresOf(db, { ...course, standard: standards.get(course.id) ?? null }, losses.get(course.id)),
    )
  if (rows.length === 0) return
  const taken = (column: string) => sql.raw(`excluded.${column}`)
  await db
    .insert(houseFigure)
    .values(rows)
    .onConflictDoUpdate({
      target: houseFigure.houseId,
      set: {
        officePath: taken('office_path'),
        farmPath: taken('farm_path'),
        preparedAt: taken('prepared_at'),
        day: taken('day'),
        placed: taken('placed'),
        alive: taken('alive'),
        lost: taken('lost'),
        lostStandard: taken('lost_standard'),
        measured: taken('measured'),
        inTarget: taken('in_target'),
        eggs: taken('eggs'),
        hens: taken('hens'),
        eggsStandard: taken('eggs_standard'),
        feed: taken('feed'),
        water: taken('water'),
        eggsDoubted: taken('eggs_doubted'),
        feedDoubted: taken('feed_doubted'),
        waterDoubted: taken('water_doubted'),
        soFarAt: taken('so_far_at'),
        feedSoFar: taken('feed_so_far'),
        feedBefore: taken('feed_before'),
        waterSoFar: taken('water_so_far'),
        waterBefore: taken('water_before'),
        feedDoubt: taken('feed_doubt'),
        waterDoubt: taken('water_doubt'),
      },
    })
}

/** What a house's flock is held against: the farm's own standard, else that of its breed. */
type HeldCourse = HouseCourse & { standard: OwnStandard | null }

async function figuresOf(
  db: Db,
  course: HeldCourse,
  known: HouseLosses | undefined,
): Promise<typeof houseFigure.$inferInsert> {
  const { id, officePath, farmPath, today, placed, placedOn } = course
  const preparedAt = new Date()
  const now = preparedAt.getTime()
  const chart = await readBelieved(
    db,
    { houseId: id },
    { metrics: TEMPERATURE, from: now - DAY_MS, to: now, points: POINTS, resolution: '15m' },
  )
  const has = placedOn !== null && placed !== null
  const told = known?.shown.losses
  const losses = has && told?.isBegun ? told : null
  return {
    houseId: id,
    officePath,
    farmPath,
    preparedAt,
    day: today,
    placed: losses?.birds ?? null,
    alive: has ? Math.max(0, placed - course.gone) : null,
    lost: losses?.lost ?? null,
    lostStandard: losses && lostByStandard(course, losses),
    ...targetOf(chart && withoutDoubted(chart)),
    ...(await daysOf(db, course, known?.isUncounted !== true)),
    ...(await soFarOf(db, course, now)),
  }
}

/** Quarter hours with a temperature and a target, and how many of them were on target. */
function targetOf(chart: Chart | null) {
  const [actual = [], target = []] = chart?.series.map(({ mean }) => mean) ?? []
  const off = actual.flatMap((value, i) => {
    const aim = target[i]
    return value === null || aim === null || aim === undefined ? [] : [Math.abs(value - aim)]
  })
  return { measured: off.length, inTarget: off.filter(each => each <= IN_TARGET_K).length }
}

const zeroOf = ({ type, placedOn, hatchedOn }: HouseCourse) =>
  dayZero({ type, flockStartedOn: placedOn, flockHatchedOn: hatchedOn })

/** Birds that would have been lost by now according to the breed standard; null if that says nothing. */
function lostByStandard(course: HeldCourse, { birds, moved, from }: CountedLosses): number | null {
  const [breed, zero] = [standardIn(course), zeroOf(course)]
  if (!breed || zero === null || isTurned(1 + moved / birds)) return null
  const kept = survivalBetween(breed, daysBetween(zero, from), daysBetween(zero, course.today) + 1)
  return kept === null ? null : birds * (1 - kept / 100)
}

/** Recorded days whose counter stood still, by counter: nobody knows what was laid, eaten or drunk. */
function stillIn({ days, type, today }: HouseCourse): Record<CountedFigure, ReadonlySet<string>> {
  const of = (figure: CountedFigure) =>
    stillDays(
      figure,
      days.map(({ day, hens, confirmed, [figure]: amount }) => ({
        day,
        amount,
        birds: hens,
        isSoFar: day >= today,
        isSure: isCountSure(figure, confirmed, amount),
      })),
      type,
    )
  return { eggs: of('eggs'), feed: of('feed'), water: of('water') }
}

/**
 * The records of the last days, oldest first; what nobody recorded comes from the controller's counters. `areCounted`: losses
 * were entered since the placement, else nobody knows how many hens there are.
 */
async function daysOf(db: Db, course: HeldCourse, areCounted: boolean) {
  const { today, placed, gone, placedOn } = course
  const told = new Map(course.days.map(each => [each.day, each]))
  const dates = Array.from({ length: FIGURE_DAYS }, (_, i) => daysAfter(today, i + 1 - FIGURE_DAYS))
  const still = stillIn(course)
  const isRecorded = (figure: CountedFigure, day: string) => (told.get(day)?.[figure] ?? null) !== null
  const counted = await countedDays(db, course, dates, isRecorded)
  const [breed, zero] = [standardIn(course), zeroOf(course)]
  const days = dates.map(day => {
    const record = told.get(day)
    const of = (figure: CountedFigure) => {
      if (still[figure].has(day)) return { value: null, isDoubted: true }
      const { value, isDoubted } = counted(figure, day)
      return { value: record?.[figure] ?? value, isDoubted }
    }
    const [eggs, feed, water] = [of('eggs'), of('feed'), of('water')]
    const laid = eggs.value
    const isThere = areCounted && placedOn !== null && day >= placedOn && placed !== null
    const hens = laid === null || !isThere ? null : (record?.hens ?? placed - gone)
    const rate =
      breed && zero !== null && hens !== null ? layRateAt(breed, daysBetween(zero, day) + 0.5) : null
    return {
      eggs: laid,
      hens,
      eggsStandard: rate && hens !== null ? (hens * rate.mid) / 100 : null,
      feed: feed.value,
      water: water.value,
      doubted: [eggs, feed, water].map(({ isDoubted }) => (isDoubted ? 1 : 0)),
    }
  })
  return {
    eggs: days.map(({ eggs }) => eggs),
    hens: days.map(({ hens }) => hens),
    eggsStandard: days.map(({ eggsStandard }) => eggsStandard),
    feed: days.map(({ feed }) => feed),
    water: days.map(({ water }) => water),
    eggsDoubted: days.map(({ doubted }) => doubted[0] ?? 0),
    feedDoubted: days.map(({ doubted }) => doubted[1] ?? 0),
    waterDoubted: days.map(({ doubted }) => doubted[2] ?? 0),
  }
}
