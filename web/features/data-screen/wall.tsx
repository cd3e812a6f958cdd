import { PhoneCall } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, exactClockOf } from '#shared/dates.ts'
import { Mark } from '#web/components/brand.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { serverNow, useFromNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSize } from './use-size.ts'
import { WallCurves } from './wall-curves.tsx'
import type { WallNow } from './wall-line.ts'
import { AlarmTicker, Birds, Devices, RANKED_FEW, Ranking, States } from './wall-lists.tsx'
import { WallMap } from './wall-map.tsx'
import { WallTotals } from './wall-totals.tsx'
import './wall.css'

/** px that everything has room in, with as many alarms and places as there can be; a larger wall shows it scaled up. */
const WIDE = { width: 1440, height: 820 } as const
const TALL = { width: 810, height: 1530 } as const
/** From this ratio of height to width a wall counts as upright and shows everything. A lower window scrolls. */
const PORTRAIT = 1.5
/** Below this width everything stands in one column. px */
const WIDE_FROM = 1_000
/** Least and most height of the curves, px; on a wall that is high for its width they take what map and short lists leave. */
const CURVES = { wide: 180, tall: 150, most: 400 } as const
/** The most rows of the lists on either side, and how high one is at least, px; see {@link TALL}. */
const ALARMS = { most: 6, row: 46 } as const
const RANKED = { most: 10, row: 34 } as const
/** What devices in rows take more than in a line, px. */
const DEVICE_ROWS = 60

interface Size {
  width: number
  height: number
}

/** The whole data screen, as large as possible without scrolling. */
export function Wall({ now, children }: { now: WallNow; children?: ReactNode }) {
  const [place, size] = useSize<HTMLDivElement>()
  const isPhone = useIsPhone()
  const { width, height } = size
  const isWide = width >= WIDE_FROM && width > height
  const zoom = isWide ? fitted(size, WIDE) : tallZoom(size, isPhone)
  const isUpright = !isWide && isWall(size, isPhone)
  const spare = isWide
    ? height / zoom - WIDE.height
    : isUpright
      ? height / zoom - TALL.height + unusedOf(now)
      : 0
  const least = isWide ? CURVES.wide : CURVES.tall
  const curves = Math.min(least + Math.max(0, Math.floor(spare)), CURVES.most)
  return (
    <div ref={place} className="wall-place">
      <div
        className="wall"
        data-shape={isWide ? 'wide' : 'tall'}
        data-fills={isWide || isUpright || undefined}
        style={{ zoom }}
      >
        <Head now={now}>{children}</Head>
        <Cut now={now} />
        {now.figures && <Body now={now} figures={now.figures} curves={curves} />}
      </div>
    </div>
  )
}

/** Height that short lists leave on both sides of an upright wall, px. */
function unusedOf({ figures }: WallNow): number {
  if (!figures) return 0
  const left = (ALARMS.most - figures.alarms.length) * ALARMS.row
  const rows = figures.ranking.length
  const right = (RANKED.most - rows) * RANKED.row - (rows <= RANKED_FEW ? DEVICE_ROWS : 0)
  return Math.max(0, Math.min(left, right))
}

const isWall = ({ width, height }: Size, isPhone: boolean) => !isPhone && height >= PORTRAIT * width

function tallZoom(size: Size, isPhone: boolean): number {
  return isWall(size, isPhone) ? fitted(size, TALL) : Math.max(1, size.width / TALL.width)
}

const fitted = ({ width, height }: Size, all: Size): number =>
  Math.min(width / all.width, height / all.height)

interface BodyProps {
  now: WallNow
  figures: NonNullable<WallNow['figures']>
  /** Height of the curves, px. */
  curves: number
}

function Body({ now, figures, curves }: BodyProps) {
  return (
    <>
      <WallTotals figures={figures} sums={now.isConnected ? now.sums : null} />
      <div className="wall-body stack gap-6">
        <div className="wall-side">
          <States figures={figures} />
          <Birds figures={figures} />
          <AlarmTicker figures={figures} />
        </div>
        <div className="wall-middle">
          <WallMap figures={figures} />
          <WallCurves figures={figures} sums={now.isConnected ? now.sums : null} height={curves} />
        </div>
        <div className="wall-side">
          <Ranking figures={figures} />
          <Devices figures={figures} />
        </div>
      </div>
    </>
  )
}

/** A wall that nobody hears from for this long says so in red: people glance at it and trust it. ms */
const SILENCE_MS = 60_000

function Cut({ now: { figures, isConnected, heardAt } }: { now: WallNow }) {
  const { t } = useTranslation('data-screen')
  const isLong = useFromNow(() => heardAt !== null && serverNow() - heardAt >= SILENCE_MS)
  if (isConnected || heardAt === null || !isLong) return null
  return (
    <p className="wall-cut" role="alert">
      {t($ => $.cut, { time: exactClockOf(heardAt, figures?.timeZone ?? 'UTC') })}
    </p>
  )
}

function Head({
  now: { figures, sums, isConnected, heardAt },
  children,
}: {
  now: WallNow
  children: ReactNode
}) {
  const { t } = useTranslation('data-screen')
  const language = usePreferences(({ language }) => language)
  const zone = figures?.timeZone ?? 'UTC'
  return (
    <header className="wall-head">
      <Mark />
      <h1>
        {t($ => $.title)} <small>{figures?.name}</small>
      </h1>
      <OnCall figures={figures} />
      <span className="wall-live">
        {isConnected && sums ? (
          <StateWord state="normal">{t($ => $.live, { count: sums.reporting })}</StateWord>
        ) : heardAt === null ? (
          <StateWord state="pending">{t($ => $.waiting)}</StateWord>
        ) : (
          <StateWord state="offline">{t($ => $.silent, { time: exactClockOf(heardAt, zone) })}</StateWord>
        )}
      </span>
      <Clock zone={zone} language={language} />
      {children}
    </header>
  )
}

/** Who is called first when one of the alarms here needs somebody. */
function OnCall({ figures }: Pick<WallNow, 'figures'>) {
  const { t } = useTranslation('components')
  const names = figures?.onCall
  if (!names) return null
  return (
    <span className="wall-on-call" data-nobody={names.length === 0 || undefined}>
      <PhoneCall size={14} aria-hidden />{' '}
      {names.length > 0
        ? t($ => $.onCall.now, { names: names.join(t($ => $.onCall.then)) })
        : t($ => $.onCall.nobody)}
    </span>
  )
}

function Clock({ zone, language }: { zone: string; language: 'zh-CN' | 'en-US' }) {
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span className="num wall-day">{dayOf(at, language, zone)}</span>
      <b className="num wall-clock">{exactClockOf(at, zone)}</b>
    </>
  )
}
