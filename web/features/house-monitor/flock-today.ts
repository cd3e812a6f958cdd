import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { type DaySoFar, daySoFar, type FlockCounter } from '#shared/day-so-far.ts'
import type { Doubt } from '#shared/probe-doubts.ts'
import type { FlockPast } from './flock-day.ts'

export interface TodayFigure extends DaySoFar {
  key: FlockCounter
}

const shown: readonly FlockCounter[] = ['water', 'feed', 'eggs']

/**
 * The flock's day so far, from the house's midnight to `until`, the time up to which data is known. `latest` has the
 * counters' values then, `doubtNow` why one is not believed. Unknown figures are left out.
 */
export function flockToday(
  { timeZone, flockStartedOn }: Pick<HouseOnMonitor, 'timeZone' | 'flockStartedOn'>,
  { chart }: FlockPast,
  until: number,
  latest: (metric: string) => number | null,
  doubtNow?: (metric: string) => Doubt | undefined,
): TodayFigure[] {
  return shown.flatMap(key => {
    const known = { until, timeZone, flockStartedOn, latest, ...(doubtNow && { doubtNow }) }
    const soFar = daySoFar(chart, key, known)
    return soFar ? [{ key, ...soFar }] : []
  })
}
