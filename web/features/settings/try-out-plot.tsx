import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { clockOf } from '#shared/dates.ts'
import { shownUnit } from '#shared/units.ts'
import { type Ink, inkOf, keepPlot, mountPlot, within } from '#web/components/chart/plot.ts'
import { shownTheme, usePreferences, useReader } from '#web/data/preferences.ts'
import type { Panel } from './try-out-charts.tsx'
import { shownAs } from './try-out-figures.ts'

const HEIGHT = 150

interface Props {
  tried: TriedOut
  panel: Panel
  label: string
}

/** One quantity of both runs, with its goal and the birds' night. */
export function TryOutPlot({ tried, panel, label }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const theme = usePreferences(({ theme }) => shownTheme(theme))
  const { units } = useReader()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const { rest } = keepPlot(element, [tried, panel, units, theme], () => {
      const { shown } = shownUnit(shownAs[panel.key].unit, units)
      const column = ({ samples }: TriedOut['today']) => samples.map(sample => shown(sample[panel.key]))
      const at = tried.today.samples.map(sample => sample.at / 1_000)
      return mountPlot(element, optionsFor(inkOf(element), tried, panel, shown), [
        at,
        column(tried.today),
        column(tried.changed),
      ])
    })
    return rest
  }, [tried, panel, units, theme])
  return <div ref={place} role="img" aria-label={label} style={{ height: HEIGHT }} />
}

function optionsFor(
  { colour, font, quantity, wash }: Ink,
  tried: TriedOut,
  panel: Panel,
  shown: (value: number) => number,
): Omit<uPlot.Options, 'width'> & { height: number } {
  const goals = goalsOf(panel, tried).map(shown)
  const axis = {
    stroke: colour('--text3'),
    font,
    ticks: { show: false },
    grid: { stroke: colour('--line'), width: 1 },
  }
  const line = { width: 2, points: { show: false } }
  return {
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 8, 0, 0],
    scales: { x: { time: true }, y: { range: (_, low, high) => room(low, high, goals) } },
    axes: [
      {
        ...axis,
        size: 22,
        grid: { show: false },
        space: 60,
        values: (_, at) => at.map(s => clockOf(s * 1_000, tried.timeZone)),
      },
      { ...axis, size: 52, space: 30 },
    ],
    series: [
      {},
      { ...line, stroke: colour('--text2'), dash: [5, 4], show: panel.key !== 'outside' },
      { ...line, stroke: quantity(panel.quantity) },
    ],
    hooks: {
      drawClear: [chart => shadeNight(chart, tried, wash(colour('--text3'), 0.05))],
      draw: [chart => drawGoals(chart, goals, colour('--text3'))],
    },
  }
}

/** Goal lines of a curve. */
function goalsOf({ key }: Panel, { goals }: TriedOut): number[] {
  if (key === 'temperature') return [goals.cold, goals.standard, goals.highAlarm]
  if (key === 'humidity') return [goals.humidity.low, goals.humidity.high]
  if (key === 'nh3') return [goals.nh3]
  return key === 'co2' ? [goals.co2] : []
}

/** Range with room for both curves, and for goals that are not far off. */
function room(low: number | null, high: number | null, goals: readonly number[]): [number, number] {
  if (low === null || high === null) return [0, 1]
  const span = Math.max(high - low, Math.abs(high) * 0.1, 1)
  const near = goals.filter(goal => goal > low - span && goal < high + span)
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)]
  return [least - span * 0.1, most + span * 0.1]
}

function shadeNight(chart: uPlot, { today: { samples } }: TriedOut, fill: string): void {
  within(chart, ctx => {
    ctx.fillStyle = fill
    for (const [i, { at, light }] of samples.entries()) {
      const before = samples[i - 1]
      if (!before || light > 0) continue
      const [left, right] = [before.at, at].map(ms => Math.round(chart.valToPos(ms / 1_000, 'x', true)))
      ctx.fillRect(left ?? 0, chart.bbox.top, (right ?? 0) - (left ?? 0), chart.bbox.height)
    }
  })
}

function drawGoals(chart: uPlot, goals: readonly number[], stroke: string): void {
  within(chart, ctx => {
    ctx.strokeStyle = stroke
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([2 * devicePixelRatio, 4 * devicePixelRatio])
    for (const goal of goals) {
      const y = chart.valToPos(goal, 'y', true)
      ctx.beginPath()
      ctx.moveTo(chart.bbox.left, y)
      ctx.lineTo(chart.bbox.left + chart.bbox.width, y)
      ctx.stroke()
    }
  })
}
