import { type Box, type Ink, lineHeight, type Paper } from './paper.ts'

type Value = number | null

export interface Line {
  kind: 'line'
  x: readonly number[]
  y: readonly Value[]
  ink: Ink
  width?: number
  dash?: number
}
/** The area between a low and a high value. */
export interface Band {
  kind: 'band'
  x: readonly number[]
  low: readonly Value[]
  high: readonly Value[]
  ink: Ink
}
/** Columns rising from zero. */
export interface Bars {
  kind: 'bars'
  x: readonly number[]
  y: readonly Value[]
  ink: Ink
  /** Width of a column, in the unit of x. */
  width: number
}
export type Drawn = Line | Band | Bars

export interface Chart {
  /** Values as the reader reads them: already converted and rounded. */
  drawn: readonly Drawn[]
  x: { from: number; to: number; ticks: readonly { at: number; label: string }[] }
  y: {
    format: (value: number) => string
    /** The axis begins at zero. */
    fromZero?: boolean
    /** Least difference between the ends of the axis. */
    least: number
  }
  /** Times marked by a line through the whole plot. */
  marks?: readonly { at: number; ink: Ink }[]
  /** Names the drawn things, in the line above. */
  legend?: readonly { label: string; ink: Ink; dash?: number; isBand?: boolean }[]
  title: string
  /** Shown instead of the lines if there are none. */
  nothing: string
}

const TICK = 7
const HEAD = 16
const FOOT = 13
const AXIS = 30
const STEPS = 4
const DOT = 1.8

/** Draws a chart into a box: title and legend above, value axis on the left, time axis below. */
export function drawChart(
  paper: Paper,
  box: Box,
  { drawn, x, y, marks = [], legend = [], title, nothing }: Chart,
): void {
  head(paper, box, title, legend)
  const plot = {
    x: box.x + AXIS,
    y: box.y + HEAD,
    width: box.width - AXIS,
    height: box.height - HEAD - FOOT,
  }
  const values = drawn.flatMap(valuesOf)
  if (values.length === 0) {
    paper.fill(plot, 'sunken', 3)
    const middle = plot.y + plot.height / 2 - TICK
    paper.write(nothing, plot.x, middle, { size: 8, ink: 'faint', width: plot.width, align: 'center' })
    return
  }
  const axis = axisOf(values, y)
  const px = (value: number) => plot.x + ((value - x.from) / (x.to - x.from)) * plot.width
  const py = (value: number) =>
    plot.y + plot.height - ((value - axis.from) / (axis.to - axis.from)) * plot.height
  for (const tick of axis.ticks) {
    paper.line(
      [
        [plot.x, py(tick)],
        [plot.x + plot.width, py(tick)],
      ],
      'line',
      { width: 0.5 },
    )
    const how = { size: TICK, ink: 'faint', width: AXIS - 5, align: 'right' } as const
    paper.write(y.format(tick), box.x, py(tick) - lineHeight(TICK) / 2, how)
  }
  for (const { at, ink } of marks)
    paper.line(
      [
        [px(at), plot.y],
        [px(at), plot.y + plot.height],
      ],
      ink,
      { width: 0.6, dash: 2 },
    )
  for (const each of drawn) draw(paper, each, px, py)
  for (const { at, label } of x.ticks) {
    const how = { size: TICK, ink: 'faint', width: 60, align: 'center' } as const
    paper.write(label, px(at) - 30, plot.y + plot.height + 2, how)
  }
}

function head(paper: Paper, { x, y, width }: Box, title: string, legend: NonNullable<Chart['legend']>): void {
  let end = x + width
  for (const { label, ink, dash, isBand } of legend.toReversed()) {
    end -= paper.widthOf(label, { size: TICK })
    paper.write(label, end, y + 1.5, { size: TICK, ink: 'quiet' })
    end -= 16
    const middle = y + 7
    if (isBand) paper.fill({ x: end, y: middle - 3, width: 12, height: 6 }, ink, 1)
    else
      paper.line(
        [
          [end, middle],
          [end + 12, middle],
        ],
        ink,
        { width: 1.4, ...(dash !== undefined && { dash }) },
      )
    end -= 10
  }
  paper.write(title, x, y, { size: 8.5, weight: 'strong', width: end - x })
}

const isKnown = (value: Value): value is number => value !== null

const valuesOf = (drawn: Drawn): number[] =>
  (drawn.kind === 'band' ? [...drawn.low, ...drawn.high] : drawn.y).filter(isKnown)

function draw(
  paper: Paper,
  drawn: Drawn,
  px: (value: number) => number,
  py: (value: number) => number,
): void {
  if (drawn.kind === 'line') {
    const points = drawn.x.map((at, i) => {
      const value = drawn.y[i] ?? null
      return value === null ? null : ([px(at), py(value)] as const)
    })
    paper.line(points, drawn.ink, {
      width: drawn.width ?? 1.2,
      ...(drawn.dash !== undefined && { dash: drawn.dash }),
    })
    // A single value between gaps is drawn as a dot.
    for (const [i, point] of points.entries())
      if (point && !points[i - 1] && !points[i + 1])
        paper.fill({ x: point[0] - DOT, y: point[1] - DOT, width: 2 * DOT, height: 2 * DOT }, drawn.ink, DOT)
  } else if (drawn.kind === 'bars') {
    for (const [i, value] of drawn.y.entries()) {
      if (value === null) continue
      const [left, right] = [-1, 1].map(side => px((drawn.x[i] ?? 0) + (side * drawn.width) / 2)) as [
        number,
        number,
      ]
      paper.fill({ x: left, y: py(value), width: right - left, height: py(0) - py(value) }, drawn.ink)
    }
  } else for (const piece of pieces(drawn)) paper.area(areaOf(piece, px, py), drawn.ink)
}

interface Edge {
  at: number
  low: number
  high: number
}

/** The parts of a band between its gaps. */
function pieces({ x, low, high }: Band): Edge[][] {
  const all: Edge[][] = [[]]
  for (const [i, at] of x.entries()) {
    const [below, above] = [low[i] ?? null, high[i] ?? null]
    if (below === null || above === null) all.push([])
    else all.at(-1)?.push({ at, low: below, high: above })
  }
  return all.filter(({ length }) => length > 1)
}

const areaOf = (piece: readonly Edge[], px: (value: number) => number, py: (value: number) => number) => [
  ...piece.map(({ at, high }) => [px(at), py(high)] as const),
  ...piece.toReversed().map(({ at, low }) => [px(at), py(low)] as const),
]

/** Ticks at steps of 1, 2, 2.5 or 5 times a power of ten, with the ends of the axis on them. */
function axisOf(values: readonly number[], { fromZero, least }: Chart['y']) {
  let low = values.reduce((a, b) => Math.min(a, b))
  let high = values.reduce((a, b) => Math.max(a, b))
  if (fromZero) low = Math.min(0, low)
  if (high - low < least) {
    const missing = least - (high - low)
    low -= fromZero ? 0 : missing / 2
    high += fromZero ? missing : missing / 2
  }
  const rough = (high - low) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find(times => times * power >= rough) ?? 10)
  const [from, to] = [Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step]
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step)
  return { from, to, ticks }
}
