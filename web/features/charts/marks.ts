import { isGrave } from '#shared/alarms.ts'
import type { AlarmMark } from '#shared/contracts/houses.ts'
import { severities } from '#shared/signals.ts'
import type { TimeWindow } from './period.ts'

/** Alarms so close on the axis that they share a mark; the gravest gives the icon. */
export interface Mark {
  /** Fraction of the width, 0 to 1. */
  place: number
  alarms: AlarmMark[]
  isGrave: boolean
}

/** Closer than this fraction of the width, two marks could not be told apart. */
const CLOSE = 0.02

/** Things so close on the axis that they share a mark. `place` is the fraction of the width, 0 to 1. */
export interface Cluster<T> {
  place: number
  items: T[]
}

/** Where things began, left to right. Those from before the window are at its edge, those after it are left out. */
export function clustersOf<T>(
  things: readonly T[],
  beganAt: (thing: T) => number,
  { from, to }: Pick<TimeWindow, 'from' | 'to'>,
): Cluster<T>[] {
  const placed = things
    .map(thing => ({ thing, place: Math.max((beganAt(thing) - from) / (to - from), 0) }))
    .filter(({ place }) => place <= 1)
    .sort((a, b) => a.place - b.place)
  const clusters: Cluster<T>[] = []
  for (const { thing, place } of placed) {
    const last = clusters.at(-1)
    if (last && place - last.place < CLOSE) last.items.push(thing)
    else clusters.push({ place, items: [thing] })
  }
  return clusters
}

/** Where alarms began, left to right; one from before the window is at its edge. */
export function marksOf(alarms: readonly AlarmMark[], shown: TimeWindow): Mark[] {
  const byLevel = (a: AlarmMark, b: AlarmMark) => severities.indexOf(b.level) - severities.indexOf(a.level)
  return clustersOf(alarms, ({ raisedAt }) => Date.parse(raisedAt), shown).map(({ place, items }) => {
    const sorted = items.toSorted(byLevel)
    return { place, alarms: sorted, isGrave: sorted[0] !== undefined && isGrave(sorted[0].level) }
  })
}
