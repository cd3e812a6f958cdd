import type { Compared, ComparedCourse, Metered } from '#shared/contracts/comparison.ts'
import { breakOf } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'

/** What a comparison found, most telling first. */
export type Finding =
  /** One left its standard; the others of that age kept it. */
  | { kind: 'broke'; who: string; week: number; lost: number; others: string[] }
  /** In the last week all of them reported, one is highest and one lowest. */
  | { kind: 'apart'; week: number; best: string; worst: string; by: number }
  | { kind: 'alike'; week: number }
  /** A metric was higher in one than in another, on average while both reported it. */
  | { kind: 'higher'; high: string; low: string; by: number }
  | { kind: 'same' }
  /** They never reported it at the same age or time. */
  | { kind: 'never' }
  | { kind: 'nothing' }

/** A smaller difference, as a fraction of the value, is not worth mentioning. */
const ALIKE = 0.01

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

/** The last week of age for which every flock reported this figure. */
function lastTogether(items: readonly Known[], measure: FlockMeasure): number | null {
  const told = items.map(
    ({ course: { weeks } }) => new Set(weeks.filter(each => each[measure] !== null).map(({ week }) => week)),
  )
  const [first, ...others] = told
  const together = [...(first ?? [])].filter(week => others.every(weeks => weeks.has(week)))
  return together.length === 0 ? null : Math.max(...together)
}

/** The main difference between flocks in one figure. */
export function findingOf(compared: readonly Compared[], measure: FlockMeasure): Finding {
  const items = knownOf(compared)
  if (items.length < 2) return { kind: 'nothing' }
  if (measure === 'rate') {
    const breaks = items.flatMap(item => {
      const broke = breakOf(item.course)
      return broke ? [{ ...broke, who: item.name }] : []
    })
    const worst = breaks.sort((a, b) => b.lost - a.lost)[0]
    if (worst) {
      const kept = items.filter(
        ({ course }) => !breakOf(course) && (course.weeks.at(-1)?.week ?? 0) >= worst.week,
      )
      return { kind: 'broke', ...worst, others: kept.map(({ name }) => name) }
    }
  }
  const week = lastTogether(items, measure)
  if (week === null) return { kind: 'never' }
  const values = items
    .map(({ name, course }) => ({
      name,
      value: course.weeks.find(each => each.week === week)?.[measure] ?? 0,
    }))
    .sort((a, b) => (flockMeasures[measure].isBetter === 'lower' ? a.value - b.value : b.value - a.value))
  const [best, worst] = [values[0], values.at(-1)]
  if (!best || !worst) return { kind: 'nothing' }
  const by = Math.abs(best.value - worst.value)
  if (by <= ALIKE * Math.max(best.value, worst.value)) return { kind: 'alike', week }
  return { kind: 'apart', week, best: best.name, worst: worst.name, by }
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
