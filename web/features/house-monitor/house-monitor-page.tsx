import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { paths } from '#shared/screens.ts'
import { AfterPaint } from '#web/components/after-paint.tsx'
import { HouseCameraCard } from '#web/components/camera/house-camera.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useNoticeable } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useChange } from '#web/components/use-change.ts'
import { useWorstFirst } from '#web/components/use-worst-first.ts'
import { live, useConnection, useWatch } from '#web/data/live/live.ts'
import { readMonitor } from '#web/data/live/read-monitor.ts'
import { useReachable } from '#web/data/reachable.ts'
import { ActiveAlarms } from './active-alarms.tsx'
import { ControllerCard } from './controller-card.tsx'
import { FlockCard } from './flock-card.tsx'
import { HouseList } from './house-list.tsx'
import { HousePanel } from './house-panel.tsx'
import { OutsideSafeCard } from './outside-safe-card.tsx'
import { TemporaryCard } from './temporary-card.tsx'
import './house-monitor.css'

/** How often the list of houses itself is read again, ms; values come through the socket. */
const REREAD_MS = 60_000
/** How often while a house has not yet announced its metrics, ms. */
const AWAIT_MS = 5_000

const none: HouseOnMonitor[] = []

/** `/screen/index`: every house of the customer by state, and one of them in depth (`?houseId=`; `?house=` in old links). */
export function HouseMonitorPage() {
  const { search, setSearch } = useScreen()
  const { connected, times } = useConnection()
  const reachable = useReachable(({ reachable }) => reachable)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [houses.monitor.path],
    queryFn: readMonitor,
    refetchInterval: ({ state }) =>
      state.data?.some(({ readings }) => Object.keys(readings).length === 0) ? AWAIT_MS : REREAD_MS,
  })
  useEffect(() => {
    if (data) live.takeSnapshot(data)
  }, [data])
  // What happened while disconnected was not reported to us. The houses' readings are sent anew whenever they are watched;
  // the list itself is read again after a new connection.
  useChange(times, () => void refetch())
  const sorted = useWorstFirst(data ?? none)
  // In a stable order: a house becoming urgent is no reason to request all of them again.
  useWatch(useMemo(() => (data ?? none).map(({ id }) => id).sort(), [data]))

  if (error && !data)
    return (
      <div className="page">
        <div className="card">
          <LoadProblem error={error} retry={() => void refetch()} />
        </div>
      </div>
    )
  if (isPending) return <MonitorSkeleton />
  const asked = search.houseId ?? search.house
  const selected = sorted.find(({ id }) => id === asked) ?? sorted[0]
  if (!selected) return <NoHouses />
  return (
    <div className="page">
      <Title />
      {/* Once it was there, and while no call is answered, the bar above says so. */}
      {!connected && times === 0 && reachable && <NoLive />}
      {asked !== undefined && asked !== selected.id && <NotThere name={selected.name} />}
      <div className="monitor">
        <HouseList
          houses={sorted}
          selected={selected.id}
          select={houseId => setSearch({ houseId, house: undefined, device: undefined })}
        />
        <HousePanel key={selected.id} house={selected} />
        <aside className="monitor-side" key={`side ${selected.id}`} aria-label={selected.name}>
          <ActiveAlarms house={selected} />
          <AfterPaint>
            <HouseCameraCard houseId={selected.id} className="monitor-card" />
            <OutsideSafeCard house={selected} />
            <TemporaryCard house={selected} />
            <FlockCard house={selected} />
            <ControllerCard house={selected} />
          </AfterPaint>
        </aside>
      </div>
    </div>
  )
}

function Title() {
  const { t } = useTranslation('house-monitor')
  return <h1 className="visually-hidden">{t($ => $.title)}</h1>
}

function NoLive() {
  const { t } = useTranslation('house-monitor')
  // Every visit starts with a moment without a socket.
  if (!useNoticeable()) return null
  return (
    <p className="monitor-no-live" role="status">
      {t($ => $.noLive)}
    </p>
  )
}

/** The house of the address is none of the reader's: another one stands in its place, and says so. */
function NotThere({ name }: { name: string }) {
  const { t } = useTranslation('house-monitor')
  return (
    <p className="monitor-no-live" role="status">
      {t($ => $.notThere, { name })}
    </p>
  )
}

function NoHouses() {
  const { t } = useTranslation('house-monitor')
  const { open } = useScreen()
  return (
    <div className="page">
      <Title />
      <div className="card empty-list">
        <strong>{t($ => $.noneTitle)}</strong>
        {t($ => $.noneSays)}
        <Button type="primary" onClick={() => open(paths.houses)}>
          {t($ => $.toHouses)}
        </Button>
      </div>
    </div>
  )
}

function MonitorSkeleton() {
  if (!useNoticeable()) return null
  const card = (rows: number) => (
    <div className="card monitor-card">
      <Skeleton active title={{ width: 140 }} paragraph={{ rows }} />
    </div>
  )
  return (
    <div className="page" aria-busy="true">
      <div className="monitor">
        <div className="card monitor-list">
          <Skeleton active title={false} paragraph={{ rows: 7 }} />
        </div>
        <div className="monitor-house">
          <Skeleton active paragraph={{ rows: 1 }} />
          {card(2)}
          {card(7)}
        </div>
        <div className="monitor-side">
          {card(2)}
          {card(5)}
        </div>
      </div>
    </div>
  )
}
