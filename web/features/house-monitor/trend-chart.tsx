import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import type { Chart } from '#shared/contracts/houses.ts'
import { metricByName } from '#shared/signals.ts'
import { extentOf } from '#web/components/chart/extent.ts'
import { addLive, type Curve } from '#web/components/chart/live-tail.ts'
import { markOutside } from '#web/components/chart/outside-marks.ts'
import { inkOf, keepPlot, mountPlot, within } from '#web/components/chart/plot.ts'
import { live } from '#web/data/live/live.ts'
import { keyOf } from '#web/data/live/store.ts'
import { shownTheme, usePreferences } from '#web/data/preferences.ts'
import { quantityOf } from './figure-text.ts'
import type { Band } from './trend-band.ts'

interface Props {
  /** Starts of the buckets, ms since 1970. */
  at: readonly number[]
  series: Chart['series'][number]
  /** Width of a bucket; 0 if every report is a point. */
  stepMs: number
  iotId: string | null
  /** The range for the curve. */
  band: Band | undefined
  /** Describes the curve in words. */
  label: string
}

const HEIGHT = 64
const DAY_S = 86_400
/** Live values are drawn at most this often, ms. */
const REDRAW_MS = 1_000
/** Minimum time between two live points if the stored ones have no step, s. */
const LEAST_STEP_S = 60

/** A curve of 24 hours with the live value at its end. Drawn outside React: a new point redraws nothing else. */
export function TrendChart({ at, series, stepMs, iotId, band, label }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = usePreferences(({ theme }) => shownTheme(theme))

  useEffect(() => {
    const element = place.current
    if (!element) return
    const step = Math.max(stepMs / 1_000, LEAST_STEP_S)
    const { metric, low, mean, high } = series
    const { plot, rest } = keepPlot(element, [at, series, stepMs, iotId, band, theme], () => {
      const curve: Curve = { at: at.map(ms => ms / 1_000), columns: [[...mean], [...low], [...high]] }
      const options = optionsFor(element, metric, curve, band)
      return { curve, stored: curve.at.length, ...mountPlot(element, options, dataOf(curve)) }
    })
    const { curve, stored, chart } = plot

    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      chart.setData(dataOf(curve))
    }
    const key = keyOf.reading(iotId, metric)
    const heard = keyOf.heard(iotId)
    const takeLive = () => {
      const reading = live.read(key) as readonly [unknown, number] | undefined
      if (!reading) return
      const value = typeof reading[0] === 'number' ? reading[0] : null
      // An unrepeated value holds as long as its device is heard.
      const holds = Math.max(reading[1], Number(live.read(heard) ?? 0))
      if (addLive(curve, stored, holds / 1_000, [value, value, value], step))
        timer ??= setTimeout(draw, REDRAW_MS)
    }
    takeLive()
    const stops = [live.subscribe(key, takeLive), live.subscribe(heard, takeLive)]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      rest()
    }
  }, [at, series, stepMs, iotId, band, theme])

  return <div ref={place} className="trend-chart" role="img" aria-label={label} />
}

/** Only the mean is drawn; of the lowest and the highest value the scale wants to know whether they are possible. */
const dataOf = ({ at, columns: [mean = []] }: Curve) => [at, mean] as uPlot.AlignedData

function optionsFor(element: HTMLElement, metric: string, curve: Curve, band: Band | undefined) {
  const { colour, font, quantity, wash } = inkOf(element)
  const bounds = metricByName.get(metric) ?? null
  const stroke = quantity(quantityOf(metric))
  const grid = { stroke: colour('--line'), width: 1 }
  const options: Omit<uPlot.Options, 'width'> = {
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    padding: [4, 4, 4, 0],
    scales: {
      x: { time: true, range: (_, __, last) => [last - DAY_S, last] },
      y: {
        range: () => spread(extentOf([{ drawn: curve.columns.slice(0, 1), known: curve.columns, bounds }])),
      },
    },
    axes: [
      { show: false },
      { size: 0, space: 20, values: (_, at) => at.map(() => ''), ticks: { show: false }, grid },
    ],
    series: [{}, { stroke, width: 2, points: { show: false }, spanGaps: false, fill: wash(stroke, 0.07) }],
    hooks: {
      drawClear: [
        chart => {
          if (!band) return
          drawBand(chart, curve, band, wash(colour('--ok'), 0.11))
          drawTarget(chart, curve, band, colour('--text3'))
        },
      ],
      draw: [
        chart =>
          markOutside(chart, {
            scale: 'y',
            columns: chart.data.slice(1),
            colour: stroke,
            background: colour('--surface'),
            font,
          }),
      ],
    },
  }
  return options
}

/** A band's last values extend to the live end of its curve. */
const valueAt = (values: readonly (number | null)[], i: number) =>
  values[Math.min(i, values.length - 1)] ?? null

function drawBand(chart: uPlot, { at }: Curve, { low, high }: Band, fill: string): void {
  within(chart, ctx => {
    ctx.fillStyle = fill
    for (let i = 1; i < at.length; i += 1) {
      const [from, to] = [valueAt(low, i), valueAt(high, i)]
      if (from === null || to === null) continue
      const [left, right] = [chart.valToPos(at[i - 1] ?? 0, 'x', true), chart.valToPos(at[i] ?? 0, 'x', true)]
      const [top, bottom] = [chart.valToPos(to, 'y', true), chart.valToPos(from, 'y', true)]
      ctx.fillRect(Math.round(left), top, Math.round(right) - Math.round(left), bottom - top)
    }
  })
}

function drawTarget(chart: uPlot, { at }: Curve, { target }: Band, stroke: string): void {
  within(chart, ctx => {
    ctx.beginPath()
    ctx.strokeStyle = stroke
    ctx.lineWidth = 1.4 * devicePixelRatio
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
    let isDrawing = false
    for (const [i, second] of at.entries()) {
      const value = valueAt(target, i)
      if (value === null) isDrawing = false
      else {
        const place = [chart.valToPos(second, 'x', true), chart.valToPos(value, 'y', true)] as const
        if (isDrawing) ctx.lineTo(...place)
        else ctx.moveTo(...place)
        isDrawing = true
      }
    }
    ctx.stroke()
  })
}

/** Leaves room above and below, also around a value that never changed. */
function spread(extent: [number, number] | null): [number, number] {
  if (!extent) return [0, 1]
  const [low, high] = extent
  const room = Math.max((high - low) * 0.12, Math.abs(high) * 0.01, 0.5)
  return [low < room && low >= 0 ? 0 : low - room, high + room]
}
