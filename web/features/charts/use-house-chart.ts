import { useQuery } from '@tanstack/react-query'
import { type Chart, type HouseDeed, houses } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { hasTarget, TARGET } from '#shared/in-target.ts'
import { joinMetrics } from '#shared/metric-list.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useConnection } from '#web/data/live/live.ts'
import { useMayCall } from '#web/data/session.ts'
import type { TimeWindow } from './period.ts'

/** About one point for two pixels of its width. */
const POINTS = { wide: 600, phone: 300 }
/** A line each; more nobody can tell apart. */
export const MOST_LINES = 12
/** What goes on with the clock is read again after a part of its span, within bounds; live values bridge it. ms */
const REREAD = { part: 200, least: 60_000, most: 600_000 }

/** What is drawn: a chart, the time it was asked for, and the times in between. */
export interface Drawn extends TimeWindow {
  chart: Chart
  /** The lines of it; what is only held against them comes after. */
  metrics: readonly string[]
}

export interface Asking {
  houseId: string
  /** A device of the house; else its main controller. */
  deviceId?: string | undefined
  metrics: readonly string[]
  /** Tells one period from another; a live one stays the same while its end moves. */
  key: string
  windowAt: (now: number) => TimeWindow
}

/** What a file of the chart is asked for with. */
export const queryFor = (metrics: readonly string[], { from, to }: TimeWindow, points: number) => ({
  metrics: joinMetrics(metrics),
  points,
  from: Math.floor(from),
  to: Math.ceil(to),
})

export const usePoints = (): number => (useIsPhone() ? POINTS.phone : POINTS.wide)

const rereadMs = ({ from, to }: TimeWindow) =>
  Math.min(Math.max((to - from) / REREAD.part, REREAD.least), REREAD.most)

/** The lines of these metrics; while others are read, those of before stay. */
export function useHouseChart({ houseId, deviceId, metrics, key, windowAt }: Asking) {
  const times = useConnection(({ times }) => times)
  const points = usePoints()
  return useQuery({
    queryKey: [houses.chart.path, houseId, 'reports', deviceId, metrics, key, points, times],
    enabled: metrics.length > 0,
    queryFn: async (): Promise<Drawn> => {
      const shown = windowAt(serverNow())
      // What temperatures are held against, whether it is drawn or not.
      const read = metrics.some(hasTarget) ? [...new Set([...metrics, TARGET])] : metrics
      const query = { ...queryFor(read, shown, points), deviceId }
      return {
        ...shown,
        metrics,
        chart: holdUnchanged(await call(houses.chart, { params: { id: houseId }, query })),
      }
    },
    refetchInterval: ({ state: { data } }) => (data?.isLive ? rereadMs(data) : false),
    placeholderData: (previous, query) => (query?.queryKey[1] === houseId ? previous : undefined),
  })
}

/** The alarms that stood meanwhile; none for who may not see alarms. */
export function useAlarmMarks({ houseId, key, windowAt }: Asking) {
  const times = useConnection(({ times }) => times)
  const mayRead = useMayCall(houses.alarmMarks)
  const { data } = useQuery({
    queryKey: [houses.alarmMarks.path, houseId, key, times],
    enabled: mayRead,
    queryFn: () =>
      call(houses.alarmMarks, { params: { id: houseId }, query: spanFor(windowAt(serverNow())) }),
    refetchInterval: windowAt(serverNow()).isLive ? REREAD.least : false,
    placeholderData: (previous, query) => (query?.queryKey[1] === houseId ? previous : undefined),
  })
  return { mayRead, total: data?.total ?? 0, alarms: data?.items ?? none }
}

/** What people did and wrote meanwhile. */
export function useDeeds({ houseId, key, windowAt }: Asking): readonly HouseDeed[] {
  const times = useConnection(({ times }) => times)
  const { data } = useQuery({
    queryKey: [houses.deeds.path, houseId, key, times],
    enabled: useMayCall(houses.deeds),
    queryFn: () => call(houses.deeds, { params: { id: houseId }, query: spanFor(windowAt(serverNow())) }),
    refetchInterval: windowAt(serverNow()).isLive ? REREAD.least : false,
    placeholderData: (previous, query) => (query?.queryKey[1] === houseId ? previous : undefined),
  })
  return data ?? none
}

/** The time shown, as an address may have it. */
const spanFor = ({ from, to }: TimeWindow) => ({ from: Math.max(0, Math.floor(from)), to: Math.ceil(to) })

const none: never[] = []
