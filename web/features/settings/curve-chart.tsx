import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSignal } from '#shared/signals.ts'
import { shownUnit } from '#shared/units.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useWidth } from '#web/components/use-width.ts'
import { useAboutReading, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { type CurvePoint, curveAt, curvePoints, levelSteps, rangeOf, shifted, shiftsOf } from './curve.ts'
import { type Draft, movedTarget } from './draft.ts'

const HEIGHT = 300
const LEAST_WIDTH = 280
const LEVELS_HEIGHT = 84
const PAD = { left: 44, right: 18, top: 26, bottom: 26 }
const GAP_DEGREES = 4
const TEMPERATURE = 'Climate/Temp/Avg'
const DEGREES = { unit: '°C', decimals: 1 } as const
const STEP = 0.1
const HIGHEST_LEVEL = 18

interface Props {
  draft: Draft
  /** The controller's curve, drawn beside a changed one. */
  before: Draft['document'] | undefined
  /** Minimum and maximum level by day, below. */
  levels: Draft['document'] | undefined
  age: number | null
  /** What the farm calls the day of placement. */
  placementDay: number
  iotId: string | null
  /** Without it the curve is read-only. */
  type?: ((cells: Draft['wanted']) => void) | undefined
}

/**
 * The target by day of age as it holds with offset and night setback, and the limits around it; the curve's own points to drag
 * up and down; today and the house's current value.
 */
export function CurveChart({ draft, before, levels, age, placementDay, iotId, type }: Props) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const [place, measured] = useWidth<HTMLElement>()
  const width = Math.max(LEAST_WIDTH, measured)
  const reading = useReading(iotId, TEMPERATURE)?.[0]
  const live = typeof reading === 'number' ? reading : null
  const about = useAboutReading(iotId, TEMPERATURE)
  const isDoubted = about !== null && 'doubt' in about
  const points = curvePoints(draft.document)
  const shifts = shiftsOf(draft.document)
  const holding = shifted(points, shifts.day)
  const atNight = shifted(points, shifts.night)
  const height = HEIGHT + (levels ? LEVELS_HEIGHT : 0)
  if (points.length === 0) return null
  const { days, degrees } = rangeOf([...points, ...holding, ...atNight], age, live)
  const x = (day: number) =>
    PAD.left + ((day - days[0]) / Math.max(1, days[1] - days[0])) * (width - PAD.left - PAD.right)
  const y = (value: number) =>
    PAD.top + ((degrees[1] - value) / Math.max(1, degrees[1] - degrees[0])) * (HEIGHT - PAD.top - PAD.bottom)
  const degreesAt = (at: number) =>
    degrees[1] - ((at - PAD.top) / (HEIGHT - PAD.top - PAD.bottom)) * (degrees[1] - degrees[0])
  const axes: Axes = { x, y, end: days[1] }
  const { shown } = shownUnit('°C', reader.units)
  const say = (value: number) => formatSignal(value, DEGREES, reader)
  const onDay = (of: readonly CurvePoint[]) => say(curveAt(of, age ?? 0, 'target'))
  const today = { day: (age ?? 0) + placementDay, value: onDay(holding), night: onDay(atNight) }
  const ticks = ticksOf(degrees)
  return (
    <figure ref={place} className="curve" aria-label={t($ => $.curve)}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="presentation">
        {ticks.map(value => (
          <g key={value}>
            <line className="curve-grid" x1={PAD.left} x2={width - PAD.right} y1={y(value)} y2={y(value)} />
            <text x={PAD.left - 8} y={y(value) + 4} textAnchor="end">
              {Math.round(shown(value))}
            </text>
          </g>
        ))}
        <polygon className="curve-band" points={bandOf(holding, axes)} />
        <polyline className="curve-alarm" points={lineOf(holding, 'high', axes)} />
        <polyline className="curve-alarm" points={lineOf(holding, 'low', axes)} />
        {before && (
          <polyline
            className="curve-before"
            points={lineOf(shifted(curvePoints(before), shiftsOf(before).day), 'target', axes)}
          />
        )}
        {shifts.day !== 0 && <polyline className="curve-set" points={lineOf(points, 'target', axes)} />}
        {shifts.night !== shifts.day && (
          <polyline className="curve-night" points={lineOf(atNight, 'target', axes)} />
        )}
        <polyline className="curve-target" points={lineOf(holding, 'target', axes)} />
        {age !== null && (
          <g className="curve-today">
            <line x1={x(age)} x2={x(age)} y1={PAD.top - 6} y2={height - PAD.bottom} />
            <text x={clamp(x(age), PAD.left + 70, width - 84)} y={PAD.top - 10} textAnchor="middle">
              {shifts.night === shifts.day ? t($ => $.today, today) : t($ => $.todayAndNight, today)}
            </text>
            {live !== null && (
              <circle
                className="curve-live"
                cx={x(age)}
                cy={y(live)}
                r={5.5}
                data-doubted={isDoubted || undefined}
              />
            )}
          </g>
        )}
        {points.map(point => (
          <Handle
            key={point.at}
            point={point}
            place={{ x: x(point.day), y: y(point.target) }}
            label={t($ => $.pointOf, { day: point.day })}
            said={say(point.target)}
            degreesAt={degreesAt}
            move={type && (value => type(movedTarget(draft, `${point.at}Target`, value)))}
          />
        ))}
        {dayLabels(points, x).map(({ day, at }) => (
          <text key={day} x={at} y={height - 6} textAnchor="middle">
            {t($ => $.dayShort, { day })}
          </text>
        ))}
        {levels && <Levels document={levels} x={x} end={days[1]} top={HEIGHT + 8} />}
      </svg>
      {live !== null && age !== null && isDoubted && (
        <figcaption className="caption">
          <AboutMark about={about} size="says" />
        </figcaption>
      )}
    </figure>
  )
}

