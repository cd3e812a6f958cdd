import type uPlot from 'uplot'
import { outsideOf } from './extent.ts'

/** Half the width of a mark, px. */
const HALF = 5
/** Between a mark and its value, px. */
const GAP = 4

interface Marked {
  /** The scale of the line. */
  scale: string
  /** What is drawn of it, in the chart's units. */
  columns: readonly uPlot.AlignedData[number][]
  colour: string
  /** Behind the value, so that it is readable on any line. */
  background: string
  font: string
  /** Formats the value beside a mark; without it there are only marks. */
  say?: (value: number) => string
}

/** A triangle with its value at the edge of the drawing wherever a line goes on beyond its scale. */
export function markOutside(chart: uPlot, line: Marked): void {
  const { min, max } = chart.scales[line.scale] ?? {}
  if (min === undefined || min === null || max === undefined || max === null) return
  const { ctx, bbox } = chart
  const ratio = devicePixelRatio
  /** Where the last value ends at either edge. */
  const ends = { above: Number.NEGATIVE_INFINITY, below: Number.NEGATIVE_INFINITY }
  ctx.save()
  ctx.fillStyle = line.colour
  ctx.strokeStyle = line.background
  ctx.lineWidth = 3 * ratio
  ctx.lineJoin = 'round'
  ctx.font = line.font.replace(/^(\d+)px/, (_, size) => `${Number(size) * ratio}px`)
  for (const { point, value, isAbove } of outsideOf(line.columns, min, max)) {
    const x = chart.valToPos(chart.data[0][point] ?? 0, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    const edge = isAbove ? bbox.top : bbox.top + bbox.height
    const inward = (isAbove ? 2 : -2) * HALF * ratio
    drawTriangle(ctx, x, edge, inward)
    const text = line.say?.(value)
    if (!text) continue
    const width = ctx.measureText(text).width
    const isRight = x + (HALF + GAP) * ratio + width <= bbox.left + bbox.width
    const left = isRight ? x + (HALF + GAP) * ratio : x - (HALF + GAP) * ratio - width
    const side = isAbove ? 'above' : 'below'
    if (left < ends[side]) continue
    ends[side] = left + width + GAP * ratio
    ctx.textBaseline = isAbove ? 'top' : 'bottom'
    ctx.textAlign = 'left'
    ctx.strokeText(text, left, edge)
    ctx.fillText(text, left, edge)
  }
  ctx.restore()
}

function drawTriangle(ctx: CanvasRenderingContext2D, x: number, edge: number, inward: number): void {
  const half = Math.abs(inward) / 2
  ctx.beginPath()
  ctx.moveTo(x, edge)
  ctx.lineTo(x + half, edge + inward)
  ctx.lineTo(x - half, edge + inward)
  ctx.closePath()
  ctx.stroke()
  ctx.fill()
}
