import { standardIn } from '../flock-figures/standard.ts'
import { mortalityOf } from '../flock-figures/stock.ts'
import type { HouseType } from '../signals.ts'
import { breedsFor, survivalBetween } from '../standards/standards.ts'
import { daysBetween } from '../zone-time.ts'
import type { DayVerdict, JudgedDay, JudgedFlock } from './judged.ts'
import { meanOf } from './middle.ts'

/** Losses in % a day: what is usual at most, and what is a warning and critical (practice). */
interface LossLimits {
  usual: number
  warning: number
  critical: number
}

const FIRST_WEEK: LossLimits = { usual: 0.15, warning: 0.2, critical: 0.3 }
const FIRST_MONTH: LossLimits = { usual: 0.08, warning: 0.1, critical: 0.2 }
const hens: LossLimits = { usual: 0.03, warning: 0.05, critical: 0.1 }
/** From an age in days on, the oldest first. */
const lossLimits: Readonly<Record<HouseType, readonly (readonly [from: number, LossLimits])[]>> = {
  broiler: [[8, { usual: 0.08, warning: 0.15, critical: 0.3 }]],
  pullet: [
    [29, hens],
    [8, FIRST_MONTH],
  ],
  layer: [
    [29, hens],
    [8, FIRST_MONTH],
  ],
  // Their standards lose up to 0.06 % a day in lay.
  breeder: [
    [29, { usual: 0.05, warning: 0.1, critical: 0.2 }],
    [8, FIRST_MONTH],
  ],
}

/** The limits of a day's losses at an age in days. */
const lossLimitsOf = (type: HouseType, age: number): LossLimits =>
  lossLimits[type].find(([from]) => age >= from)?.[1] ?? FIRST_WEEK

/** Losses of a day, in %, that are usual for a flock of this kind and age at most, and above which it gets a warning. */
export function lossBounds(flock: Pick<JudgedFlock, 'type' | 'breed' | 'standard'>, age: number) {
  const { usual, warning } = lossLimitsOf(flock.type, age)
  const standard = standardLoss(flock, age) ?? 0
  return {
    usual: Math.max(usual, OF_STANDARD.course * standard),
    warning: Math.max(warning, OF_STANDARD.limit * standard),
  }
}

/** A flock on its standard gets no warning: a limit is at least this many times the standard, a course more. */
const OF_STANDARD = { limit: 1.15, course: 1.5 }
/** Share of days on which a flock as usual may lose so many: more are no chance. Nobody is woken by a warning. */
const CHANCE = { warning: 1 / 4_000, critical: 1 / 10_000 }
/** Days together that may prove what a single one of a small flock cannot. */
const TOGETHER = 3
/** What was recorded after missing days is spread over at most this many. */
const SPREAD_DAYS = 7
/** Weight of the newest day in the mean of the flock's course. */
const NEWEST = 0.3
/** Losses this many times those of the flock's own good days have left their course. */
const OF_OWN = 2
/** The good days: of broilers by age, of others by days before. */
const BROILER_DAYS = { from: 8, to: 15, least: 5 }
const DAYS_BEFORE = { from: 35, to: 8, least: 10 }

/** Losses of a day, or of several without records between. */
interface Losses {
  day: string
  age: number
  isSoFar: boolean
  /** The days over which `lost` is spread. */
  span: number
  birds: number
  lost: number
  /** % a day */
  rate: number
  /** The same by the breed's standard; null without one. */
  standard: number | null
}

/** What each day's losses say, by the limits of type and age and by the flock's own course. */
export function lossVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const rows = lossesOf(flock, days)
  const found: DayVerdict[] = []
  const good: Losses[] = []
  let course: number | null = null
  for (const [i, row] of rows.entries()) {
    course = course === null ? row.rate : smoothed(course, row)
    const around = rows.slice(Math.max(0, i + 1 - TOGETHER), i + 1)
    const verdict = beyondLimits(flock, row, around) ?? offCourse(flock, { row, around, good, course })
    if (!verdict) good.push(row)
    const { warning } = lossLimitsOf(flock.type, row.age)
    if (verdict || !row.isSoFar)
      found.push(verdict ?? { day: row.day, level: null, value: row.rate, limit: warning })
  }
  return found
}

const smoothed = (course: number, { rate, span }: Losses): number =>
  rate + (course - rate) * (1 - NEWEST) ** span

