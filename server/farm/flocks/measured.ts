import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { courseOf, grown, hasJumped } from '#shared/counter.ts'
import { counterIn, type FlockCounter, flockCounters, jumped, LEAD_MS } from '#shared/day-so-far.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { readBelieved } from '../figures/believed-chart.ts'

const figures = Object.keys(flockCounters) as FlockCounter[]
const metrics = Object.values(flockCounters).flat()

/** More than the 15-minute rows of a long day. */
const POINTS = 130

type Measured = Required<Pick<RecordSheet, 'measured' | 'doubted'>>

/**
 * What a house's main controller counted on a day: eggs, kg of feed and L of water. What it does not count is left out; what a
 * counter in doubt counted is replaced by why it is.
 */
export async function measuredOn(db: Db, houseId: string, day: string, timeZone: string): Promise<Measured> {
  const nothing: Measured = { measured: {}, doubted: {} }
  const from = instantOf(`${day}T00:00`, timeZone)
  // The day after the last one in the calendar cannot be queried.
  if (from >= Date.now()) return nothing
  const to = Math.min(instantOf(`${daysAfter(day, 1)}T00:00`, timeZone), Date.now())
  const asked = { metrics, from: from - LEAD_MS, to, points: POINTS, resolution: '15m' as const }
  const chart = await readBelieved(db, { houseId }, asked)
  if (!chart) return nothing
  const { measured, doubted } = nothing
  for (const figure of figures) {
    const found = counterIn(chart, figure, { from, to })
    if (!found) continue
    const { metric } = found
    const course = courseOf(chart, metric, { until: to, latest: null, midnights: [from] })
    // Nobody knows what was taken in that time: no record is filled in from it.
    const isJumped = hasJumped(course, from, to, mostInAQuarter(figure, null))
    const doubt = found.doubt ?? (isJumped ? jumped(metric) : null)
    const amount = grown(course, from, course.at(-1)?.at ?? to)
    if (doubt) doubted[figure] = doubt
    else if (amount !== null && amount > 0) measured[figure] = Math.round(amount)
  }
  return nothing
}