interface Axes {
  x: (day: number) => number
  y: (value: number) => number
  /** The last day. */
  end: number
}

/** Points of a line on the chart; flat after the last one. */
const lineOf = (of: readonly CurvePoint[], part: Exclude<keyof CurvePoint, 'at' | 'day'>, axes: Axes) =>
  [...of, { ...(of.at(-1) as CurvePoint), day: axes.end }]
    .filter(point => Number.isFinite(point[part]))
    .map(point => `${axes.x(point.day).toFixed(1)},${axes.y(point[part]).toFixed(1)}`)
    .join(' ')

const bandOf = (of: readonly CurvePoint[], axes: Axes) =>
  `${lineOf(of, 'tunnel', axes)} ${lineOf(of, 'heat', axes).split(' ').reverse().join(' ')}`

interface HandleProps {
  point: CurvePoint
  place: { x: number; y: number }
  label: string
  said: string
  degreesAt: (y: number) => number
  move: ((value: number) => void) | undefined
}

/** A point to drag, by pointer or keyboard. */
function Handle({ point, place, label, said, degreesAt, move }: HandleProps) {
  if (!move) return <circle className="curve-point" cx={place.x} cy={place.y} r={4} />
  const drag = (event: PointerEvent<SVGCircleElement>) => {
    const { currentTarget, clientY, pointerId } = event
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const top = currentTarget.ownerSVGElement?.getBoundingClientRect().top ?? 0
    move(Math.round(degreesAt(clientY - top) / STEP) * STEP)
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: STEP, ArrowDown: -STEP, PageUp: 1, PageDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(point.target + by)
  }
  return (
    <circle
      className="curve-point"
      cx={place.x}
      cy={place.y}
      r={6}
      tabIndex={0}
      role="slider"
      aria-label={label}
      aria-valuenow={point.target}
      aria-valuetext={said}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  )
}

interface LevelsProps {
  document: Draft['document']
  x: (day: number) => number
  end: number
  top: number
}

/** Minimum and maximum level by day, on the days of the curve. */
function Levels({ document, x, end, top }: LevelsProps) {
  const { t } = useTranslation('settings')
  const steps = levelSteps(document)
  const inner = LEVELS_HEIGHT - 40
  const y = (level: number) => top + inner - (level / HIGHEST_LEVEL) * inner
  return (
    <g className="curve-levels">
      <text x={PAD.left} y={top - 4}>
        {t($ => $.levelsByDay)}
      </text>
      {steps.map(({ day, min, max }, i) => {
        const to = steps[i + 1]?.day ?? Math.max(end, day + 1)
        return (
          <rect
            key={day}
            x={x(day)}
            width={Math.max(0, x(to) - x(day))}
            y={y(max)}
            height={Math.max(2, y(min) - y(max))}
          >
            <title>{t($ => $.levelsFrom, { day, min, max })}</title>
          </rect>
        )
      })}
    </g>
  )
}

function ticksOf([from, to]: readonly [number, number]): number[] {
  const step = to - from > GAP_DEGREES * 6 ? GAP_DEGREES * 2 : GAP_DEGREES
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step)
}

const LEAST_GAP = 34

/** Day labels that do not overlap. */
function dayLabels(points: readonly CurvePoint[], x: (day: number) => number) {
  const labels: { day: number; at: number }[] = []
  for (const { day } of points) {
    const last = labels.at(-1)
    if (!last || x(day) - last.at >= LEAST_GAP) labels.push({ day, at: x(day) })
  }
  return labels
}

const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high))