/** The days with known losses; those recorded after missing days are the losses of these as well. */
function lossesOf(flock: JudgedFlock, days: readonly JudgedDay[]): Losses[] {
  const rows: Losses[] = []
  for (const { day, age, birds, lost, isSoFar } of days) {
    if (lost === null || birds === null || birds <= 0) continue
    const before = rows.at(-1)
    const since = before ? daysBetween(before.day, day) : age - flock.placedAge
    const span = since <= SPREAD_DAYS ? Math.max(1, since) : before ? SPREAD_DAYS : 1
    const rate = mortalityOf(lost, birds) / span
    rows.push({ day, age, isSoFar, span, birds, lost, rate, standard: standardLoss(flock, age) })
  }
  return rows
}

/** Losses by the standard, in % of those alive on the day. Broilers of all breeds follow one rule of thumb. */
function standardLoss(
  { type, breed, standard }: Pick<JudgedFlock, 'type' | 'breed' | 'standard'>,
  age: number,
): number | null {
  const [anyBroiler] = type === 'broiler' ? breedsFor('broiler') : []
  const known = standardIn({ breed, standard }) ?? anyBroiler
  const kept = known ? survivalBetween(known, age, age + 1) : null
  return kept === null ? null : 100 - kept
}

/** Losses over the limits of the type and age, however the flock did before. */
function beyondLimits(flock: JudgedFlock, row: Losses, around: readonly Losses[]): DayVerdict | null {
  const { day, rate, age } = row
  const { usual, ...limits } = lossLimitsOf(flock.type, age)
  const warning = Math.max(limits.warning, OF_STANDARD.limit * (row.standard ?? 0))
  const critical = Math.max(limits.critical, warning)
  if (rate <= warning) return null
  const chance = chanceIn(row, around, Math.max(usual, row.standard ?? 0))
  if (rate > critical && chance < CHANCE.critical)
    return { day, level: 'critical', value: rate, limit: critical }
  return chance < CHANCE.warning ? { day, level: 'warning', value: rate, limit: warning } : null
}

interface Course {
  row: Losses
  around: readonly Losses[]
  /** The days before that were well. */
  good: readonly Losses[]
  /** Mean of the losses up to this day, the newest weighing most, % a day. */
  course: number
}

/** Losses that rise on the flock's own course, days before they reach a limit. */
function offCourse(flock: JudgedFlock, { row, around, good, course }: Course): DayVerdict | null {
  const { usual } = lossLimitsOf(flock.type, row.age)
  const own = expectedOf(flock, row, good)
  if (own === null) return null
  // The rule of thumb of broilers is worse than most flocks are: their own days say more.
  const standard = flock.type === 'broiler' ? 0 : (row.standard ?? 0)
  const limit = Math.max(usual, OF_OWN * own, OF_STANDARD.course * standard)
  const expected = Math.max(own, standard, usual / 2)
  const isBeyond = row.rate > limit && course > limit
  if (!isBeyond || chanceIn(row, around, expected) >= CHANCE.warning) return null
  return { day: row.day, level: 'warning', value: row.rate, limit }
}

/** Losses that the flock's own good days lead one to expect, % a day; null before there are enough of these. */
function expectedOf({ type }: JudgedFlock, row: Losses, good: readonly Losses[]): number | null {
  const isBroiler = type === 'broiler'
  const { least } = isBroiler ? BROILER_DAYS : DAYS_BEFORE
  const days = good.filter(({ day, age }) => {
    if (isBroiler) return age >= BROILER_DAYS.from && age <= BROILER_DAYS.to && age < row.age
    const before = daysBetween(day, row.day)
    return before <= DAYS_BEFORE.from && before >= DAYS_BEFORE.to
  })
  if (days.length < least || (isBroiler && row.age <= BROILER_DAYS.to)) return null
  const mean = meanOf(days.map(({ rate }) => rate))
  const then = meanOf(days.flatMap(({ standard }) => standard ?? []))
  return isBroiler && row.standard !== null && then > 0 ? (mean * row.standard) / then : mean
}

/** The chance that a flock which usually loses `usual` % a day loses so many in a day, or lately. */
function chanceIn({ lost, birds, span }: Losses, around: readonly Losses[], usual: number): number {
  const expected = (usual * birds * span) / 100
  const lately = around.reduce((sum, each) => sum + each.lost, 0)
  const expectedLately = around.reduce((sum, each) => sum + (usual * each.birds * each.span) / 100, 0)
  return Math.min(chanceOf(lost, expected), chanceOf(lately, expectedLately))
}

/** The chance of `count` or more where `expected` are expected (Poisson). */
function chanceOf(count: number, expected: number): number {
  if (count <= expected) return 1
  let term = Math.exp(-expected)
  // Beyond what a number can hold: far more than this is no chance.
  if (term === 0) return count > expected + 6 * Math.sqrt(expected) ? 0 : 1
  let below = 0
  for (let i = 0; i < count && term > 0; i++) {
    below += term
    term *= expected / (i + 1)
  }
  return Math.max(0, 1 - below)
}
