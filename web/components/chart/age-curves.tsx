import { useId } from 'react'
import { useWidth } from '../use-width.ts'
import './age-curves.css'

/** How a line is marked besides its colour: plain, or squares or discs on its points. */
export const lineSigns = ['plain', 'square', 'disc'] as const
export type LineSign = (typeof lineSigns)[number]

export interface AgeLine {
  key: string
  name: string
  sign: LineSign
  points: readonly { x: number; y: number }[]
}
export interface AgeBand {
  x: number
  low: number
  mid: number
  high: number
}

interface Props {
  label: string
  lines: readonly AgeLine[]
  band?: readonly AgeBand[]
  /** The difference of each line from the standard, as bars below the curve. */
  differences?: { label: string; lines: readonly Pick<AgeLine, 'key' | 'points'>[] } | undefined
  /** Moments worth labelling, as dashed lines. */
  marks?: readonly { x: number; label: string }[]
  /** Formats a value of the y axis for the reader. */
  say: (value: number) => string
  /** Below the x axis. */
  axis: string
  /** Labels a step of the x axis, where that is not its number. */
  sayX?: (x: number) => string
  /** Points farther apart than this are not joined: there was no data in between. */
  gap?: number
}

const HEIGHT = 250
const STRIP = 84
const LEFT = 44
const RIGHT = 92
const TOP = 18
const BOTTOM = 34

/** Curves over the age of birds with the standard as a band, drawn at the available width. */
export function AgeCurves(props: Props) {
  const [place, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={place} className="age-curves">
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  )
}

function Drawing({ width, ...props }: Props & { width: number }) {
  const { label, lines, band = [], differences, marks = [], say, axis, sayX = String, gap } = props
  const clip = useId()
  const points = lines.flatMap(line => line.points)
  const [least, last] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  if (points.length === 0) return null
  // A single weighing stands between two days or weeks, of which the first one has the label.
  const first = Math.floor(last) < least ? Math.floor(least) : least
  const shown = band.filter(({ x }) => x >= first && x <= last + (last - first) * 0.15 + 4)
  const ticks = ticksOf([...points.map(({ y }) => y), ...shown.flatMap(({ low, high }) => [low, high])], say)
  const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
  const end = Math.max(last, shown.at(-1)?.x ?? last)
  const right = width - (width < 520 ? 16 : RIGHT)
  const atX = (x: number) => LEFT + ((x - first) / Math.max(1, end - first)) * (right - LEFT)
  const atY = (y: number) => TOP + ((to - y) / (to - from)) * (HEIGHT - TOP - BOTTOM)
  const path = (of: readonly { x: number; y: number }[], joined = Number.POSITIVE_INFINITY) =>
    of
      .map(({ x, y }, i) => {
        const isJoined = i > 0 && x - (of[i - 1]?.x ?? x) <= joined
        return `${isJoined ? 'L' : 'M'}${atX(x).toFixed(1)} ${atY(y).toFixed(1)}`
      })
      .join('')
  const height = HEIGHT + (differences ? STRIP : 0)
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <clipPath id={clip}>
        <rect x={LEFT} y={0} width={Math.max(0, right - LEFT)} height={HEIGHT - BOTTOM} />
      </clipPath>
      {ticks.map(value => (
        <g key={value}>
          <line className="age-grid" x1={LEFT} x2={right} y1={atY(value)} y2={atY(value)} />
          <text className="age-tick" x={LEFT - 8} y={atY(value) + 4} textAnchor="end">
            {say(value)}
          </text>
        </g>
      ))}
      {stepsOf(first, end, right - LEFT, labelWidth(sayX, first)).map(x => (
        <text key={x} className="age-tick" x={atX(x)} y={HEIGHT - BOTTOM + 17} textAnchor="middle">
          {sayX(x)}
        </text>
      ))}
      <text className="age-tick" x={(LEFT + right) / 2} y={HEIGHT - 2} textAnchor="middle">
        {axis}
      </text>
      <g clipPath={`url(#${clip})`}>
        {shown.length > 1 && (
          <>
            <path
              className="age-band"
              d={`${path(shown.map(({ x, high }) => ({ x, y: high })))}${path(
                [...shown].reverse().map(({ x, low }) => ({ x, y: low })),
              ).replace('M', 'L')}Z`}
            />
            <path className="age-middle" d={path(shown.map(({ x, mid }) => ({ x, y: mid })))} />
          </>
        )}
      </g>
      {marks.map(({ x, label: word }, i) => (
        <g key={word}>
          <line className="age-mark" x1={atX(x)} x2={atX(x)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text
            className="age-mark-word"
            x={atX(x)}
            y={TOP - 6 + i * NAME_LINE}
            // Near the right edge the label would leave the drawing.
            textAnchor={atX(x) > LEFT + (right - LEFT) * 0.7 ? 'end' : 'middle'}
          >
            {word}
          </text>
        </g>
      ))}
      {lines.map((line, i) => (
        <g key={line.key} className="age-line" data-line={i + 1}>
          <path d={path(line.points, gap)} />
          <Signs line={line} atX={atX} atY={atY} />
        </g>
      ))}
      {lines.map((line, i) => (
        <g key={line.key} className="age-line" data-line={i + 1}>
          <EndLabel line={line} lines={lines} atX={atX} atY={atY} say={say} isNarrow={width < 520} />
        </g>
      ))}
      {differences && (
        <Differences
          {...differences}
          top={HEIGHT}
          atX={atX}
          right={right}
          wide={Math.min(14, (right - LEFT) / Math.max(8, end - first) / (lines.length + 0.6))}
          say={say}
        />
      )}
    </svg>
  )
}

