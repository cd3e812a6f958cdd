import type { FlockAlarmCode } from './alarms.ts'
import { henDayRate } from './flock-figures/eggs.ts'
import { intakePerBird } from './flock-figures/intake.ts'
import { standardIn } from './flock-figures/standard.ts'
import { mortalityOf } from './flock-figures/stock.ts'
import { isHens } from './flocks.ts'
import type { HouseType } from './signals.ts'
import type { StandardTable } from './standards/standard-table.ts'
import {
  breedsFor,
  layRateAt,
  type StandardRef,
  survivalBetween,
  waterAt,
  weightAt,
} from './standards/standards.ts'
import { daysBetween } from './zone-time.ts'

/** A flock whose days are judged. */
export interface JudgedFlock {
  type: HouseType
  breed: string | null
  /** The farm's own, if the flock is compared with one. */
  standard?: StandardTable | null | undefined
  /** Age at which the birds arrived, as standards count. */
  placedAge: number
}

/** A day of a flock as recorded or counted; null where it is not known. */
export interface JudgedDay {
  /** YYYY-MM-DD */
  day: string
  /** As standards count. */
  age: number
  /** In the morning, without the males of breeders. */
  birds: number | null
  /** Dead and culled. */
  lost: number | null
  /** Sold or moved out. */
  left: number
  eggs: number | null
  waterL: number | null
  /** g */
  weight: number | null
  /** The day is not over: more may die, and what was laid and drunk says nothing yet. */
  isSoFar: boolean
}

/** What a day says of a kind of alarm; a day that says nothing has none. */
export interface DayVerdict {
  day: string
  /** Null: all is well. */
  level: 'warning' | 'critical' | null
  /** Losses and laying rate in %, weight in g, water in mL a bird. */
  value: number
  limit: number
}

/** The verdicts of a flock's known days by kind of alarm, in order of the days. */
export function flockVerdicts(
  flock: JudgedFlock,
  known: readonly JudgedDay[],
): Record<FlockAlarmCode, DayVerdict[]> {
  const days = [...known].sort((a, b) => (a.day < b.day ? -1 : 1))
  return {
    LossesHigh: lossVerdicts(flock, days),
    GrowthBehind: growthVerdicts(flock, days),
    LayingRateFalling: layingVerdicts(flock, days),
    WaterFalling: waterVerdicts(flock, days),
  }
}

/** Bad days in a row, as one alarm. */
export interface Episode {
  /** The first and the last bad day. */
  from: string
  to: string
  /** The good day after them; null while it lasts. */
  endedOn: string | null
  /** The worst level, with the figures of the last day on it. */
  level: 'warning' | 'critical'
  value: number
  limit: number
}

/** The alarms that the verdicts of one kind add up to, oldest first. */
export function episodesOf(verdicts: readonly DayVerdict[]): Episode[] {
  const found: Episode[] = []
  for (const { day, level, value, limit } of verdicts) {
    const last = found.at(-1)
    const open = last?.endedOn === null ? last : undefined
    if (level === null) {
      if (open) open.endedOn = day
    } else if (!open) found.push({ from: day, to: day, endedOn: null, level, value, limit })
    else if (open.level === 'critical' && level === 'warning') open.to = day
    else Object.assign(open, { to: day, level, value, limit })
  }
  return found
}

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

function lossVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
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

/** A weight this share under the low end of its standard is behind it. */
const UNDER_STANDARD = 0.12
/** Nor may it lose this share of the standard from one weighing to the next. */
const LOST_SHARE = 0.1
/** Days between two weighings that are compared. */
const WEIGHED_WITHIN = 21

function growthVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const known = standardIn(flock)
  if (!known) return []
  let before: { day: string; share: number } | undefined
  return days.flatMap(({ day, age, weight }): DayVerdict[] => {
    const standard = weight === null ? null : weightAt(known, age)
    if (weight === null || !standard) return []
    const share = weight / standard.mid
    const own = before && daysBetween(before.day, day) <= WEIGHED_WITHIN ? before.share : 0
    // A flock ahead of its standard may come back to it.
    const ownLimit = Math.min(1, own - LOST_SHARE) * standard.mid
    const limit = Math.max((1 - UNDER_STANDARD) * standard.low, ownLimit)
    before = { day, share }
    return [{ day, level: weight < limit ? 'warning' : null, value: weight, limit }]
  })
}

/** A figure of the closed days, one value a bird. */
interface DayValue {
  day: string
  age: number
  birds: number
  value: number
}

/** So many birds leaving make a day of its own: those left for catching neither drink nor lay as usual. */
const LEFT_SHARE = 0.02
/** A value after missing days that is so many times the one before holds those of the days between. */
const COLLECTED = 1.3
/** Earlier values that say what was usual, and how old they may be. */
const USUAL = { count: 3, days: 7 }

/** The value of each closed day on which it is known and birds stayed. */
function valuesOf(
  days: readonly JudgedDay[],
  amountOf: (day: JudgedDay) => number | null,
  figure: (amount: number, birds: number) => number,
): DayValue[] {
  const values: DayValue[] = []
  for (const known of days) {
    const { day, age, birds, left, isSoFar } = known
    const amount = amountOf(known)
    if (amount === null || birds === null || birds <= 0 || isSoFar || left > LEFT_SHARE * birds) continue
    const value = figure(amount, birds)
    const before = values.at(-1)
    const since = before ? daysBetween(before.day, day) : 1
    const isCollected = before !== undefined && since > 1 && value > COLLECTED * before.value
    values.push({ day, age, birds, value: isCollected ? value / since : value })
  }
  return values
}

