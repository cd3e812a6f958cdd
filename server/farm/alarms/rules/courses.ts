import { isMeasured, isPossible, PROBES } from '#shared/house-temperature.ts'
import { metrics } from '#shared/signals.ts'
import type { Course, Courses, Day } from './course.ts'
import type { Facts } from './facts.ts'
import { checkOf, type Driver, mostGrowth, type ProbeCheck } from './probe-checks.ts'
import { meanTemperature } from './probes.ts'
import { HOUR, MINUTE } from './rule.ts'

/** One value a minute is enough. ms */
const APART = MINUTE
/** What nobody watched for so long did not stand still. ms */
const UNWATCHED = 15 * MINUTE
/** Means and what lies below forget by half in about so long. ms */
const MEAN = 3 * HOUR
const THIN = 17 * HOUR
/** More than this is not counted, so that it is forgotten again. ms */
const MOST_THIN = 90 * MINUTE
/** A counter that begins anew falls below this share of what it showed. */
const ANEW = 0.5
/** A jump of a counter that goes on for so long is how it counts now. ms */
const JUMP_STANDS = 48 * HOUR

const checked = metrics.flatMap(({ name }) => {
  const check = checkOf(name)
  return check ? [{ name, check }] : []
})
/** Followed as well, because others are held against them; of pads and fog, when they ran last. */
const followed = ['Air/AirFlow', 'Cool/Pad/State', 'Cool/Fogger/State']
const noCheck: ProbeCheck = {}
const all = [...checked, ...followed.map(name => ({ name, check: noCheck }))]

/** Numbers of what is told, believed or not. */
function toldNumber({ told }: Facts, metric: string): number | null {
  const value = told(metric)
  if (typeof value === 'boolean') return Number(value)
  return isMeasured(value) ? value : null
}

/** The temperature probes that say something possible and are not in doubt, coldest first. °C */
const goodProbes = (facts: Facts) =>
  PROBES.flatMap(name => {
    const value = facts.doubted.has(name) ? null : toldNumber(facts, name)
    return value !== null && isPossible(value) ? [{ name, value }] : []
  }).toSorted((a, b) => a.value - b.value)

/** What the others of these say, coldest first. °C */
export const othersOf = (facts: Facts, metric: string): number[] =>
  facts.once(goodProbes).flatMap(({ name, value }) => (name === metric ? [] : [value]))

export const middleOf = (sorted: readonly number[]): number | null => sorted[sorted.length >> 1] ?? null

const dimmer = (facts: Facts) =>
  toldNumber(facts, 'Light/Dimmer1/Output') ?? toldNumber(facts, 'Light/Dimmer2/Output')

/** Differences of it are shares, %. */
const share = (value: number | null): number | null =>
  value !== null && value > 0 ? 100 * Math.log(value) : null

function driverNow(facts: Facts, metric: string, { of }: Driver): number | null {
  if (of === 'others') return middleOf(othersOf(facts, metric))
  if (of === 'temperature') return facts.once(meanTemperature)
  if (of === 'airflow') return share(toldNumber(facts, 'Air/AirFlow'))
  return of === 'outdoor' ? facts.number('Climate/Temp/Outdoor') : facts.once(dimmer)
}

/** Two silos feed one house: while one is emptied the other rests. */
const shownOf = (facts: Facts, name: string): number | null => {
  const value = toldNumber(facts, name)
  if (value === null || !name.startsWith('Feed/Silo')) return value
  return (
    value + (toldNumber(facts, name === 'Feed/Silo1/Weight' ? 'Feed/Silo2/Weight' : 'Feed/Silo1/Weight') ?? 0)
  )
}

/**
 * A store cannot be empty within the first minutes of a day if it still held the most of the evening in the hour before. ms,
 * kg, and shares of the most and of the rest
 */
const MIDNIGHT = { withinMs: 5 * MINUTE, least: 100, held: 0.9, left: 0.02, kept: 0.5 }
const EVENING = 18
const NOTHING_YET = Number.NEGATIVE_INFINITY

const beginDay = (hour: number, begunAt: number): Day => ({
  hour,
  begunAt,
  from: null,
  most: NOTHING_YET,
  late: NOTHING_YET,
  before: null,
  isCounter: undefined,
})

/** What was said before midnight stands on, and says nothing of the new day. */
const isOfToday = ({ day }: Course, { facts: { saidAt }, name }: Taken): boolean =>
  !saidAt || (saidAt(name) ?? 0) >= day.begunAt

function takeDay(course: Course, value: number, taken: Taken): void {
  const { hour, at } = taken.facts
  if (!taken.check.isStore) return
  if (hour < course.day.hour) {
    const { most, late, isCounter } = course.day
    course.day = { ...beginDay(hour, at), before: { most, late }, isCounter }
  }
  const { day } = course
  day.hour = hour
  if (!isOfToday(course, taken)) return
  const { before } = day
  day.from ??= at
  if (before || hour >= EVENING) day.most = Math.max(day.most, value)
  if (hour === 23) day.late = Math.max(day.late, value)
  if (!before || at - day.from < MIDNIGHT.withinMs) return
  const { most } = day
  Object.assign(day, { before: null, most: NOTHING_YET })
  if (before.late < MIDNIGHT.least) return
  const isEmptied = most <= MIDNIGHT.left * before.late
  if (isEmptied && before.late >= MIDNIGHT.held * before.most) day.isCounter = true
  else if (most >= MIDNIGHT.kept * before.late) day.isCounter = false
}

