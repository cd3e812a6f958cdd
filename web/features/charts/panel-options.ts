import uPlot from 'uplot'
import { clockOf, exactClockOf, nearDayOf } from '#shared/dates.ts'
import type { Language } from '#shared/text.ts'
import { extentOf } from '#web/components/chart/extent.ts'
import { markOutside } from '#web/components/chart/outside-marks.ts'
import { type Ink, within } from '#web/components/chart/plot.ts'
import type { Line, Panel } from './panels.ts'

/** Width of an axis, px; the same in every panel, so that their times line up. */
export const axisWidth = (isPhone: boolean): number => (isPhone ? 50 : 56)
const BOTTOM = 24
/** Characters that fit beside an axis. */
const mostLetters = (isPhone: boolean): number => (isPhone ? 7 : 9)
const DAY_S = 86_400

export interface Look {
  panel: Panel
  ink: Ink
  height: number
  /** The lowest panel of the page: it shows the times. */
  isLast: boolean
  isPhone: boolean
  /** Charts with the same key share their cursor. */
  together: string
  /** Whether any panel has an axis on the right. */
  hasRight: boolean
  hasBand: boolean
  timeZone: string
  language: Language
  /** Seconds since 1970. */
  range: () => [number, number]
  /** Vertical lines: seconds since 1970, and whether they are grave. */
  marks: () => readonly (readonly [number, boolean])[]
  zoom: (from: number, to: number) => void
  reset: () => void
  point: (index: number | null) => void
  /** Called at the first draw: from now on its cursor counts. */
  ready: () => void
}

/** The look of one panel. Its data are times, then lowest, highest and mean of each line. */
export function panelOptions(look: Look): Omit<uPlot.Options, 'width'> {
  const { panel, ink, height, hasRight, isPhone } = look
  const width = axisWidth(isPhone)
  const options: Omit<uPlot.Options, 'width'> = {
    height,
    padding: [8, panel.right ? 0 : hasRight ? width : 12, look.isLast ? 0 : 6, 0],
    legend: { show: false },
    tzDate: at => uPlot.tzDate(new Date(at * 1_000), look.timeZone),
    scales: {
      x: { time: true, range: () => look.range() },
      left: { range: chart => room(chart, 'left', look) },
      right: { range: chart => room(chart, 'right', look) },
    },
    axes: [
      timeAxis(look),
      valueAxis(look, panel.left, 3),
      ...(panel.right ? [valueAxis(look, panel.right, 1)] : []),
    ],
    series: [{}, ...panel.lines.flatMap(line => seriesOf(line, look))],
    bands: look.hasBand
      ? panel.lines.map((line, i) => ({
          series: [3 * i + 2, 3 * i + 1] as [number, number],
          fill: ink.wash(ink.quantity(line.metric.quantity), 0.16),
        }))
      : [],
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: true, y: false, setScale: false },
      sync: {
        key: look.together,
        scales: ['x', null],
        filters: { pub: type => type === 'mousemove' || type === 'mouseleave' },
      },
      bind: {
        dblclick: () => () => {
          look.reset()
          return null
        },
      },
    },
    hooks: {
      ready: [() => look.ready()],
      drawClear: [chart => drawMarks(chart, look)],
      draw: [chart => drawOutside(chart, look)],
      setCursor: [chart => look.point(chart.cursor.idx ?? null)],
      setSelect: [
        chart => {
          const { left, width } = chart.select
          if (width < 6) return
          look.zoom(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'))
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
        },
      ],
    },
  }
  return options
}

function seriesOf({ metric, side, dash }: Line, { ink, hasBand }: Look): uPlot.Series[] {
  const stroke = ink.quantity(metric.quantity)
  const edge: uPlot.Series = {
    scale: side,
    stroke: 'transparent',
    width: 0,
    points: { show: false },
    show: hasBand,
  }
  const line: uPlot.Series = {
    scale: side,
    stroke,
    width: 2,
    dash: [...dash],
    spanGaps: false,
    points: { show: true, filter: loneOnly, size: 5, fill: stroke },
  }
  return [edge, edge, metric.isStep && stepped ? { ...line, paths: stepped } : line]
}

/** Single readings between gaps are dots; a line needs two. */
const loneOnly: uPlot.Series.Points.Filter = (chart, index) => {
  const values = chart.data[index] ?? []
  const isValue = (i: number) => values[i] !== null && values[i] !== undefined
  const alone: number[] = []
  for (const i of values.keys()) if (isValue(i) && !isValue(i - 1) && !isValue(i + 1)) alone.push(i)
  return alone
}

