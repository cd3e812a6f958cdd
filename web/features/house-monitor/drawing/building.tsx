import { useId } from 'react'
import type { Birds } from './birds.ts'
import type { Equipment, Probe } from './equipment.ts'
import { birdRows, lineOn, type Plan } from './plan.ts'
import { heatOf, numberOf, tintOf } from './states.ts'
import { usePaint } from './use-paint.ts'

const TARGET = 'Climate/Temp/Target'
const AVERAGE = 'Climate/Temp/Avg'

interface Props {
  iotId: string | null
  plan: Plan
  equipment: Equipment
}

/** The floor, tinted along the house by each temperature probe's deviation from the target. */
export function Floor({ iotId, plan, equipment }: Props) {
  const id = useId()
  const probes = equipment.probes.filter(({ kind }) => kind === 'temperature')
  // Without probes the whole house takes the colour of its average.
  const stops: Pick<Probe, 'metric' | 'along'>[] =
    probes.length > 0 ? probes : [{ metric: AVERAGE, along: 50 }]
  const metrics = [...stops.map(({ metric }) => metric), TARGET, AVERAGE]
  const gradient = usePaint<SVGLinearGradientElement>(iotId, metrics, (element, readingOf, believed) => {
    const target = numberOf(readingOf(TARGET))
    const average = numberOf(believed(AVERAGE))
    for (const [i, stop] of [...element.children].entries()) {
      const value = numberOf(believed(stops[i]?.metric ?? AVERAGE)) ?? average
      const { colour, opacity } = tintOf(heatOf(value, target))
      ;(stop as SVGStopElement).style.stopColor = colour
      ;(stop as SVGStopElement).style.stopOpacity = String(opacity)
    }
  })
  const lying = plan.orientation === 'lying'
  const walls = plan.box(0, 0, 100, 100)
  return (
    <>
      <defs>
        <linearGradient ref={gradient} id={id} x1={0} y1={0} x2={lying ? 1 : 0} y2={lying ? 0 : 1}>
          {stops.map(({ metric, along }) => (
            <stop key={metric} offset={along / 100} />
          ))}
        </linearGradient>
      </defs>
      <rect className="floor" {...walls} rx={5} />
      <rect className="heat" {...walls} rx={5} fill={`url(#${id})`} />
      <rect className="walls" {...walls} rx={5} />
    </>
  )
}

const FROM = 7
const TO = 91
const CELLS = 20

/** Cage rows, or feed lines over a floor, with their feed and water lines. */
export function BirdRows({ iotId, plan, equipment, birds: { isCaged, rows } }: Props & { birds: Birds }) {
  const { starts, span } = birdRows(isCaged, rows)
  const auger = usePaint<SVGGElement>(iotId, ['Feed/AugerRun'], (element, readingOf) => {
    element.dataset.on = String(readingOf('Feed/AugerRun')?.[0] === true)
  })
  const water = usePaint<SVGGElement>(iotId, ['Alarm/WaterNone'], (element, readingOf) => {
    element.dataset.alarm = String(readingOf('Alarm/WaterNone')?.[0] === true)
  })
  const gap = isCaged ? 2.5 : 5
  return (
    <>
      {isCaged &&
        starts.map(start => (
          <g key={start} className="cages">
            <rect {...plan.box(FROM, start, TO - FROM, span)} rx={3} />
            <path
              d={Array.from({ length: CELLS }, (_, cell) => {
                const along = FROM + ((TO - FROM) * (cell + 1)) / (CELLS + 1)
                return lineOn(plan, [along, start], [along, start + span])
              }).join('')}
            />
          </g>
        ))}
      {equipment.hasAuger && (
        <g ref={auger} className="feed-lines">
          {starts.map(start => (
            <path key={start} d={lineOn(plan, [FROM, start - gap], [TO, start - gap])} />
          ))}
          {!isCaged && starts.map(start => <Pans key={start} plan={plan} across={start - gap} />)}
        </g>
      )}
      {equipment.hasWater && (
        <g ref={water} className="water-lines">
          {starts.map(start => (
            <path key={start} d={lineOn(plan, [FROM, start + span + gap], [TO, start + span + gap])} />
          ))}
        </g>
      )}
    </>
  )
}

const PANS = Array.from({ length: 17 }, (_, i) => FROM + 2 + (i * (TO - FROM - 4)) / 16)

function Pans({ plan, across }: { plan: Plan; across: number }) {
  return PANS.map(along => {
    const { x, y } = plan.point(along, across)
    return <circle key={along} className="pan" cx={x} cy={y} r={3} />
  })
}
