import { useId } from 'react'
import { type Equipment, heaterMetric, inletMetric } from './equipment.ts'
import { heaterPlaces, lineOn, type Plan } from './plan.ts'
import { numberOf } from './states.ts'
import { usePaint } from './use-paint.ts'

interface Props {
  iotId: string | null
  plan: Plan
  equipment: Equipment
}

/** % of the length behind the pads, where the tunnel door opens. */
const PAD_FROM = 3
const PAD_SPAN = 19
const DOOR = 'Inlet/Tunnel/Position'
const PAD = 'Cool/Pad/State'

/** Cooling pads outside both long walls at the inlet end. */
export function Pads({ iotId, plan, equipment }: Props) {
  const id = useId()
  const pads = usePaint<SVGGElement>(iotId, [PAD, 'Alarm/PadPumpFault'], (element, readingOf) => {
    element.dataset.on = String(readingOf(PAD)?.[0] === true)
    element.dataset.alarm = String(readingOf('Alarm/PadPumpFault')?.[0] === true)
  })
  if (!equipment.hasPad) return null
  const thick = 10
  return (
    <g ref={pads} className="pads" style={{ '--hatch': `url(#${id})` } as React.CSSProperties}>
      <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
        <path className="hatch" d="M0 0V5" />
      </pattern>
      {[0, 100].map(across => {
        const { x, y, width, height } = plan.box(PAD_FROM, across, PAD_SPAN, 0)
        const before = across === 0 ? -thick - 3 : 3
        return plan.orientation === 'lying' ? (
          <rect key={across} x={x} y={y + before} width={width} height={thick} rx={2} />
        ) : (
          <rect key={across} x={x + before} y={y} width={thick} height={height} rx={2} />
        )
      })}
    </g>
  )
}

/** The tunnel door behind the pads: the open part of the wall disappears. */
export function TunnelDoor({ iotId, plan, equipment }: Props) {
  const door = usePaint<SVGGElement>(iotId, [DOOR], (element, readingOf) => {
    const open = Math.min(Math.max(numberOf(readingOf(DOOR)) ?? 0, 0), 100)
    for (const wall of element.children) wall.setAttribute('stroke-dasharray', `${100 - open} 200`)
  })
  if (!equipment.hasDoor) return null
  return (
    <g ref={door} className="door">
      {[0, 100].map(across => (
        <path
          key={across}
          pathLength={100}
          d={lineOn(plan, [PAD_FROM, across], [PAD_FROM + PAD_SPAN, across])}
        />
      ))}
    </g>
  )
}

const FLAPS = Array.from({ length: 14 }, (_, i) => 27 + i * 4.9)
/** Angle of a fully open flap, degrees. */
const FULL_ANGLE = 62

/** The inlets of both long walls as flaps; flush with the wall when closed. */
export function Inlets({ iotId, plan, equipment }: Props) {
  return equipment.sideInlets.map(side => <InletWall key={side} iotId={iotId} plan={plan} side={side} />)
}

function InletWall({ iotId, plan, side }: { iotId: string | null; plan: Plan; side: number }) {
  const metric = inletMetric(side)
  const across = side === 1 ? 0 : 100
  const lying = plan.orientation === 'lying'
  // Outwards is up for the upper wall, and left for the left one.
  const sign = (across === 0) === lying ? -1 : 1
  const wall = usePaint<SVGGElement>(iotId, [metric, 'Alarm/InletStuck'], (element, readingOf) => {
    const open = numberOf(readingOf(metric)) ?? 0
    element.style.setProperty('--angle', `${(sign * open * FULL_ANGLE) / 100}deg`)
    element.dataset.alarm = String(readingOf('Alarm/InletStuck')?.[0] === true)
  })
  const length = (lying ? plan.box(0, 0, 3, 0).width : plan.box(0, 0, 3, 0).height).toFixed(1)
  return (
    <g ref={wall} className="inlets">
      {FLAPS.map(along => {
        const { x, y } = plan.point(along, across)
        return (
          <g key={along} transform={`translate(${x} ${y})${lying ? '' : ' rotate(90)'}`}>
            <path className="inlet-flap" d={`M0 0H${length}`} />
          </g>
        )
      })}
    </g>
  )
}

/** Heaters at the walls, warm while they heat. */
export function Heaters({ iotId, plan, equipment }: Props) {
  const places = heaterPlaces(equipment.heaters.length)
  return equipment.heaters.map((zone, i) => {
    const { x, y } = plan.point(...(places[i] ?? [50, 50]))
    return <Heater key={zone} iotId={iotId} zone={zone} x={x} y={y} />
  })
}

function Heater({ iotId, zone, x, y }: { iotId: string | null; zone: number; x: number; y: number }) {
  const metric = heaterMetric(zone)
  const heater = usePaint<SVGGElement>(iotId, [metric, 'Alarm/HeaterFault'], (element, readingOf) => {
    element.dataset.on = String((numberOf(readingOf(metric)) ?? 0) > 0)
    element.dataset.alarm = String(readingOf('Alarm/HeaterFault')?.[0] === true)
  })
  return (
    <g ref={heater} className="heater" transform={`translate(${x} ${y})`}>
      <rect x={-9} y={-6.5} width={18} height={13} rx={3.5} />
      <path d="M-4-3v6M0-3v6M4-3v6" />
    </g>
  )
}

const LANES = [20, 50, 80]
/** px between the dots of a lane, which is how far it moves. */
const BETWEEN_DOTS = 12

/** Air flow along the house, while the tunnel door is open and air moves. */
export function AirFlow({ iotId, plan, equipment }: Props) {
  const speed = 'Air/WindSpeedIn'
  const flow = usePaint<SVGGElement>(iotId, [DOOR, speed], (element, readingOf) => {
    const open = (numberOf(readingOf(DOOR)) ?? 0) > 5
    element.dataset.on = String(open && (numberOf(readingOf(speed)) ?? 0) > 0)
  })
  if (!equipment.hasDoor) return null
  return (
    <g ref={flow} className="air-flow">
      {LANES.map(across => {
        const start = plan.point(4, across)
        const pxTo = (along: number) => {
          const end = plan.point(along, across)
          return Math.hypot(end.x - start.x, end.y - start.y)
        }
        return (
          <g
            key={across}
            transform={`translate(${start.x} ${start.y})${plan.orientation === 'lying' ? '' : ' rotate(90)'}`}
          >
            <path className="air-lane" d={`M0 0H${pxTo(95) - BETWEEN_DOTS}`} />
            <path className="air-head" d="M-4-4 0 0-4 4" transform={`translate(${pxTo(97)} 0)`} />
          </g>
        )
      })}
    </g>
  )
}
