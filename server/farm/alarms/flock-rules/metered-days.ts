import type { Chart } from '#shared/contracts/houses.ts'
import { type Course, courseOf, grown, hasJumped } from '#shared/counter.ts'
import { counterIn, type FlockCounter, flockCounters, LEAD_MS } from '#shared/day-so-far.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { isLeftOut } from '#shared/probe-doubts.ts'
import { daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../../platform/database/store.ts'
import { readBelieved } from '../../figures/believed-chart.ts'
import type { OpenFlock } from './open-flocks.ts'

const BIRDS = 'Bird/Count'
const METRICS = [BIRDS, ...flockCounters.eggs, ...flockCounters.water]
/** More than the 15-minute rows of a long day. */
const POINTS = 130

/** A closed day by the counters of a house's main controller; null where they do not tell. */
export interface MeteredDay {
  /** Birds in the morning and in the evening. */
  morning: number | null
  evening: number | null
  eggs: number | null
  waterL: number | null
}

/** Closed days in a row as a house's controller counted them, in one statement. */
export async function meteredDays(
  db: Db,
  { houseId, timeZone }: Pick<OpenFlock, 'houseId' | 'timeZone'>,
  days: readonly string[],
): Promise<Map<string, MeteredDay>> {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const midnight = (day: string) => instantOf(`${day}T00:00`, timeZone)
  const to = midnight(daysAfter(last, 1))
  const from = midnight(daysAfter(first, -1))
  const points = POINTS * (days.length + 2)
  const asked = { metrics: METRICS, from: from - LEAD_MS, to, points, resolution: '15m' as const }
  const chart = await readBelieved(db, { houseId }, asked)
  if (!chart) return new Map()
  const midnights = days.map(midnight)
  const metered = meteredIn(chart, { to, midnights })
  return new Map(
    days.map(day => {
      const [begin, end] = [midnight(day), midnight(daysAfter(day, 1))]
      return [
        day,
        {
          morning: birdsAt(chart, begin),
          evening: birdsAt(chart, end),
          eggs: metered('eggs', begin, end),
          waterL: metered('water', begin, end),
        },
      ]
    }),
  )
}

/**
 * What was counted between two times. A counter that stands still for a whole day is broken or not connected, one that jumps
 * or is in doubt has miscounted: null. One in doubt because it stands still may be right.
 */
function meteredIn(chart: Chart, { to, midnights }: { to: number; midnights: readonly number[] }) {
  const courses = new Map<string, Course>()
  return (figure: FlockCounter, from: number, until: number): number | null => {
    const found = counterIn(chart, figure, { from, to: until })
    if (!found || (found.doubt && isLeftOut(found.doubt))) return null
    const { metric } = found
    const course = courses.get(metric) ?? courseOf(chart, metric, { until: to, latest: null, midnights })
    courses.set(metric, course)
    const isWrong = hasJumped(course, from, until, mostInAQuarter(figure, null))
    return isWrong ? null : grown(course, from, until) || null
  }
}

/** The last count of birds before a time; null if none is known. */
function birdsAt({ at, series }: Chart, time: number): number | null {
  const low = series.find(({ metric }) => metric === BIRDS)?.low ?? []
  for (let i = at.findLastIndex(each => each < time); i >= 0; i--) {
    const birds = low[i] ?? null
    if (birds !== null) return birds
  }
  return null
}
