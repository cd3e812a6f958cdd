import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { inkOf, mountPlot } from '#web/components/chart/plot.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { serverNow } from '#web/data/clock.ts'
import { shownTheme, usePreferences } from '#web/data/preferences.ts'
import { columnOf, type LiveCurve } from './live-curve.ts'
import type { Mark } from './marks.ts'
import { panelOptions } from './panel-options.ts'
import type { Line, Panel } from './panels.ts'
import type { Drawn } from './use-house-chart.ts'

/** Shared by all panels of a page. */
export interface Board {
  houseId: string
  drawn: Drawn
  source: LiveCurve
  timeZone: string
  hasBand: boolean
  hasRight: boolean
  marks: readonly Mark[]
  /** The charts on the screen, so that keys and fingers move the cursor in all of them. */
  charts: Set<uPlot>
  zoom: (range: { from: number; to: number } | null) => void
  point: (index: number | null) => void
  /** The point under the cursor, or null. */
  cursor: number | null
}

interface Props {
  panel: Panel
  board: Board
  height: number
  isLast: boolean
}

/** One panel. Drawn outside React: new points, the cursor and a moving end redraw nothing else. */
export function ChartPanel({ panel, board, height, isLast }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = usePreferences(({ theme }) => shownTheme(theme))
  const language = usePreferences(({ language }) => language)
  const isPhone = useIsPhone()
  const now = useRef(board)
  useEffect(() => {
    now.current = board
  })
  const { source, hasBand, hasRight, timeZone, houseId, charts } = board

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme reaches the chart through the page's colours
  useEffect(() => {
    const element = place.current
    if (!element) return
    let isDrawn = false
    const options = panelOptions({
      panel,
      ink: inkOf(element),
      height,
      isLast,
      isPhone,
      hasBand,
      hasRight,
      timeZone,
      language,
      together: houseId,
      range: () => rangeOf(now.current.drawn),
      marks: () => marksIn(now.current),
      zoom: (from, to) => now.current.zoom({ from: from * 1_000, to: to * 1_000 }),
      reset: () => now.current.zoom(null),
      // A chart still being created has no cursor yet: keep the previous chart's.
      point: index => {
        if (isDrawn) now.current.point(index)
      },
      ready: () => {
        isDrawn = true
        const { cursor } = now.current
        const second = cursor === null ? undefined : source.curve.at[cursor]
        if (second !== undefined) pointAll(charts, second)
      },
    })
    const { chart, remove } = mountPlot(element, options, dataOf(panel, source))
    charts.add(chart)
    const stop = source.subscribe(() => chart.setData(dataOf(panel, source)))
    const untouch = followFinger(chart, charts)
    return () => {
      stop()
      untouch()
      charts.delete(chart)
      remove()
    }
  }, [panel, source, height, isLast, isPhone, hasBand, hasRight, timeZone, language, houseId, charts, theme])

  return <div ref={place} className="chart-panel" style={{ height }} />
}

/** A live period ends now, and its start moves along. Seconds */
function rangeOf({ from, to, isLive }: Drawn): [number, number] {
  const ahead = isLive && to <= serverNow() ? serverNow() - to : 0
  return [(from + ahead) / 1_000, (to + ahead) / 1_000]
}

function marksIn({ marks, drawn: { from, to } }: Board): (readonly [number, boolean])[] {
  return marks.map(({ place, isGrave }) => [(from + place * (to - from)) / 1_000, isGrave] as const)
}

/** Times, then lowest, highest and mean of each line in the reader's units; a band lies between the first two. */
function dataOf({ lines }: Panel, { curve: { at, columns } }: LiveCurve): uPlot.AlignedData {
  const ofLine = ({ index, metric }: Line) =>
    [0, 2, 1].map(part =>
      (columns[columnOf(index) + part] ?? []).map(value => (value === null ? null : metric.shown(value))),
    )
  return [at, ...lines.flatMap(ofLine)] as uPlot.AlignedData
}

/** Moves the cursor of all panels to a point. */
export function pointAll(charts: ReadonlySet<uPlot>, second: number | null): void {
  for (const chart of charts) {
    const left = second === null ? -10 : chart.valToPos(second, 'x')
    chart.setCursor({ left, top: second === null ? -10 : 1 })
  }
}

/** Moving a finger sideways reads values; up and down scrolls the page. */
function followFinger(chart: uPlot, charts: ReadonlySet<uPlot>): () => void {
  const follow = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const { left } = chart.over.getBoundingClientRect()
    pointAll(charts, chart.posToVal(event.clientX - left, 'x'))
  }
  for (const name of ['pointerdown', 'pointermove'] as const) chart.over.addEventListener(name, follow)
  return () => {
    for (const name of ['pointerdown', 'pointermove'] as const) chart.over.removeEventListener(name, follow)
  }
}
