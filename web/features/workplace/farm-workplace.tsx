import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { isFlockAlarm } from '#shared/alarms.ts'
import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { type FlockThisMorning, workplace } from '#shared/contracts/workplace.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { OnCallLine } from '#web/components/on-call.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useChange } from '#web/components/use-change.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { live, useConnection, useFromKeys, useWatch } from '#web/data/live/live.ts'
import { readMonitor } from '#web/data/live/read-monitor.ts'
import { keyOf } from '#web/data/live/store.ts'
import { useMayCall } from '#web/data/session.ts'
import { Attention } from './attention.tsx'
import { alarmsNow } from './attention-lines.ts'
import { FarmNews } from './farm-news.tsx'
import { FarmSays } from './farm-says.tsx'
import { FarmTasks } from './farm-tasks.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { FlocksCard } from './flocks-card.tsx'
import { HealthCard } from './health-card.tsx'
import { HouseTiles } from './house-tiles.tsx'
import { Totals } from './totals.tsx'

const QUARTER_MS = 900_000

const noHouses: HouseOnMonitor[] = []
const noFlocks: FlockThisMorning[] = []

/** The farm in the morning: where to go first, every house's current state, and how each flock is doing. */
export function FarmWorkplace() {
  const { houses, flocks, of, failed, isPending } = useFarm()
  const sorted = useWorstFirst(houses ?? noHouses)
  if (isPending) return <PageSkeleton />
  const known = flocks ?? noFlocks
  return (
    <>
      {houses && <FarmSays houses={sorted} />}
      <OnCallLine />
      <FirstStepsCard />
      {failed && (
        <div className="card">
          <LoadProblem error={failed.error} retry={failed.refetch} />
        </div>
      )}
      <div className="workplace-first">
        <Attention houses={sorted} flocks={known} of={[of.flocks, of.monitor]} />
        {houses && <HouseTiles houses={sorted} />}
      </div>
      <Totals flocks={known} />
      <div className="workplace-first" data-wide="first">
        <FlocksCard flocks={known} of={of.flocks} />
        <div className="stack gap-3">
          <HealthCard />
          <FarmTasks flocks={known} />
          <FarmNews />
        </div>
      </div>
    </>
  )
}

/** Houses of customers, of a farm that is an agent too, are in its agent's area. */
const isOwn = ({ customer }: HouseOnMonitor) => customer === null

type OfHouse = { houseId: string; alarms: readonly { code: string; level: string }[] }

/** Which alarms of flocks stand where, as text that changes with them. */
const alarmsText = (houses: readonly OfHouse[]): string =>
  houses
    .flatMap(({ houseId, alarms }) =>
      alarms.flatMap(({ code, level }) => (isFlockAlarm(code) ? `${houseId} ${code} ${level}` : [])),
    )
    .sort()
    .join()

/** The alarms of the flocks in these houses as last told by the socket. */
function useFlockAlarms(known: readonly HouseOnMonitor[]): string {
  const keys = useMemo(() => known.map(({ id }) => keyOf.house(id)), [known])
  return useFromKeys(keys, () =>
    alarmsText(known.map(house => ({ houseId: house.id, alarms: alarmsNow(house) }))),
  )
}

/** Houses and flocks of the farm. The live channel brings their changes; the clock brings a new day. */
function useFarm() {
  const { times } = useConnection()
  const quarter = useFromNow(now => Math.floor(now / QUARTER_MS))
  const maySee = useMayCall(houses.monitor)
  const monitor = useQuery({
    queryKey: [houses.monitor.path],
    queryFn: readMonitor,
    enabled: maySee,
  })
  // The day so far is prepared as often, and any house's midnight falls on a quarter of an hour.
  const flocks = useQuery({
    queryKey: [workplace.list.path, quarter],
    queryFn: () => call(workplace.list),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (monitor.data) live.takeSnapshot(monitor.data)
  }, [monitor.data])
  // What happened while disconnected was not reported to us.
  useChange(times, () => {
    if (maySee) void monitor.refetch()
    void flocks.refetch()
  })
  const known = useMemo(() => (monitor.data ?? noHouses).filter(isOwn), [monitor.data])
  useWatch(useMemo(() => known.map(({ id }) => id).sort(), [known]))
  // An alarm of a flock is told at once, its figure only by the list; both begin with the same.
  const told = useFlockAlarms(known)
  useChange(told, () => {
    if (flocks.data && told !== alarmsText(flocks.data)) void flocks.refetch()
  })
  const failed = [flocks, monitor].find(({ error, data }) => error && !data)
  return {
    houses: monitor.data && known,
    flocks: flocks.data,
    of: { flocks, monitor },
    failed: failed && { error: failed.error, refetch: () => void failed.refetch() },
    isPending: flocks.isPending || (maySee && monitor.isPending),
  }
}