/** The range of what was not seen yet. */
const UNKNOWN = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY }

const begin = (value: number, at: number, check: ProbeCheck, facts: Facts, name: string): Course => ({
  since: at,
  low: value,
  high: value,
  driven: (check.still?.drivers ?? []).map(driver => {
    const now = driverNow(facts, name, driver)
    return now === null ? { ...UNKNOWN } : { low: now, high: now }
  }),
  hasMoved: false,
  mean: value,
  takenMs: 0,
  thinMs: 0,
  thinAt: at,
  jumped: null,
  day: beginDay(facts.hour, Number.NEGATIVE_INFINITY),
  last: value,
  at,
})

/** Whether birds that must move this are in the house. */
function isDue({ still }: ProbeCheck, { ageDays, type, number }: Facts): boolean {
  if (!still?.birds) return true
  const { from, types } = still.birds
  return ageDays !== null && ageDays >= from && (!types || types.includes(type)) && number('Bird/Count') !== 0
}

function takeStill(course: Course, value: number, at: number, { check, facts, name }: Taken): void {
  const { band = 0, isCounter } = check.still ?? {}
  const low = Math.min(course.low, value)
  const high = Math.max(course.high, value)
  const isAnew = isCounter && value < course.last
  const hasMoved = isCounter ? value > course.last + band : high - low > band + 1e-6
  // What begins anew still has not grown.
  const startsOver = hasMoved || !(isAnew || isDue(check, facts))
  if (startsOver) course.since = at
  course.hasMoved ||= hasMoved
  course.low = startsOver || isAnew ? value : low
  course.high = startsOver || isAnew ? value : high
  if (startsOver || !isAnew) followDrivers(course, startsOver, { check, facts, name })
}

function followDrivers({ driven }: Course, startsOver: boolean, { check, facts, name }: Taken): void {
  for (const [i, driver] of (check.still?.drivers ?? []).entries()) {
    const [now, range] = [driverNow(facts, name, driver), driven[i]]
    if (!range) continue
    if (startsOver) Object.assign(range, UNKNOWN)
    if (now === null) continue
    range.low = Math.min(range.low, now)
    range.high = Math.max(range.high, now)
  }
}

interface Taken {
  check: ProbeCheck
  facts: Facts
  name: string
}

function takeMeans(
  course: Course,
  value: number,
  passed: number,
  at: number,
  { thinBelow }: ProbeCheck,
): void {
  const share = 1 - Math.exp(-passed / Math.min(MEAN, Math.max(APART, course.takenMs)))
  course.mean += (value - course.mean) * share
  course.takenMs += passed
  if (thinBelow === undefined) return
  const isThin = value < thinBelow
  course.thinMs = Math.min(MOST_THIN, course.thinMs * Math.exp(-passed / THIN) + (isThin ? passed : 0))
  if (isThin) course.thinAt = at
}

function takeJump(course: Course, value: number, passed: number, at: number, { check, facts }: Taken): void {
  const birds = facts.number('Bird/Count')
  const { jumped, last } = course
  if (value - last > mostGrowth(check, birds, passed)) course.jumped ??= { at: at - passed, from: last }
  else if (jumped) {
    const isBack = value <= jumped.from + mostGrowth(check, birds, 0) || value < last * ANEW
    if (isBack || at - jumped.at > JUMP_STANDS) course.jumped = null
  }
}

/** Follows what stands of every probe of every device. */
export function createCourses() {
  const byDevice = new Map<string, Map<string, Course>>()
  const takenAt = new Map<string, number>()
  return {
    of: (deviceId: string): Courses | null => byDevice.get(deviceId) ?? null,
    /** Takes what stands now, at most once a minute; call it whenever a device is looked at. */
    take(deviceId: string, facts: Facts, at: number): void {
      if (at - (takenAt.get(deviceId) ?? Number.NEGATIVE_INFINITY) < APART) return
      takenAt.set(deviceId, at)
      const courses = byDevice.get(deviceId) ?? new Map<string, Course>()
      byDevice.set(deviceId, courses)
      for (const { name, check } of all) {
        const value = shownOf(facts, name)
        if (value === null) continue
        const course = courses.get(name)
        if (!course) {
          courses.set(name, begin(value, at, check, facts, name))
          continue
        }
        const passed = at - course.at
        // Nobody looked: it neither stood still nor moved in that time.
        if (passed > UNWATCHED) course.since += passed
        const known = Math.min(passed, UNWATCHED)
        const taken = { check, facts, name }
        takeJump(course, value, passed, at, taken)
        takeDay(course, value, taken)
        takeStill(course, value, at, taken)
        takeMeans(course, value, known, at, check)
        Object.assign(course, { last: value, at })
      }
    },
    forget(deviceId: string): void {
      byDevice.delete(deviceId)
      takenAt.delete(deviceId)
    },
  }
}
