import { Button, Skeleton } from 'antd'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GridSize, gridSizes } from '#shared/cameras.ts'
import { paths } from '#shared/screens.ts'
import { isThinLine, ownLine } from '#web/components/camera/line.ts'
import { useWatched } from '#web/components/camera/use-watched.ts'
import { useSeesCustomers } from '#web/components/list/customer-filter.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useNoticeable } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { CameraTile } from './camera-tile.tsx'
import { CamerasHead } from './cameras-head.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import './house-cameras.css'

/** How long a patrol stays with its pictures. ms */
const PATROL_MS = 15_000
const USUAL: GridSize = 4

const sizeOf = (text: string | undefined): GridSize => gridSizes.find(size => String(size) === text) ?? USUAL
const asOf = (text: string | undefined, isThin: boolean) =>
  text === 'live' || text === 'webrtc' || text === 'stills' ? text : isThin ? 'stills' : 'live'
const pageOf = (text: string | undefined) => Math.max(1, Math.trunc(Number(text)) || 1)

/** `/chicken-home/camera`: pictures of the houses side by side, one large, or all in turn. */
export function HouseCamerasPage() {
  const { t } = useTranslation('house-cameras')
  const { search, setSearch } = useScreen()
  const size = sizeOf(search.size)
  const page = pageOf(search.page)
  const [isThin] = useState(() => isThinLine(ownLine()))
  const as = asOf(search.as, isThin)
  const isLive = as !== 'stills'
  const { houseId, officeId } = search
  const { data, error, isPending, refetch } = useWatched({ houseId, officeId, page, size })
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / size))
  const turn = (by: number) => setSearch({ page: String(((((page - 1 + by) % pages) + pages) % pages) + 1) })
  // Somebody deleted what was on the last page.
  const isPast = data !== undefined && page > pages
  useEffect(() => {
    if (isPast) setSearch({ page: undefined })
  }, [isPast, setSearch])
  const [isPatrol, setPatrol] = useState(false)
  usePatrol(isPatrol && pages > 1, () => turn(1))
  const grid = useRef<HTMLElement>(null)
  const choose = (next: GridSize) => setSearch({ size: String(next), page: undefined })
  const enlarge = (at: number) =>
    setSearch({ size: '1', page: String((page - 1) * size + at + 1) }, { push: true })
  const togglePatrol = () => setPatrol(!isPatrol)
  const fillScreen = () => void fill(grid.current)
  const touch = useGridKeys({
    turn,
    choose,
    toggleLive: () => setSearch({ as: isLive ? 'stills' : 'live' }),
    togglePatrol,
    fill: fillScreen,
  })

  if (error && !data)
    return (
      <div className="page">
        <div className="card">
          <LoadProblem error={error} retry={() => void refetch()} />
        </div>
      </div>
    )
  const items = data?.items ?? []
  return (
    <div className="page house-cameras">
      <CamerasHead
        total={data?.total}
        size={size}
        choose={next => choose(sizeOf(next))}
        as={as}
        hasWebRtc={items.some(({ ways }) => ways.length > 1)}
        hasPages={pages > 1}
        isPatrol={isPatrol}
        togglePatrol={togglePatrol}
        fill={fillScreen}
      />
      {houseId && <OnlyHouse name={items[0]?.houseName ?? ''} />}
      {isThin && !search.as && <p className="caption">{t($ => $.thinLine)}</p>}
      {as === 'webrtc' && <p className="caption">{t($ => $.webrtcSays)}</p>}
      {isPending ? (
        <GridSkeleton size={size} />
      ) : items.length === 0 ? (
        <NoCameras />
      ) : (
        <section ref={grid} className="camera-grid" data-size={size} aria-label={t($ => $.grid)} {...touch}>
          {items.map((channel, at) => (
            <CameraTile
              key={channel.id}
              channel={channel}
              isLive={isLive}
              way={as === 'webrtc' ? as : 'auto'}
              {...(size > 1 && { enlarge: () => enlarge(at) })}
            />
          ))}
        </section>
      )}
      {pages > 1 && <PageTurner page={page} pages={pages} turn={turn} />}
    </div>
  )
}

/** Says that only one house is shown, and leads back to all. */
function OnlyHouse({ name }: { name: string }) {
  const { t } = useTranslation('house-cameras')
  const { setSearch } = useScreen()
  return (
    <p className="house-cameras-only">
      {t($ => $.onlyHouse, { house: name })}{' '}
      <Button
        size="small"
        icon={<X size={14} aria-hidden />}
        onClick={() => setSearch({ houseId: undefined, page: undefined })}
      >
        {t($ => $.allHouses)}
      </Button>
    </p>
  )
}

/** Which page this is, and the way to those beside it. */
function PageTurner({ page, pages, turn }: { page: number; pages: number; turn: (by: number) => void }) {
  const { t } = useTranslation('house-cameras')
  return (
    <div className="row house-cameras-pages">
      <Button
        icon={<ChevronLeft size={16} aria-hidden />}
        aria-label={t($ => $.previous)}
        onClick={() => turn(-1)}
      />
      <span className="num">{t($ => $.pageOf, { page, pages })}</span>
      <Button
        icon={<ChevronRight size={16} aria-hidden />}
        aria-label={t($ => $.next)}
        onClick={() => turn(1)}
      />
      <span className="caption house-cameras-keys">{t($ => $.keys)}</span>
    </div>
  )
}

/** Turns to the next pictures again and again, while the screen shows. */
function usePatrol(isOn: boolean, next: () => void): void {
  const turn = useEffectEvent(next)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (!document.hidden) turn()
    }, PATROL_MS)
    return () => clearInterval(timer)
  }, [isOn])
}

async function fill(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element?.requestFullscreen().catch(() => {})
}

function NoCameras() {
  const { t } = useTranslation('house-cameras')
  const { open, exists } = useScreen()
  const seesCustomers = useSeesCustomers()
  return (
    <div className="card empty-list">
      <strong>{t($ => $.noneTitle)}</strong>
      <p>{t($ => (seesCustomers ? $.noneShared : $.noneSays))}</p>
      {exists(paths.cameras) && (
        <Button type="primary" onClick={() => open(paths.cameras)}>
          {t($ => $.toCameras)}
        </Button>
      )}
    </div>
  )
}

function GridSkeleton({ size }: { size: GridSize }) {
  if (!useNoticeable()) return null
  return (
    <div className="camera-grid" data-size={size} aria-busy="true">
      <div className="card camera-tile">
        <Skeleton active paragraph={{ rows: 3 }} />
      </div>
    </div>
  )
}
