import type { Compared } from '#shared/contracts/comparison.ts'
import { breakOf } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'

/** What a comparison found, in the order of how much it tells. */
export type Finding =
  /** One left its standard; the others that were as old kept it. */
  | { kind: 'broke'; who: string; week: number; lost: number; others: string[] }
  /** In the last week that all of them have told, one stands highest and one lowest. */
  | { kind: 'apart'; week: number; best: string; worst: string; by: number }
  | { kind: 'alike'; week: number }
  | { kind: 'nothing' }

/** A difference that is not worth a word, as a share of the value. */
const ALIKE = 0.01

const nameOf = ({ flock }: Compared) => flock.houseName

/** The last week of age of which every flock told this figure. */
function lastTogether(items: readonly Compared[], measure: FlockMeasure): number | null {
  const told = items.map(
    ({ weeks }) => new Set(weeks.filter(each => each[measure] !== null).map(({ week }) => week)),
  )
  const [first, ...others] = told
  const together = [...(first ?? [])].filter(week => others.every(weeks => weeks.has(week)))
  return together.length === 0 ? null : Math.max(...together)
}

/** What stands out between flocks in one figure. */
export function findingOf(items: readonly Compared[], measure: FlockMeasure): Finding {
  if (items.length < 2) return { kind: 'nothing' }
  if (measure === 'rate') {
    const breaks = items.flatMap(item => {
      const broke = breakOf(item)
      return broke ? [{ ...broke, who: nameOf(item) }] : []
    })
    const worst = breaks.sort((a, b) => b.lost - a.lost)[0]
    if (worst) {
      const kept = items.filter(item => !breakOf(item) && (item.weeks.at(-1)?.week ?? 0) >= worst.week)
      return { kind: 'broke', ...worst, others: kept.map(nameOf) }
    }
  }
  const week = lastTogether(items, measure)
  if (week === null) return { kind: 'nothing' }
  const values = items
    .map(item => ({
      name: nameOf(item),
      value: item.weeks.find(each => each.week === week)?.[measure] ?? 0,
    }))
    .sort((a, b) => (flockMeasures[measure].isBetter === 'lower' ? a.value - b.value : b.value - a.value))
  const [best, worst] = [values[0], values.at(-1)]
  if (!best || !worst) return { kind: 'nothing' }
  const by = Math.abs(best.value - worst.value)
  if (by <= ALIKE * Math.max(best.value, worst.value)) return { kind: 'alike', week }
  return { kind: 'apart', week, best: best.name, worst: worst.name, by }
}
