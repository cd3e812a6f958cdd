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

/** About one point per two pixels of width. */
const POINTS = { wide: 600, phone: 300 }
/** One line each; nobody can tell more apart. */
export const MOST_LINES = 12
/** A live period is read again after a fraction of its span, within bounds; live values bridge the gap. ms */
const REREAD = { part: 200, least: 60_000, most: 600_000 }

/** What is drawn: a chart, the requested time, and the points in between. */
export interface Drawn extends TimeWindow {
  chart: Chart
  /** Its lines; reference metrics come after. */
  metrics: readonly string[]
}

export interface Asking {
  houseId: string
  /** A device of the house; by default its main controller. */
  deviceId?: string | undefined
  metrics: readonly string[]
  /** Identifies a period; a live one keeps its key while its end moves. */
  key: string
  windowAt: (now: number) => TimeWindow
}

/** The query for a chart file. */
export const queryFor = (metrics: readonly string[], { from, to }: TimeWindow, points: number) => ({
  metrics: joinMetrics(metrics),
  points,
  from: Math.floor(from),
  to: Math.ceil(to),
})

export const usePoints = (): number => (useIsPhone() ? POINTS.phone : POINTS.wide)

const rereadMs = ({ from, to }: TimeWindow) =>
  Math.min(Math.max((to - from) / REREAD.part, REREAD.least), REREAD.most)

/** The lines of these metrics; while others load, the old ones stay. */
export function useHouseChart({ houseId, deviceId, metrics, key, windowAt }: Asking) {
  const times = useConnection(({ times }) => times)
  const points = usePoints()
  return useQuery({
    queryKey: [houses.chart.path, houseId, 'reports', deviceId, metrics, key, points, times],
    enabled: metrics.length > 0,
    queryFn: async (): Promise<Drawn> => {
      const shown = windowAt(serverNow())
      // The target temperatures are judged by, whether drawn or not.
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

/** Alarms active in the period; none if the viewer may not see alarms. */
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

/** What people did and wrote in the period. */
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

/** The time shown, as whole numbers for an address. */
const spanFor = ({ from, to }: TimeWindow) => ({ from: Math.max(0, Math.floor(from)), to: Math.ceil(to) })

const none: never[] = []
