import { dayUntil } from '#shared/zone-time.ts'
import type { FlockPast } from '../flock-day.ts'

const HOUR = 3_600_000
const QUARTER = HOUR / 4
/** Two in the afternoon in Shanghai. */
export const TO = Date.UTC(2026, 10, 20, 6)

/** Hours since the last midnight. */
export const ofDay = (hour: number) => (hour + 24) % 24

/** Stored rows from half an hour before yesterday's midnight to `to`, of metrics by the hours since that midnight. */
export function toldOf(
  metrics: Record<string, (hour: number) => number | null>,
  to = TO,
  timeZone = 'Asia/Shanghai',
): FlockPast {
  const midnight = dayUntil(to, timeZone).yesterday.from
  const at = Array.from(
    { length: Math.ceil((to - midnight) / QUARTER) + 2 },
    (_, i) => midnight + (i - 2) * QUARTER,
  )
  const series = Object.entries(metrics).map(([metric, valueAt]) => {
    // The first and the last report of each row; the last is just before the next row, when a midnight counter has not reset
    // yet.
    const reports = at.map(ms => [ms, ms + QUARTER - 1].map(time => valueAt((time - midnight) / HOUR)))
    const known = reports.map(row => row.filter(value => value !== null))
    const of = (pick: (...values: number[]) => number) =>
      known.map(row => (row.length > 0 ? pick(...row) : null))
    return { metric, low: of(Math.min), mean: of(Math.min), high: of(Math.max) }
  })
  const heard = at.map((_, i) => series.some(({ low }) => low[i] !== null))
  return { chart: { resolution: '15m', stepMs: QUARTER, at, heard, series }, to }
}
