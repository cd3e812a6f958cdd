import { useQuery } from '@tanstack/react-query'
import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { breeds, feedAt } from '#shared/standards/standards.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useConnection, useReading } from '#web/data/live/live.ts'
import { dayCounters, flockDay } from './flock-day.ts'

const DAY_MS = 86_400_000
const POINTS = 288
/** ms */
const REREAD_MS = 300_000

/** The counters of the last 24 hours; every card that asks shares one request. */
function useDayChart(houseId: string) {
  const times = useConnection(({ times }) => times)
  return useQuery({
    queryKey: [houses.chart.path, houseId, dayCounters, times],
    queryFn: () => {
      const to = Math.round(serverNow())
      const query = { metrics: dayCounters.join(), from: to - DAY_MS, to, points: POINTS }
      return call(houses.chart, { params: { id: houseId }, query })
    },
    refetchInterval: REREAD_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === houseId ? previous : undefined),
  })
}

const numeric = (value: unknown) => (typeof value === 'number' ? value : null)

/** The figures of the flock's last 24 hours; undefined while they are read. */
export function useFlockDay(house: HouseOnMonitor) {
  const { data, error, refetch } = useDayChart(house.id)
  const alive = numeric(useReading(house.id, 'Bird/Count')?.[0]) ?? house.flockCount
  const weight = numeric(useReading(house.id, 'Bird/WeightAvg')?.[0])
  return { figures: data && flockDay(house, data, alive, weight), alive, error, refetch }
}

/** kg of feed a day: what was eaten in the last 24 hours, else the standard of the breed; null when neither is known. */
export function useFeedPerDay(house: HouseOnMonitor): number | null {
  const { figures, alive } = useFlockDay(house)
  const eaten = figures?.find(({ key }) => key === 'feed')?.actual
  const breed = breeds.find(known => known === house.breed)
  const standard = breed && house.dayAge !== null ? feedAt(breed, house.dayAge)?.mid : undefined
  const aBird = eaten ?? standard
  return aBird === undefined || !alive ? null : (aBird * alive) / 1_000
}
