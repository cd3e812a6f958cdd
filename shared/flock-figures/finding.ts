import type { Compared, ComparedCourse, Metered } from '../contracts/comparison.ts'
import { breakOf, isOfUncounted, standardFor } from './course-measures.ts'
import { type FlockMeasure, isTurned } from './standard.ts'

/** What a comparison found, most telling first. */
export type Finding =
  /** One left its standard: its rate fell from one value to another; the others of that age kept theirs. */
  | { kind: 'broke'; who: string; week: number; lost: number; from: number; to: number; others: string[] }
  /** In the last week all of them reported in full, one is highest and one lowest. */
  | { kind: 'apart'; week: number; high: string; low: string; by: number }
  /** The same of flocks of different breeds: one is further above its own standard than the other. */
  | { kind: 'apartFromOwn'; week: number; high: string; low: string; by: number }
  | { kind: 'alike'; week: number }
  /** Breeds that differ by nature, at least one of which has no standard: nothing can be said. */
  | { kind: 'breeds' }
  /** A metric was higher in one than in another, on average while both reported it. */
  | { kind: 'higher'; high: string; low: string; by: number }
  | { kind: 'same' }
  /** Nobody knows of how many birds the figures of these are: with less than two others, nothing can be said. */
  | { kind: 'uncounted'; who: string[] }
  /** They never reported it at the same age or time. */
  | { kind: 'never' }
  | { kind: 'nothing' }

/** A smaller difference, as a fraction of the value, is not worth mentioning. */
const ALIKE = 0.01
/** Nor is one of so many units, where values are small. */
const LEAST: Partial<Record<FlockMeasure, number>> = { losses: 0.2, mortality: 0.05, uniformity: 2 }
/** Standard deviations that are no chance any more. */
const DEVIATIONS = 3
/** Days of a week that must have the figure for the week to be compared. */
const DAYS = 5

interface Known {
  name: string
  course: ComparedCourse
}

/** Name of an item among the others: two flocks of one house by their numbers. */
export function itemName({ house, course }: Compared, items: readonly Compared[]): string {
  const isAlone = items.filter(each => each.house.id === house.id).length === 1
  return isAlone || !course ? house.name : `${house.name} · ${course.flock.number}`
}

const knownOf = (items: readonly Compared[]): Known[] =>
  items.flatMap(item => (item.course ? [{ name: itemName(item, items), course: item.course }] : []))

type Week = ComparedCourse['weeks'][number]

/** Ages of the days that a week's figure is of; null if it is not a mean of days. */
const agesIn = (week: Week, measure: FlockMeasure): readonly number[] | null =>
  isRecorded(measure) ? week.recorded[measure] : null
/** The days that a week's figure is of, as two weeks that have the same have them; undefined where a figure is not of days. */
const spanOf = (week: Week, measure: FlockMeasure): string | undefined => {
  const { from, until } = week.lossDays ?? {}
  if (measure === 'losses') return `${until}`
  return measure === 'mortality' ? `${from} ${until}` : agesIn(week, measure)?.join()
}
const isRecorded = (measure: FlockMeasure): measure is keyof Week['recorded'] =>
  measure === 'rate' || measure === 'eggWeight' || measure === 'feed' || measure === 'water'

/** Whether a week tells a figure of the flock as a whole: on most days, and of losses with the birds that were housed. */
const tells = (week: Week, measure: FlockMeasure): boolean =>
  week[measure] !== null &&
  !isOfUncounted(measure, week) &&
  (agesIn(week, measure)?.length ?? week.days) >= (measure === 'eggWeight' ? 1 : DAYS) &&
  !(measure === 'losses' && isTurned(week.housedShare))

/** What has no value where losses were not recorded. */
const ofLosses: readonly FlockMeasure[] = ['losses', 'maleLosses', 'eggsOfWeek']

/** Whether a flock has a figure only in weeks in which nobody knows how many birds there were. */
const isUncounted = ({ course: { weeks } }: Known, measure: FlockMeasure): boolean => {
  const told = ofLosses.includes(measure) ? weeks : weeks.filter(week => week[measure] !== null)
  const isLacking = (week: Week) =>
    ofLosses.includes(measure) ? week.isUncounted === true : isOfUncounted(measure, week)
  return told.length > 0 && told.every(isLacking)
}

/** Names of those that a comparison in a figure leaves out, since nobody knows of how many birds theirs is. */
export const leftOutOf = (compared: readonly Compared[], measure: FlockMeasure): string[] =>
  knownOf(compared)
    .filter(item => isUncounted(item, measure))
    .map(({ name }) => name)

/** The last week of age for which every flock reported this figure on most days. */
function lastTogether(items: readonly Known[], measure: FlockMeasure): number | null {
  const told = items.map(
    ({ course: { weeks } }) => new Set(weeks.filter(week => tells(week, measure)).map(({ week }) => week)),
  )
  const [first, ...others] = told
  const together = [...(first ?? [])].filter(week => others.every(weeks => weeks.has(week)))
  return together.length === 0 ? null : Math.max(...together)
}

