import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { courseOf, grown, hasJumped } from '#shared/counter.ts'
import { type FlockCounter, flockCounters, LEAD_MS, metricOf } from '#shared/day-so-far.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { readChart } from '../../telemetry/history.ts'

const figures = Object.keys(flockCounters) as FlockCounter[]
const metrics = Object.values(flockCounters).flat()

/** More than the 15-minute rows of a long day. */
const POINTS = 130

/**
 * What a house's main controller counted on a day: eggs, kg of feed and L of water; without what it does not
 * count, or jumped by more than the house can take.
 */
export async function measuredOn(
  db: Db,
  houseId: string,
  day: string,
  timeZone: string,
): Promise<RecordSheet['measured']> {
  const from = instantOf(`${day}T00:00`, timeZone)
  // The day after the last one in the calendar cannot be queried.
  if (from >= Date.now()) return {}
  const to = Math.min(instantOf(`${daysAfter(day, 1)}T00:00`, timeZone), Date.now())
  const asked = { metrics, from: from - LEAD_MS, to, points: POINTS, resolution: '15m' as const }
  const chart = await readChart(db, { houseId }, asked)
  if (!chart) return {}
  const measured: RecordSheet['measured'] = {}
  for (const figure of figures) {
    const metric = metricOf(chart, figure)
    if (!metric) continue
    const course = courseOf(chart, metric, { until: to, latest: null, midnights: [from] })
    // Nobody knows what was taken in that time: no record is filled in from it.
    if (hasJumped(course, from, to, mostInAQuarter(figure, null))) continue
    const amount = grown(course, from, course.at(-1)?.at ?? to)
    if (amount !== null && amount > 0) measured[figure] = Math.round(amount)
  }
  return measured
}