/** Jumps from one value to the next, as switches and levels do. */
const stepped = uPlot.paths.stepped?.({ align: 1 })

function valueAxis(
  { ink, isPhone, language }: Look,
  metric: NonNullable<Panel['right']>,
  side: 1 | 3,
): uPlot.Axis {
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const full = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
  const said = (value: number) =>
    metric.isStep ? metric.say(value) : Math.abs(value) >= 10_000 ? short.format(value) : full.format(value)
  return {
    scale: side === 3 ? 'left' : 'right',
    side,
    size: axisWidth(isPhone),
    space: 36,
    font: ink.font,
    stroke: ink.quantity(metric.quantity),
    ticks: { show: false },
    gap: 6,
    grid: { show: side === 3, stroke: ink.colour('--line'), width: 1 },
    ...(metric.isStep && { incrs: [1, 2, 3, 5, 10] }),
    values: (_, values) =>
      values.map((value, i) => {
        const text = said(value).replace('-', '\u2212')
        // The unit stands at the top of its axis, if there is room.
        const full = `${text} ${metric.unit}`
        return i === values.length - 1 && metric.unit !== '' && full.length <= mostLetters(isPhone)
          ? full
          : text
      }),
  }
}

function timeAxis({ ink, isLast, isPhone, language, timeZone }: Look): uPlot.Axis {
  const said = (second: number, step: number) => {
    const at = second * 1_000
    const time = (step < 60 ? exactClockOf : clockOf)(at, timeZone)
    return step >= DAY_S || time === '00:00' ? nearDayOf(at, language, timeZone) : time
  }
  return {
    show: true,
    size: isLast ? BOTTOM : 0,
    space: isPhone ? 60 : 84,
    font: ink.font,
    stroke: ink.colour('--text3'),
    ticks: { show: false },
    grid: { show: false },
    values: (_, seconds, __, ___, step) => seconds.map(second => (isLast ? said(second, step) : '')),
  }
}

/** A dashed line where an alarm began, in every panel. */
function drawMarks(chart: uPlot, { marks, ink }: Look): void {
  within(chart, ctx => {
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
    for (const [second, isGrave] of marks()) {
      const x = Math.round(chart.valToPos(second, 'x', true)) + 0.5
      ctx.strokeStyle = ink.colour(isGrave ? '--alarm' : '--watch-mark')
      ctx.beginPath()
      ctx.moveTo(x, chart.bbox.top)
      ctx.lineTo(x, chart.bbox.top + chart.bbox.height)
      ctx.stroke()
    }
  })
}

/** What the chart holds of a line, and what of it is drawn. */
function columnsOf(chart: uPlot, place: number, hasBand: boolean) {
  const known = [1, 2, 3].map(part => chart.data[3 * place + part] ?? [])
  return { known, drawn: hasBand ? known : known.slice(2) }
}

/** Leaves room above and below what sets the scale of a side, also around a value that never changed. */
function room(chart: uPlot, side: Line['side'], { panel, hasBand }: Look): [number, number] {
  const extent = extentOf(
    panel.lines.flatMap((line, place) => {
      const { bounds, shown } = line.metric
      const shownBounds = bounds && { low: shown(bounds.low), high: shown(bounds.high) }
      return line.side === side ? [{ ...columnsOf(chart, place, hasBand), bounds: shownBounds }] : []
    }),
  )
  if (!extent) return [0, 1]
  const [low, high] = extent
  const metric = panel[side]
  if (metric?.isStep) return [Math.min(low, 0) - 0.1, Math.max(high, 1) + 0.25]
  const margin = Math.max((high - low) * 0.1, Math.abs(high) * 0.005, metric?.difference(0.05) ?? 0)
  return [low >= 0 && low < margin ? 0 : low - margin, high + margin]
}

/** Marks the values beyond the scale, of each line in its colour. */
function drawOutside(chart: uPlot, { panel, ink, hasBand, language }: Look): void {
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 4 })
  for (const [place, { metric, side }] of panel.lines.entries())
    markOutside(chart, {
      scale: side,
      columns: columnsOf(chart, place, hasBand).drawn,
      colour: ink.quantity(metric.quantity),
      background: ink.colour('--surface'),
      font: ink.font,
      say: value => `${number.format(value).replace('-', '\u2212')} ${metric.unit}`,
    })
}