/** The main difference between flocks in one figure. */
export function findingOf(compared: readonly Compared[], measure: FlockMeasure): Finding {
  const known = knownOf(compared)
  if (known.length < 2) return { kind: 'nothing' }
  const broke = measure === 'rate' ? brokeIn(known) : null
  if (broke) return broke
  const items = known.filter(item => !isUncounted(item, measure))
  if (items.length < 2) return { kind: 'uncounted', who: leftOutOf(compared, measure) }
  const week = lastTogether(items, measure)
  if (week === null) return { kind: 'never' }
  const there = items.flatMap(({ name, course }) => {
    const found = course.weeks.find(each => each.week === week)
    const value = found?.[measure] ?? null
    if (!found || value === null) return []
    const standard = standardFor(course, measure, found)
    return [{ name, value, standard, birds: found.birds, days: spanOf(found, measure) }]
  })
  // One breed held against two standards, as where a farm's own birds have no name of theirs, is two.
  const birds = items.map(({ course: { flock, standard } }) => `${flock.breed} ${standard?.id ?? ''}`)
  const isOneBreed = new Set(birds).size === 1
  // Birds that grow eat more each day: a week that lacks some days is another week.
  const isOneSpan = measure === 'eggWeight' || new Set(there.map(({ days }) => days)).size === 1
  const isAlike = isOneBreed && (isOneSpan || there.some(({ standard }) => standard === null))
  const told = there.map(({ standard, ...each }) => ({
    ...each,
    against: isAlike ? each.value : standard ? each.value - standard.mid : null,
  }))
  const values = told.flatMap(({ against, ...each }) => (against === null ? [] : [{ ...each, against }]))
  if (values.length < told.length) return { kind: 'breeds' }
  values.sort((a, b) => b.against - a.against)
  const [high, low] = [values[0], values.at(-1)]
  if (!high || !low) return { kind: 'nothing' }
  const by = high.against - low.against
  const largest = Math.max(...values.map(({ value }) => value))
  const chance = measure === 'losses' || measure === 'mortality' ? chanceOf(values) : 0
  const least = Math.max(ALIKE * largest, LEAST[measure] ?? 0, chance)
  if (by <= least) return { kind: 'alike', week }
  return { kind: isAlike ? 'apart' : 'apartFromOwn', week, high: high.name, low: low.name, by }
}

/** Points by which losses of flocks of this size differ by chance: few birds die. */
const chanceOf = (values: readonly { value: number; birds: number | null }[]): number =>
  DEVIATIONS *
  Math.sqrt(values.reduce((sum, { value, birds }) => sum + (birds ? (100 * value) / birds : 0), 0))

/** The flock that fell furthest from its standard, and those that kept theirs at that age. */
function brokeIn(items: readonly Known[]): Finding | null {
  const breaks = items.flatMap(item => {
    const broke = breakOf(item.course)
    return broke ? [{ ...broke, who: item.name }] : []
  })
  const [worst] = breaks.sort((a, b) => b.lost - a.lost)
  if (!worst) return null
  const kept = items.filter(
    item =>
      !breakOf(item.course) &&
      !isUncounted(item, 'rate') &&
      (item.course.weeks.at(-1)?.week ?? 0) >= worst.week,
  )
  return { kind: 'broke', ...worst, others: kept.map(({ name }) => name) }
}

/** The main difference between houses in a metric: highest and lowest on average, while all of them reported it. */
export function metricFinding(compared: readonly Compared[], metered: Metered | undefined): Finding {
  const told = (metered?.items ?? []).map(({ key, at, mean }) => ({
    key,
    values: new Map(at.flatMap((x, i) => (mean[i] === null ? [] : [[x, mean[i] ?? 0] as const]))),
  }))
  const [first, ...others] = told
  const together = [...(first?.values.keys() ?? [])].filter(x => others.every(({ values }) => values.has(x)))
  if (others.length === 0) return { kind: 'nothing' }
  if (together.length === 0) return { kind: 'never' }
  const means = told
    .map(({ key, values }) => {
      const item = compared.find(each => each.key === key)
      const sum = together.reduce((all, x) => all + (values.get(x) ?? 0), 0)
      return { name: item ? itemName(item, compared) : key, mean: sum / together.length }
    })
    .sort((a, b) => b.mean - a.mean)
  const [highest, lowest] = [means[0], means.at(-1)]
  if (!highest || !lowest) return { kind: 'nothing' }
  const by = highest.mean - lowest.mean
  if (by <= ALIKE * Math.abs(highest.mean)) return { kind: 'same' }
  return { kind: 'higher', high: highest.name, low: lowest.name, by }
}
