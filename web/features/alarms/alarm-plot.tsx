import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import type { TimeLeft } from '#shared/contracts/what-if.ts'
import { clockOf } from '#shared/dates.ts'
import { metricByName } from '#shared/signals.ts'
import { type ShownUnit, shownUnit } from '#shared/units.ts'
import { type Bounds, extentOf } from '#web/components/chart/extent.ts'
import { markOutside } from '#web/components/chart/outside-marks.ts'
import { inkOf, mountPlot } from '#web/components/chart/plot.ts'
import { serverNow } from '#web/data/clock.ts'
import { shownTheme, usePreferences, useReader } from '#web/data/preferences.ts'
import { type AlarmCurve, chartMetricOf } from './use-alarm-chart.ts'

const HEIGHT = 240
const PHONE_HEIGHT = 170

type Foreseen = TimeLeft['course']

interface Props {
  alarm: AlarmDetail
  curve: AlarmCurve
  /** What becomes of it if nothing happens: ms since 1970, and the metric's own unit. */
  foreseen?: Foreseen | undefined
  /** Describes the curve in words. */
  label: string
  words: { limit: string; target: string }
  isPhone?: boolean
}

/** Mean with the band of the zones, dotted on as foreseen; the time of the alarm tinted, limit dotted, target dashed. */
export function AlarmPlot({ alarm, curve, foreseen, label, words, isPhone = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = usePreferences(({ theme }) => shownTheme(theme))
  const height = isPhone ? PHONE_HEIGHT : HEIGHT
  const { limit, target } = words
  const { units } = useReader()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme reaches the chart through the page's colours
  useEffect(() => {
    const element = place.current
    if (!element) return
    const shown = shownUnit(metricByName.get(chartMetricOf(alarm))?.unit ?? '', units)
    const time = shownTime(alarm, foreseen)
    const options = optionsFor(element, alarm, { words: { limit, target }, height, unit: shown, time })
    return mountPlot(element, options, columnsOf(curve, foreseen, shown)).remove
  }, [alarm, curve, foreseen, units, limit, target, height, theme])

  return <div ref={place} className="alarm-plot" role="img" aria-label={label} style={{ height }} />
}

/** Times, then the curve and how it goes on, in the reader's units. */
function columnsOf(
  { at, low, mean, high }: AlarmCurve,
  foreseen: Foreseen | undefined,
  { shown }: ShownUnit,
): uPlot.AlignedData {
  const last = mean.findLastIndex(value => value !== null)
  const begins = at.at(-1) ?? 0
  const later = (foreseen?.at ?? []).flatMap((ms, i) =>
    ms > begins ? [{ ms, value: foreseen?.values[i] ?? null }] : [],
  )
  const column = (values: readonly (number | null)[]) =>
    [...values, ...later.map(() => null)].map(value => (value === null ? null : shown(value)))
  // It goes on from the last measured value.
  const beyond = at.map((_, i) => (i === last && later.length > 0 ? (mean[i] ?? null) : null))
  return [
    [...at, ...later.map(({ ms }) => ms)].map(ms => ms / 1_000),
    column(high),
    column(low),
    column(mean),
    [...beyond, ...later.map(({ value }) => value)].map(value => (value === null ? null : shown(value))),
  ]
}

interface Drawing {
  words: Props['words']
  height: number
  unit: ShownUnit
  /** From and to, in seconds. */
  time: [number, number]
}

function optionsFor(
  element: HTMLElement,
  alarm: AlarmDetail,
  { words, height, unit, time }: Drawing,
): Omit<uPlot.Options, 'width'> {
  const { colour, font, quantity, wash } = inkOf(element)
  const signal = metricByName.get(chartMetricOf(alarm))
  const stroke = quantity(signal?.quantity ?? 'pressure')
  const bounds = signal ? { low: unit.shown(signal.low), high: unit.shown(signal.high) } : null
  const axis: uPlot.Axis = {
    stroke: colour('--text3'),
    font,
    ticks: { show: false },
    grid: { stroke: colour('--line'), width: 1 },
  }
  const edge = { stroke: 'transparent', width: 0, points: { show: false } }
  return {
    height,
    cursor: { show: false },
    legend: { show: false },
    padding: [10, 8, 0, 0],
    scales: {
      x: { time: true, range: () => time },
      y: { range: chart => room(chart, bounds, alarm, unit) },
    },
    bands: [{ series: [1, 2], fill: wash(stroke, 0.16) }],
    axes: [
      {
        ...axis,
        size: 22,
        grid: { show: false },
        space: 70,
        values: (_, at) => at.map(s => clockOf(s * 1_000, alarm.timeZone)),
      },
      { ...axis, size: 40, space: 32 },
    ],
    series: [
      {},
      edge,
      edge,
      { stroke, width: 2, points: { show: false }, spanGaps: false },
      { stroke, width: 2, dash: [2, 4], points: { show: false }, spanGaps: true },
    ],
    hooks: {
      drawClear: [chart => tintAlarm(chart, alarm, colour('--alarm'))],
      draw: [
        chart => {
          const line = { font, chart, background: colour('--surface') }
          const columns = chart.data.slice(1)
          markNow(chart, stroke)
          markOutside(chart, { scale: 'y', columns, colour: stroke, background: line.background, font })
          if (alarm.limit !== null)
            drawLine(unit.shown(alarm.limit), words.limit, {
              ...line,
              colour: colour('--alarm'),
              dash: [2, 4],
            })
          if (alarm.target !== null)
            drawLine(unit.shown(alarm.target), words.target, {
              ...line,
              colour: colour('--text3'),
              dash: [6, 5],
            })
        },
      ],
    },
  }
}

const HOUR_MS = 3_600_000
/** Room ahead of an alarm that was just raised. ms */
const AHEAD_MS = 600_000

/**
 * From two hours before to two hours after, or to shortly after now; to the end of what is foreseen, with as much before the
 * alarm as is foreseen. Seconds, as the chart counts.
 */
function shownTime({ raisedAt }: AlarmDetail, foreseen: Foreseen | undefined): [number, number] {
  const raised = Date.parse(raisedAt)
  const now = serverNow()
  const ahead = foreseen?.at.at(-1)
  if (ahead !== undefined && ahead > now) {
    const before = Math.min(now - (ahead - now), raised - AHEAD_MS)
    return [Math.max(raised - 2 * HOUR_MS, before) / 1_000, ahead / 1_000]
  }
  const end = Math.min(Math.max(now, raised + AHEAD_MS), raised + 2 * HOUR_MS)
  return [(raised - 2 * HOUR_MS) / 1_000, end / 1_000]
}

/** A disc where what is measured ends and what is foreseen begins. */
function markNow(chart: uPlot, colour: string): void {
  const beyond = Array.from<number | null | undefined>(chart.data[4] ?? [])
  const first = beyond.findIndex(value => typeof value === 'number')
  const value = beyond[first]
  if (typeof value !== 'number') return
  const { ctx } = chart
  ctx.save()
  ctx.fillStyle = colour
  ctx.beginPath()
  ctx.arc(
    chart.valToPos(chart.data[0][first] ?? 0, 'x', true),
    chart.valToPos(value, 'y', true),
    4 * devicePixelRatio,
    0,
    2 * Math.PI,
  )
  ctx.fill()
  ctx.restore()
}

/** Value range with room for the curve, the limit and the target. The band is of other probes than the mean. */
function room(
  chart: uPlot,
  bounds: Bounds | null,
  { limit, target }: AlarmDetail,
  { shown, difference }: ShownUnit,
): [number, number] {
  const lines = [limit, target].filter(value => value !== null).map(shown)
  const curves = chart.data.slice(1).map(values => ({ drawn: [values], known: [values], bounds }))
  const all = [...(extentOf(curves) ?? []), ...lines]
  if (all.length === 0) return [0, 1]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const margin = Math.max((most - least) * 0.14, difference(0.5))
  return [least - margin, most + margin]
}

function tintAlarm(chart: uPlot, { raisedAt, clearedAt, since }: AlarmDetail, colour: string): void {
  const end = clearedAt === null ? serverNow() : Date.parse(clearedAt)
  const { left, top, width, height } = chart.bbox
  const x = (ms: number) => Math.min(Math.max(chart.valToPos(ms / 1_000, 'x', true), left), left + width)
  const [from, to] = [x(Date.parse(since ?? raisedAt)), x(end)]
  const { ctx } = chart
  ctx.save()
  ctx.globalAlpha = 0.09
  ctx.fillStyle = colour
  ctx.fillRect(from, top, Math.max(to - from, 2), height)
  ctx.restore()
}

interface Line {
  chart: uPlot
  colour: string
  background: string
  dash: number[]
  font: string
}

function drawLine(value: number, word: string, { chart, colour, background, dash, font }: Line): void {
  const { left, width } = chart.bbox
  const y = chart.valToPos(value, 'y', true)
  const { ctx } = chart
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = ratio
  ctx.setLineDash(dash.map(part => part * ratio))
  ctx.beginPath()
  ctx.moveTo(left, y)
  ctx.lineTo(left + width, y)
  ctx.stroke()
  ctx.font = font.replace(/^(\d+)px/, (_, size) => `${Number(size) * ratio}px`)
  ctx.textAlign = 'right'
  ctx.textBaseline = 'bottom'
  // A halo in the card's colour keeps the label readable over the curve.
  ctx.setLineDash([])
  ctx.lineWidth = 4 * ratio
  ctx.strokeStyle = background
  ctx.strokeText(word, left + width - 4 * ratio, y - 3 * ratio)
  ctx.fillStyle = colour
  ctx.fillText(word, left + width - 4 * ratio, y - 3 * ratio)
  ctx.restore()
}
