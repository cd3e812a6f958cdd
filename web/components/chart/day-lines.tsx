import { useWidth } from '../use-width.ts'
import { type AxisKind, axisOf } from './axis.ts'
import './day-lines.css'

interface DayLine {
  name: string
  /** A colour of the theme, such as `var(--q-feed)`. */
  colour: string
  isDashed?: boolean
  /** One per day; null is unknown, and a gap. */
  values: readonly (number | null)[]
}

interface Props extends AxisKind {
  label: string
  /** px */
  height: number
  /** Labels below the axis, one per day; only the first and the last are written. */
  days: readonly string[]
  lines: readonly DayLine[]
  /** Formats a value for the reader. */
  say: (value: number) => string
}

const LEFT = 66
const [TOP, BOTTOM] = [8, 20]

/** Lines over a few days, small enough for a card: three labels on the y axis, the first and the last day on the x axis. */
export function DayLines({ label, height, days, lines, say, isWhole, most, isAmount }: Props) {
  const [place, width] = useWidth<HTMLDivElement>()
  const known = lines.flatMap(({ values }) => values.filter(value => value !== null))
  if (known.length === 0) return <div ref={place} style={{ height }} />
  const { from, to } = axisOf(known, { isWhole, most, isAmount })
  const ticks = [from, (from + to) / 2, to]
  // Labels that read the same are written once.
  const words = ticks.map(say)
  const atX = (day: number) => LEFT + (day / Math.max(1, days.length - 1)) * (width - LEFT - 6)
  const atY = (value: number) => TOP + ((to - value) / (to - from)) * (height - TOP - BOTTOM)
  return (
    <div ref={place}>
      {width > 0 && (
        <svg className="day-lines" role="img" aria-label={label} height={height}>
          {ticks.map((value, i) => (
            <g key={value}>
              <line className="day-grid" x1={LEFT} x2={width - 6} y1={atY(value)} y2={atY(value)} />
              <text x={LEFT - 8} y={atY(value) + 4} textAnchor="end">
                {words[i] !== words[i - 1] && words[i]}
              </text>
            </g>
          ))}
          <text x={LEFT} y={height - 4}>
            {days[0]}
          </text>
          <text x={width - 6} y={height - 4} textAnchor="end">
            {days.at(-1)}
          </text>
          {lines.map(({ name, colour, isDashed, values }) => (
            <path key={name} d={pathOf(values, atX, atY)} style={{ stroke: colour }} data-dashed={isDashed} />
          ))}
        </svg>
      )}
    </div>
  )
}

type At = (value: number) => number

/** A gap starts a new line; a value between two gaps is a dot. */
function pathOf(values: readonly (number | null)[], atX: At, atY: At): string {
  let isOn = false
  let path = ''
  for (const [i, value] of values.entries()) {
    const place = value !== null && `${atX(i).toFixed(1)} ${atY(value).toFixed(1)}`
    if (place) path += isOn ? `L${place}` : `M${place}h0`
    isOn = value !== null
  }
  return path
}
