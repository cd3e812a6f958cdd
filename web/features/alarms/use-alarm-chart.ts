import { useQuery } from '@tanstack/react-query'
import { isFlockAlarm } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { type Chart, houses } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useMayCall } from '#web/data/session.ts'
import { stands } from './alarm-text.ts'

const TWO_HOURS = 7_200_000
const POINTS = 240
/** How often the curve is read again while the alarm is active. ms */
const REREAD_MS = 30_000
const TEMPERATURE = 'Climate/Temp/Avg'
const ZONES = Array.from({ length: 8 }, (_, i) => `Climate/Temp/S${i + 1}`)

export interface AlarmCurve {
  /** ms since 1970 */
  at: number[]
  mean: (number | null)[]
  /** Lowest and highest of all zones, or of the value itself. */
  low: (number | null)[]
  high: (number | null)[]
}

/** The metric of the curve: the alarm's own, else the temperature, which shows the effect on the birds. */
export const chartMetricOf = ({ metric }: Pick<AlarmDetail, 'metric'>): string => metric ?? TEMPERATURE

const isSilence = ({ code }: AlarmDetail) => code === 'NoData' || code === 'Offline'

/**
 * Readings from two hours before the alarm to two hours after, with the spread of the zones; none for an alarm about whole
 * days of a flock.
 */
export function useAlarmChart(alarm: AlarmDetail) {
  const { houses: where } = alarm
  const metric = chartMetricOf(alarm)
  const houseId = where[0]?.id
  const mayChart = useMayCall(houses.chart)
  const raisedAt = Date.parse(alarm.raisedAt)
  const enabled = mayChart && houseId !== undefined && !isFlockAlarm(alarm.code)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [houses.chart.path, 'alarm', alarm.id, alarm.clearedAt],
    enabled,
    queryFn: async () => {
      const metrics = metric === TEMPERATURE ? [metric, ...ZONES] : [metric]
      const to = Math.round(Math.min(Math.max(serverNow(), raisedAt + 60_000), raisedAt + TWO_HOURS))
      // Nothing measures silence: show what the house's main controller reported before.
      const deviceId = isSilence(alarm) ? undefined : alarm.iotId
      const query = { deviceId, metrics: metrics.join(), from: raisedAt - TWO_HOURS, to, points: POINTS }
      return curveOf(holdUnchanged(await call(houses.chart, { params: { id: houseId ?? '' }, query })))
    },
    ...(stands(alarm) && serverNow() < raisedAt + TWO_HOURS ? { refetchInterval: REREAD_MS } : {}),
  })
  return { curve: data, error, isPending: enabled && isPending, mayChart, refetch }
}

function curveOf({ at, series: [main, ...zones] }: Chart): AlarmCurve {
  const spread = zones.some(({ mean }) => mean.some(value => value !== null))
  const across = (pick: (...values: number[]) => number) =>
    at.map((_, i) => {
      const known = zones.map(({ mean }) => mean[i]).filter(value => value !== null && value !== undefined)
      return known.length === 0 ? null : pick(...known)
    })
  return {
    at,
    mean: main?.mean ?? [],
    low: spread ? across(Math.min) : (main?.low ?? []),
    high: spread ? across(Math.max) : (main?.high ?? []),
  }
}

const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)
export const lowestOf = ({ mean }: AlarmCurve): number | null =>
  known(mean).reduce<number | null>((low, value) => (low === null || value < low ? value : low), null)
export const highestOf = ({ mean }: AlarmCurve): number | null =>
  known(mean).reduce<number | null>((high, value) => (high === null || value > high ? value : high), null)

/** The part of the curve during the alarm. */
export function during(curve: AlarmCurve, { raisedAt, clearedAt, since }: AlarmDetail): AlarmCurve {
  const from = Date.parse(since ?? raisedAt)
  const to = clearedAt === null ? Number.POSITIVE_INFINITY : Date.parse(clearedAt)
  const within = (_: unknown, i: number) => (curve.at[i] ?? 0) >= from && (curve.at[i] ?? 0) <= to
  return {
    at: curve.at.filter(within),
    mean: curve.mean.filter(within),
    low: curve.low.filter(within),
    high: curve.high.filter(within),
  }
}

const RATE_MS = 600_000

/** How fast the value moves at the end of the curve, per minute, over the last ten minutes; null if unknown. */
export function rateOf({ at, mean }: AlarmCurve): number | null {
  const points = at.map((time, i) => [time, mean[i] ?? null] as const).filter(([, value]) => value !== null)
  const last = points.at(-1)
  const first = points.find(([time]) => last && time >= last[0] - RATE_MS)
  if (!first || !last || last[0] - first[0] < 60_000) return null
  return ((last[1] as number) - (first[1] as number)) / ((last[0] - first[0]) / 60_000)
}
