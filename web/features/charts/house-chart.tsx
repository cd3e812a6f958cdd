import { Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type uPlot from 'uplot'
import type { AlarmMark, Chart, Charted, HouseDeed } from '#shared/contracts/houses.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { HouseFilm } from '#web/components/clips/house-film.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useReader } from '#web/data/preferences.ts'
import { ChartPanel, pointAll } from './chart-panel.tsx'
import { DeedsLane } from './deeds-lane.tsx'
import { useLiveCurve } from './live-curve.ts'
import { marksOf } from './marks.ts'
import { MarksLane } from './marks-lane.tsx'
import { axisWidth } from './panel-options.ts'
import type { Panel } from './panels.ts'
import { SeriesChips } from './series-chips.tsx'
import type { Drawn } from './use-house-chart.ts'

interface Props {
  house: Charted
  panels: readonly Panel[]
  drawn: Drawn
  alarms: readonly AlarmMark[]
  /** What people did meanwhile; empty if not drawn. */
  deeds: readonly HouseDeed[]
  hasBand: boolean
  isBusy: boolean
  remove: (metric: string) => void
  add: () => void
  zoom: (range: { from: number; to: number } | null) => void
}

/** Height of the first panel and of those below it, px. */
const HEIGHTS = { wide: [280, 150], phone: [220, 130] } as const
const noAlarms: AlarmMark[] = []

/** The panels with their marks and a shared cursor, for mouse, finger and keys. */
export function HouseChart({ house, panels, drawn, alarms, deeds, ...rest }: Props) {
  const { hasBand, isBusy, remove, add, zoom } = rest
  const { t } = useTranslation('charts')
  const isPhone = useIsPhone()
  const [charts] = useState(() => new Set<uPlot>())
  const [cursor, point] = useState<number | null>(null)
  const source = useLiveCurve(house.iotId, drawn)
  const marks = useMemo(() => marksOf(alarms.length > 0 ? alarms : noAlarms, drawn), [alarms, drawn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are drawn on the canvas
  useEffect(() => {
    for (const chart of charts) chart.redraw(false)
  }, [marks, charts])
  const hasRight = panels.some(({ right }) => right !== undefined)
  const width = axisWidth(isPhone)
  const inset: [number, number] = [width, hasRight ? width : 12]
  const board = {
    houseId: house.id,
    drawn,
    source,
    timeZone: house.timeZone,
    hasBand,
    hasRight,
    marks,
    charts,
    zoom,
    point,
    cursor,
  }
  const keyed = (event: KeyboardEvent) => {
    const act = keys(event, cursor, source.curve.at)
    if (!act) return
    event.preventDefault()
    if ('zoom' in act) zoom(act.zoom)
    else pointAll(charts, act.second)
  }
  return (
    <>
      <SeriesChips
        panels={panels}
        chart={drawn.chart}
        source={source}
        cursor={cursor}
        timeZone={house.timeZone}
        remove={remove}
        add={add}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that answers to keys is no fieldset */}
      <div
        className="chart-board"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its cursor is moved by keys, too
        tabIndex={0}
        aria-label={t($ => $.chartOf, { name: house.name })}
        aria-busy={isBusy}
        onKeyDown={keyed}
      >
        <MarksLane marks={marks} timeZone={house.timeZone} inset={inset} />
        {deeds.length > 0 && (
          <DeedsLane houseId={house.id} deeds={deeds} shown={drawn} timeZone={house.timeZone} inset={inset} />
        )}
        {panels.map((panel, i) => (
          <ChartPanel
            key={panel.key}
            panel={panel}
            board={board}
            height={HEIGHTS[isPhone ? 'phone' : 'wide'][i === 0 ? 0 : 1] + (i === panels.length - 1 ? 24 : 0)}
            isLast={i === panels.length - 1}
          />
        ))}
      </div>
      <Imported chart={drawn.chart} timeZone={house.timeZone} />
      <HouseFilm
        houseId={house.id}
        from={drawn.from}
        to={drawn.to}
        at={pointedAt(source.curve.at, cursor)}
        timeZone={house.timeZone}
      />
    </>
  )
}

/** Which of the drawn readings came from files of other systems. */
function Imported({ chart: { imported = [] }, timeZone }: { chart: Chart; timeZone: string }) {
  const { t } = useTranslation('charts')
  const { language } = useReader()
  if (imported.length === 0) return null
  const day = (at: number) => dateOf(dateIn(timeZone, new Date(at)), language)
  return (
    <ul className="chart-imported caption num">
      {imported.map(({ source, from, to }) => (
        <li key={`${source} ${from}`}>{t($ => $.importedFrom, { source, from: day(from), to: day(to) })}</li>
      ))}
    </ul>
  )
}

/** The moment under the cursor, ms since 1970. */
const pointedAt = (at: readonly number[], cursor: number | null): number | null => {
  const second = cursor === null ? undefined : at[cursor]
  return second === undefined ? null : second * 1_000
}

type Act = { second: number | null } | { zoom: { from: number; to: number } | null }

/** Arrows move the cursor, ten points with Shift; + and − zoom around it; Escape lets go. */
function keys({ key, shiftKey }: KeyboardEvent, cursor: number | null, at: readonly number[]): Act | null {
  const last = at.length - 1
  if (last < 0) return null
  const to = (place: number): Act => ({ second: at[Math.min(Math.max(place, 0), last)] ?? null })
  const step = shiftKey ? 10 : 1
  const middle = at[cursor ?? Math.floor(last / 2)] ?? 0
  const half = ((at[last] ?? 0) - (at[0] ?? 0)) / 4
  switch (key) {
    case 'ArrowLeft':
      return to((cursor ?? last + 1) - step)
    case 'ArrowRight':
      return to((cursor ?? last - 1) + step)
    case 'Home':
      return to(0)
    case 'End':
      return to(last)
    case '+':
    case '=':
      return { zoom: { from: (middle - half) * 1_000, to: (middle + half) * 1_000 } }
    case '-':
      return { zoom: null }
    case 'Escape':
      return { second: null }
    default:
      return null
  }
}

/** Placeholder for the panels. */
export function ChartSkeleton() {
  return <Skeleton.Node active style={{ width: '100%', height: HEIGHTS.wide[0] + 40 }} />
}
