import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { courseOf, grown } from '#shared/counter.ts'
import { metricByName } from '#shared/signals.ts'
import { dayUntil, localText } from '#shared/zone-time.ts'
import { type FlockCounter, type FlockPast, metricOf } from './flock-day.ts'

/** What a counter of the flock has told of today, and had told of yesterday at the same time of the house's clock. */
export interface TodayFigure {
  key: FlockCounter
  today: number
  /** Null: yesterday is not known at that time, or had no flock yet. */
  yesterday: number | null
}

const shown: readonly FlockCounter[] = ['water', 'feed', 'eggs']

/**
 * The flock's day so far, from the house's midnight to `until`, the moment the house is known to. `latest` has what the
 * counters show then. What is not known is left out.
 */
export function flockToday(
  house: Pick<HouseOnMonitor, 'timeZone' | 'flockStartedOn'>,
  { chart }: FlockPast,
  until: number,
  latest: (metric: string) => number | null,
): TodayFigure[] {
  const { today, yesterday } = dayUntil(until, house.timeZone)
  const midnights = [yesterday.from, today.from]
  const hadFlock =
    house.flockStartedOn !== null &&
    house.flockStartedOn < localText(yesterday.from, house.timeZone).slice(0, 10)
  return shown.flatMap(key => {
    const metric = metricOf(chart, key)
    if (metric === undefined) return []
    const now = latest(metric)
    const course = courseOf(chart, metric, { until, latest: now, midnights })
    // A counter of the day knows its day also where the platform was not there from its beginning.
    const told = metricByName.get(metric)?.monotonic ? null : now
    const soFar = grown(course, today.from, today.to) ?? told
    if (soFar === null) return []
    const before = hadFlock ? grown(course, yesterday.from, yesterday.to) : null
    return [{ key, today: soFar, yesterday: before }]
  })
}
