import { doubtDuring } from '#shared/believed-chart.ts'
import type { Chart } from '#shared/contracts/houses.ts'
import { courseOf, grown, hasJumped } from '#shared/counter.ts'
import { LEAD_MS } from '#shared/day-so-far.ts'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { readBelieved } from './believed-chart.ts'

const HOUR_MS = 3_600_000
/** Counters of a day, whose highest value is that of the day. */
const counters = { eggs: 'Egg/Today', feed: 'Feed/Today', water: 'Water/Today' } as const
export type CountedFigure = keyof typeof counters
const figures = Object.keys(counters) as CountedFigure[]
/** More than a day has quarter hours. */
const QUARTERS = 104
/** A counter that grows through the day is on the mean at half of its highest value; more times may be a glitch. */
const SUSPECT = 2.5

/** What a house counted on a day: eggs, kg, L; null where it did not, or where the counter is in doubt. */
interface CountedDay {
  value: number | null
  isDoubted: boolean
}
interface Place {
  id: string
  timeZone: string
}

/**
 * What a house's main controller counted on days in a row, oldest first. Days that are recorded are not looked at: whether
 * the highest value of a day was a glitch is seen by its quarter hours, and reading those takes long.
 */
export async function countedDays(
  db: Db,
  place: Place,
  days: readonly string[],
  isRecorded: (figure: CountedFigure, day: string) => boolean,
): Promise<(figure: CountedFigure, day: string) => CountedDay> {
  const { id: houseId, timeZone } = place
  const metrics = Object.values(counters)
  const begin = (day: string) => instantOf(`${day}T00:00`, timeZone)
  const now = Date.now()
  const asked = { metrics, from: begin(days[0] ?? dateIn(timeZone, now)), to: now, points: days.length + 2 }
  const daily = await readBelieved(db, { houseId }, { ...asked, resolution: 'day' })
  const found = new Map<string, CountedDay>()
  const suspect: { figure: CountedFigure; day: string }[] = []
  for (const figure of figures) {
    const series = daily?.series.find(({ metric }) => metric === counters[figure])
    // A farm day is named by its middle, since it begins an hour off when clocks change.
    for (const [i, at] of (daily?.at ?? []).entries()) {
      const day = dateIn(timeZone, at + 12 * HOUR_MS)
      const [high, mean] = [series?.high[i] ?? null, series?.mean[i] ?? null]
      if (!series || high === null || isRecorded(figure, day)) continue
      const [from, to] = [begin(day), begin(daysAfter(day, 1))]
      const isDoubted = doubtDuring(series, from, to) !== undefined
      found.set(`${figure} ${day}`, { value: isDoubted ? null : high, isDoubted })
      const isExchanged = series.exchanges?.some(({ at }) => at >= from && at < to) ?? false
      if (!isDoubted && (isExchanged || high > SUSPECT * (mean ?? 0))) suspect.push({ figure, day })
    }
  }
  for (const day of new Set(suspect.map(({ day }) => day))) {
    const [from, to] = [begin(day), Math.min(begin(daysAfter(day, 1)), now)]
    const period = { metrics, from: from - LEAD_MS, to, points: QUARTERS + 2 }
    const chart = await readBelieved(db, { houseId }, { ...period, resolution: '15m' })
    for (const { figure } of suspect.filter(each => each.day === day))
      if (chart) found.set(`${figure} ${day}`, lookedAt(chart, figure, { from, to }))
  }
  return (figure, day) => found.get(`${figure} ${day}`) ?? { value: null, isDoubted: false }
}

function lookedAt(
  chart: Chart,
  figure: CountedFigure,
  { from, to }: { from: number; to: number },
): CountedDay {
  const course = courseOf(chart, counters[figure], { until: to, latest: null, midnights: [from] })
  if (hasJumped(course, from, to, mostInAQuarter(figure, null))) return { value: null, isDoubted: true }
  // A counter of the day knows its day even if the platform was not there from its beginning.
  const highest = Math.max(...course.filter(({ at }) => at > from).map(({ value }) => value))
  const counted = grown(course, from, course.at(-1)?.at ?? to) ?? highest
  return { value: Number.isFinite(counted) ? counted : null, isDoubted: false }
}
