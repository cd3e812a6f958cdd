import { daySoFar, flockCounters, LEAD_MS, ROWS_OF_TWO_DAYS } from '#shared/day-so-far.ts'
import { dayUntil } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { readBelieved } from './believed-chart.ts'
import type { HouseCourse } from './house-course.ts'

const metrics = [...flockCounters.feed, ...flockCounters.water]
const nothing = {
  soFarAt: null,
  feedSoFar: null,
  feedBefore: null,
  feedDoubt: null,
  waterSoFar: null,
  waterBefore: null,
  waterDoubt: null,
}

/**
 * Feed and water of the flock's day up to the last report, and of the day before up to the same time, with why they are not
 * believed; what cannot be right is no figure.
 */
export async function soFarOf(db: Db, { id, timeZone, placedOn }: HouseCourse, now: number) {
  if (placedOn === null) return nothing
  const { today, yesterday } = dayUntil(now, timeZone)
  const chart = await readBelieved(
    db,
    { houseId: id },
    { metrics, from: yesterday.from - LEAD_MS, to: now, points: ROWS_OF_TWO_DAYS, resolution: '15m' },
  )
  const heardFrom = chart?.at[chart.heard?.lastIndexOf(true) ?? -1]
  if (!chart || heardFrom === undefined) return nothing
  const until = Math.min(heardFrom + chart.stepMs, now)
  // What a silent house last reported on another day says nothing about today.
  if (until <= today.from) return nothing
  const known = { until, timeZone, flockStartedOn: placedOn }
  const [feed, water] = [daySoFar(chart, 'feed', known), daySoFar(chart, 'water', known)]
  if (!feed && !water) return nothing
  return {
    soFarAt: new Date(until),
    feedSoFar: feed?.today ?? null,
    feedBefore: feed?.yesterday ?? null,
    feedDoubt: feed?.doubt ?? null,
    waterSoFar: water?.today ?? null,
    waterBefore: water?.yesterday ?? null,
    waterDoubt: water?.doubt ?? null,
  }
}