/** The values before this one that say what is usual, newest first; null if there are too few. */
function usualBefore(values: readonly DayValue[], i: number): Before | null {
  const now = values[i]
  const [yesterday, ...earlier] = values.slice(Math.max(0, i - USUAL.count), i).reverse()
  const first = earlier.at(-1)
  if (!now || !yesterday || !first || earlier.length + 1 < USUAL.count) return null
  return daysBetween(first.day, now.day) > USUAL.days ? null : [yesterday, ...earlier]
}

/** Points of laying rate below the days before: a warning; below the day before, critical (practice). */
const POINTS = { warning: 3, critical: 5 }
/** Points of a fall on each of several days. */
const POINTS_IN_ROW = 3
/** Below this rate hens are only coming into lay. % */
const IN_LAY = 20
/** Standard deviations of chance that a fall must exceed. */
const DEVIATIONS = 5

function layingVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  if (!isHens(flock)) return []
  const breed = standardIn(flock)
  const rates = valuesOf(days, ({ eggs }) => eggs, henDayRate)
  return fallVerdicts(rates, 0, ({ age, birds }, [yesterday, ...earlier]) => {
    const before = [yesterday, ...earlier]
    const usual = middleOf(before.map(({ value }) => value))
    if (usual < IN_LAY) return null
    const share = Math.min(1, usual / 100)
    const chance = DEVIATIONS * 100 * Math.sqrt((2 * share * (1 - share)) / birds)
    // What the breed itself falls in these days is no fall.
    const due = dueFall(breed, before, age)
    const under = (value: number, points: number) => value - Math.max(points, chance) - due
    return {
      warning: under(usual, POINTS.warning),
      critical: under(Math.min(usual, yesterday.value), POINTS.critical),
      inRow: under(before.at(-1)?.value ?? usual, POINTS_IN_ROW),
    }
  })
}

/** Below which value a day is bad; `inRow`: if each of the days was lower than the one before. */
interface FallLimits {
  warning: number
  critical: number
  inRow: number
}
type Before = [yesterday: DayValue, ...earlier: DayValue[]]

/** Days on which a value is too low, or falls day by day, each day by a share. Days that cannot be judged have no verdict. */
function fallVerdicts(
  values: readonly DayValue[],
  share: number,
  limitsOf: (now: DayValue, before: Before) => FallLimits | null,
): DayVerdict[] {
  return values.flatMap((now, i): DayVerdict[] => {
    const before = usualBefore(values, i)
    const limits = before && limitsOf(now, before)
    if (!before || !limits) return []
    const { day, value } = now
    const { warning, critical, inRow } = limits
    if (value < critical) return [{ day, level: 'critical', value, limit: critical }]
    if (value < warning) return [{ day, level: 'warning', value, limit: warning }]
    const isBad = value < inRow && isFalling([now, ...before], share)
    return [
      isBad ? { day, level: 'warning', value, limit: inRow } : { day, level: null, value, limit: warning },
    ]
  })
}

/** Points that the standard's laying rate falls from the first of these days to an age. */
function dueFall(breed: StandardRef | undefined, before: readonly DayValue[], age: number): number {
  const [then, now] = [before.at(-1)?.age ?? age, age].map(at => (breed ? layRateAt(breed, at + 0.5) : null))
  return then && now ? Math.max(0, then.mid - now.mid) : 0
}

/** Shares of water below the days before (practice). */
const LESS_WATER = { warning: 0.2, critical: 0.4 }
/** Shares that it falls each day, and in all, to be falling day by day. */
const LESS_IN_ROW = { each: 0.03, total: 0.15 }
/** Below this many litres in a day a share says nothing. */
const ENOUGH_WATER = 50

function waterVerdicts(flock: JudgedFlock, days: readonly JudgedDay[]): DayVerdict[] {
  const breed = standardIn(flock)
  const amounts = valuesOf(days, ({ waterL }) => waterL, intakePerBird)
  return fallVerdicts(amounts, LESS_IN_ROW.each, ({ age, birds }, before) => {
    const middle = middleOf(before.map(({ value }) => value))
    if ((middle * birds) / 1_000 < ENOUGH_WATER) return null
    const usual = middle * grownThirst(breed, meanOf(before.map(each => each.age)), age)
    const first = before.at(-1) ?? before[0]
    return {
      warning: usual * (1 - LESS_WATER.warning),
      critical: usual * (1 - LESS_WATER.critical),
      inRow: first.value * grownThirst(breed, first.age, age) * (1 - LESS_IN_ROW.total),
    }
  })
}

/** How many times the water of an age the standard gives at a later one. */
function grownThirst(breed: StandardRef | undefined, from: number, to: number): number {
  const [then, now] = [from, to].map(age => (breed ? waterAt(breed, age + 0.5) : null))
  return then && now && then.mid > 0 ? now.mid / then.mid : 1
}

/** Whether each value is lower than the one before by this share. Newest first. */
const isFalling = (values: readonly DayValue[], share: number): boolean =>
  values.every(({ value }, i) => {
    const earlier = values[i + 1]
    return !earlier || value < earlier.value * (1 - share)
  })

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
