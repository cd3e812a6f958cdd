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

/** Where alarms began, left to right; one that stood before the window is at its edge. */
export function marksOf(alarms: readonly AlarmMark[], { from, to }: TimeWindow): Mark[] {
  const marks: Mark[] = []
  const placeOf = ({ raisedAt }: AlarmMark) => Math.max((Date.parse(raisedAt) - from) / (to - from), 0)
  for (const alarm of alarms.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const place = placeOf(alarm)
    if (place > 1) continue
    const last = marks.at(-1)
    if (last && place - last.place < CLOSE) last.alarms.push(alarm)
    else marks.push({ place, alarms: [alarm], isGrave: false })
  }
  const byLevel = (a: AlarmMark, b: AlarmMark) => severities.indexOf(b.level) - severities.indexOf(a.level)
  return marks.map(({ place, alarms: all }) => {
    const sorted = all.toSorted(byLevel)
    return { place, alarms: sorted, isGrave: sorted[0] !== undefined && isGrave(sorted[0].level) }
  })
}
