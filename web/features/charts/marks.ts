import { isGrave } from '#shared/alarms.ts'
import type { AlarmMark } from '#shared/contracts/houses.ts'
import { severities } from '#shared/signals.ts'
import type { TimeWindow } from './period.ts'

/** Alarms that stand so close on the axis that they are one mark; the gravest gives it its sign. */
export interface Mark {
  /** Share of the width, 0 to 1. */
  place: number
  alarms: AlarmMark[]
  isGrave: boolean
}

/** Closer than this, as a share of the width, two marks could not be told apart. */
const CLOSE = 0.02

/** Things that stand so close on the axis that they are one mark. `place` is the share of the width, 0 to 1. */
export interface Cluster<T> {
  place: number
  items: T[]
}

/** Where things began, left to right; what began before the window is at its edge, what begins after it is left out. */
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

/** Where alarms began, left to right; one that stood before the window is at its edge. */
export function marksOf(alarms: readonly AlarmMark[], shown: TimeWindow): Mark[] {
  const byLevel = (a: AlarmMark, b: AlarmMark) => severities.indexOf(b.level) - severities.indexOf(a.level)
  return clustersOf(alarms, ({ raisedAt }) => Date.parse(raisedAt), shown).map(({ place, items }) => {
    const sorted = items.toSorted(byLevel)
    return { place, alarms: sorted, isGrave: sorted[0] !== undefined && isGrave(sorted[0].level) }
  })
}
