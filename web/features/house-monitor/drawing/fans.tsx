import { fanMetric } from './equipment.ts'
import type { Plan, Point } from './plan.ts'
import { FAN, fanPlaces } from './plan.ts'
import { fanStateOf } from './states.ts'
import { usePaint } from './use-paint.ts'

interface Props {
  iotId: string | null
  plan: Plan
  groups: readonly number[]
}

/** The fan groups outside the exhaust gable, each with its number. */
export function FanWall({ iotId, plan, groups }: Props) {
  const places = fanPlaces(plan, groups.length)
  return groups.map((group, i) => {
    const place = places[i]
    return (
      place && (
        <FanGroup
          {...{ iotId, group, place, radius: FAN.radius }}
          key={group}
          isNumberBeside={plan.orientation === 'lying'}
        />
      )
    )
  })
}

const BLADES = [0, 120, 240]

/** One blade of a fan of this radius, pointing right. */
const bladeOf = (r: number) =>
  `M0 0C${r * 0.12} ${-r * 0.5} ${r * 0.6} ${-r * 0.72} ${r * 0.34} ${-r * 0.82}C${-r * 0.18} ${-r * 0.86} ${-r * 0.3} ${-r * 0.32} 0 0Z`

/** A fan group: turns while it runs, in the colour of its state. */
export function FanGroup({
  iotId,
  group,
  place,
  radius,
  isNumberBeside = false,
}: {
  iotId: string | null
  group: number
  place: Point
  radius: number
  isNumberBeside?: boolean
}) {
  const state = fanMetric(group)
  const fault = `Alarm/FanGroupFault${group}`
  const fan = usePaint<SVGGElement>(iotId, [state, fault], (element, readingOf) => {
    element.dataset.state = fanStateOf(readingOf(state), readingOf(fault))
  })
  return (
    <g ref={fan} className="fan" data-group={group} transform={`translate(${place.x} ${place.y})`}>
      <circle className="pulse" r={radius} />
      <FanShape radius={radius} />
      {isNumberBeside ? (
        <text className="beside" x={radius + 4} y={4}>
          {group}
        </text>
      ) : (
        <text y={radius + 12}>{group}</text>
      )}
    </g>
  )
}

/** The symbol of a fan, for the drawing and its legend. */
export function FanShape({ radius }: { radius: number }) {
  const cross = radius * 0.36
  return (
    <>
      <circle className="fan-ring" r={radius} />
      <g className="fan-blades">
        {BLADES.map(turn => (
          <path key={turn} d={bladeOf(radius)} transform={`rotate(${turn})`} />
        ))}
      </g>
      <path
        className="fan-cross"
        d={`M${-cross} ${-cross} ${cross} ${cross}M${cross} ${-cross} ${-cross} ${cross}`}
      />
      <path
        className="fan-hand"
        d="M0-4.5 4.5 0 0 4.5-4.5 0z"
        transform={`translate(${radius * 0.8} ${-radius * 0.8})`}
      />
    </>
  )
}