type At = (value: number) => number

/** At most this many marks on a line; more would make it a stripe. */
const SIGNS = 40

function Signs({ line: { sign, points }, atX, atY }: { line: AgeLine; atX: At; atY: At }) {
  if (sign === 'plain') return null
  const every = Math.ceil(points.length / SIGNS)
  const signed = points.filter((_, i) => i % every === 0)
  return signed.map(({ x, y }) =>
    sign === 'square' ? (
      <rect key={x} className="age-sign" x={atX(x) - 3} y={atY(y) - 3} width={6} height={6} />
    ) : (
      <circle key={x} className="age-sign" cx={atX(x)} cy={atY(y)} r={3.2} />
    ),
  )
}

interface EndProps {
  line: AgeLine
  lines: readonly AgeLine[]
  atX: At
  atY: At
  say: Props['say']
  isNarrow: boolean
}

/** px: approximate width and height of the name at the end of a line. */
const [NAME, NAME_LINE] = [90, 14]

/** The same positions, moved down as far as needed to stand below one another. */
function spreadOut(places: readonly number[]): number[] {
  const spread = [...places]
  let least = Number.NEGATIVE_INFINITY
  const order = [...places.keys()].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  for (const i of order) {
    spread[i] = Math.max(places[i] ?? 0, least)
    least = spread[i] + NAME_LINE
  }
  return spread
}

/** Name and last value at the end of a line, moved apart where two lines end close together. */
function EndLabel({ line, lines, atX, atY, say, isNarrow }: EndProps) {
  const end = line.points.at(-1)
  if (!end || isNarrow) return null
  const place = (of: AgeLine) => atY(of.points.at(-1)?.y ?? 0)
  const near = lines.filter(({ points }) => Math.abs(atX(points.at(-1)?.x ?? 0) - atX(end.x)) < NAME)
  const spread = spreadOut(near.map(place))
  const y = spread[near.indexOf(line)] ?? place(line)
  return (
    <text className="age-end" x={atX(end.x) + 8} y={y + 4}>
      {lines.length > 1 ? `${line.name} ` : ''}
      {say(end.y)}
    </text>
  )
}

interface StripProps {
  label: string
  lines: readonly Pick<AgeLine, 'key' | 'points'>[]
  top: number
  right: number
  wide: number
  atX: At
  say: Props['say']
}

function Differences({ label, lines, top, right, wide, atX, say }: StripProps) {
  const most = Math.max(0.5, ...lines.flatMap(({ points }) => points.map(({ y }) => Math.abs(y))))
  const zero = top + STRIP / 2 + 8
  const scale = (STRIP / 2 - 12) / most
  return (
    <g>
      <text className="age-tick" x={0} y={top + 10}>
        {label}
      </text>
      {[most, 0, -most].map(value => (
        <g key={value}>
          <line
            className="age-grid"
            x1={LEFT}
            x2={right}
            y1={zero - value * scale}
            y2={zero - value * scale}
          />
          <text className="age-tick" x={LEFT - 8} y={zero - value * scale + 4} textAnchor="end">
            {value > 0 ? '+' : ''}
            {say(value)}
          </text>
        </g>
      ))}
      {lines.map(({ key, points }, i) => (
        <g key={key} className="age-bars" data-line={i + 1}>
          {points.map(({ x, y }) => (
            <rect
              key={x}
              x={atX(x) + (i - (lines.length - 1) / 2) * wide - wide / 2}
              width={Math.max(1, wide - 1)}
              y={y > 0 ? zero - y * scale : zero}
              height={Math.max(0.8, Math.abs(y) * scale)}
            />
          ))}
        </g>
      ))}
    </g>
  )
}

/** How often the distance of levels is doubled at most: of labels that never differ nothing tells them apart. */
const COARSEST = 12

/**
 * Levels around the values, with a little room, from round number to round number: as far apart as their labels need it to
 * differ.
 */
function ticksOf(values: readonly number[], say: Props['say']): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const finest = (high - low || Math.abs(high) || 1) / 5
  for (let coarser = 0; ; coarser++) {
    const step = stepFor(finest * 2 ** coarser)
    const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
    const ticks = Array.from({ length: Math.max(1, last - first) + 1 }, (_, i) => (first + i) * step)
    if (new Set(ticks.map(say)).size === ticks.length || coarser === COARSEST) return ticks
  }
}

function stepFor(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(each => each * power).find(each => each >= rough) ?? rough
}

/** px: room for a label of the x axis, dates being longer than numbers. */
const labelWidth = (say: (x: number) => string, x: number): number =>
  Math.max(
    48,
    [...say(Math.ceil(x))].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 13 : 7.5), 14),
  )

function stepsOf(from: number, to: number, width: number, each: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / Math.max(2, Math.floor(width / each))))
  const round = step <= 2 ? step : Math.ceil(step / 5) * 5
  const start = Math.ceil(from / round) * round
  return Array.from(
    { length: Math.max(0, Math.floor((to - start) / round) + 1) },
    (_, i) => start + i * round,
  )
}
