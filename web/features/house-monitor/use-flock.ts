import { useQuery } from '@tanstack/react-query'
import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { LEAD_MS, ROWS_OF_TWO_DAYS } from '#shared/day-so-far.ts'
import { standardIn } from '#shared/flock-figures/standard.ts'
import { doubtOf } from '#shared/probe-doubts.ts'
import { feedAt } from '#shared/standards/standards.ts'
import { dayUntil } from '#shared/zone-time.ts'
import { drawnDevice } from '#web/components/drawn-device.ts'
import { call } from '#web/data/client.ts'
import { serverNow, useFromNow } from '#web/data/clock.ts'
import { useConnection, useDoubts, useHeardAt, useReading } from '#web/data/live/live.ts'
import { birdsIn, type FlockNow, type FlockPast, flockDay, flockMetrics } from './flock-day.ts'
import { flockToday } from './flock-today.ts'
import { useShowsNews } from './use-shows-news.ts'

const MINUTE_MS = 60_000
/** ms */
const REREAD_MS = 300_000

/** The stored counters of the flock since yesterday; all cards that need them share one request. */
function useFlockPast(house: HouseOnMonitor) {
  const { id, timeZone } = house
  const drawn = drawnDevice(house)
  const times = useConnection(({ times }) => times)
  return useQuery({
    queryKey: [houses.chart.path, id, drawn, flockMetrics, times],
    queryFn: async (): Promise<FlockPast> => {
      const to = Math.round(serverNow())
      const from = dayUntil(to, timeZone).yesterday.from - LEAD_MS
      const query = {
        ...drawn,
        metrics: flockMetrics.join(),
        from,
        to,
        points: ROWS_OF_TWO_DAYS,
        resolution: '15m' as const,
      }
      return { chart: await call(houses.chart, { params: { id }, query }), to }
    },
    refetchInterval: REREAD_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  })
}

const WEIGHT = 'Bird/WeightAvg'
const numeric = (value: unknown) => (typeof value === 'number' ? value : null)

/** A device's current value of a metric, if it is a number. */
const useNumber = (iotId: string | null, metric: string) => numeric(useReading(iotId, metric)?.[0])

/** Live birds as the controller counts them; null if it reports none. */
export const useCounted = (iotId: string | null): number | null => useNumber(iotId, 'Bird/Count') || null

/** Average weight of a bird, when it was weighed, and why that is not believed if so, or null. */
export function useBirdWeight(iotId: string | null): FlockNow['weight'] {
  const [value, at = 0] = useReading(iotId, WEIGHT) ?? []
  const doubt = doubtOf(useDoubts(iotId), WEIGHT) ?? null
  const grams = numeric(value)
  return grams ? { grams, at, doubt } : null
}

/** The figures of the flock's last 24 hours; undefined while loading. */
export function useFlockDay(house: HouseOnMonitor) {
  const { data, error, refetch } = useFlockPast(house)
  const counted = useCounted(house.iotId)
  const weight = useBirdWeight(house.iotId)
  const doubts = useDoubts(house.iotId)
  const doubtNow = (metric: string) => doubtOf(doubts, metric)
  return { figures: data && flockDay(house, data, { counted, weight, doubtNow }), error, refetch }
}

/** The flock's day so far, and until when it is known; null if nothing is. */
export function useFlockToday(house: HouseOnMonitor) {
  const { data } = useFlockPast(house)
  const isNews = useShowsNews(house)
  const heardAt = useHeardAt(house.iotId) ?? house.lastMessageAt
  const minute = useFromNow(now => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  const latest: Record<string, number | null> = {
    'Water/Today': useNumber(house.iotId, 'Water/Today'),
    'Water/Meter1/Total': useNumber(house.iotId, 'Water/Meter1/Total'),
    'Feed/Today': useNumber(house.iotId, 'Feed/Today'),
    'Egg/Today': useNumber(house.iotId, 'Egg/Today'),
  }
  const doubts = useDoubts(house.iotId)
  const until = isNews ? minute : heardAt
  // A silent house's values from another day do not count for today.
  const isToday = until !== null && until >= dayUntil(minute, house.timeZone).today.from
  if (!data || !isToday) return null
  return {
    until,
    figures: flockToday(
      house,
      data,
      until,
      metric => latest[metric] ?? null,
      metric => doubtOf(doubts, metric),
    ),
  }
}

/** kg of feed per day: eaten in the last 24 hours, else the breed's standard; null if neither is known. */
export function useFeedPerDay(house: HouseOnMonitor): number | null {
  const { figures } = useFlockDay(house)
  const birds = birdsIn(house, useCounted(house.iotId))
  const eaten = figures?.find(({ key }) => key === 'feed')?.actual
  const breed = standardIn(house)
  const standard = breed && house.standardAge !== null ? feedAt(breed, house.standardAge)?.mid : undefined
  const aBird = eaten ?? standard
  return aBird === undefined || aBird === null || !birds ? null : (aBird * birds) / 1_000
}
