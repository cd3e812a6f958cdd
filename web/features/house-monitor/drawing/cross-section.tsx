import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useReader } from '#web/data/preferences.ts'
import { birdsOf } from './birds.ts'
import { type Equipment, inletMetric, thirdOf } from './equipment.ts'
import { FanGroup } from './fans.tsx'
import { FAN } from './plan.ts'
import { type GoalOf, ProbePill } from './probe-pill.tsx'
import { type Section, sectionFans, sectionFor } from './section.ts'
import { SectionCages, SectionFloor } from './section-birds.tsx'
import { heatOf, numberOf, tintOf } from './states.ts'
import { usePaint } from './use-paint.ts'
import './section.css'

interface Props {
  house: HouseOnMonitor
  equipment: Equipment
  width: number
  goalOf: GoalOf
}

const TARGET = 'Climate/Temp/Target'

/** A section through the house near its fans, looking at the exhaust gable. */
export function CrossSection({ house, equipment, width, goalOf }: Props) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const section = sectionFor(width)
  const { left, right, floor, eave, ridge } = section
  const fans = sectionFans(section, equipment.fanGroups.length)
  const near = equipment.probes.filter(
    ({ kind, along }) => kind === 'humidity' || (kind === 'temperature' && thirdOf(along) === 'fanEnd'),
  )
  const birds = birdsOf(house)
  return (
    <svg
      className="drawing"
      viewBox={`0 0 ${width} ${section.height}`}
      width={width}
      height={section.height}
      role="img"
      aria-label={t($ => $.crossSectionOf, { name: house.name })}
    >
      <path
        className="floor"
        d={`M${left} ${floor}V${eave}L${ridge.x} ${ridge.y}L${right} ${eave}V${floor}Z`}
      />
      <Warmth iotId={house.iotId} section={section} equipment={equipment} />
      <path
        className="walls"
        d={`M${left} ${floor}V${eave}L${ridge.x} ${ridge.y}L${right} ${eave}V${floor}`}
      />
      <path className="walls" d={`M${left - 20} ${floor}H${right + 20}`} />
      {birds.isCaged ? (
        <SectionCages section={section} birds={birds} />
      ) : (
        <SectionFloor section={section} birds={birds} />
      )}
      {equipment.sideInlets.map(side => (
        <SectionInlet key={side} iotId={house.iotId} side={side} section={section} />
      ))}
      {equipment.fanGroups.map((group, i) => (
        <FanGroup
          key={group}
          iotId={house.iotId}
          group={group}
          place={fans[i] ?? ridge}
          radius={FAN.radius - 1}
        />
      ))}
      {near.map((probe, i) => (
        <ProbePill
          key={probe.metric}
          iotId={house.iotId}
          probe={probe}
          place={{ x: left + ((right - left) * (i + 0.5)) / near.length, y: 142 }}
          reader={reader}
          goalOf={goalOf}
        />
      ))}
    </svg>
  )
}

/** The birds' space, tinted by the fan end's deviation from the target. */
function Warmth({
  iotId,
  section,
  equipment,
}: {
  iotId: string | null
  section: Section
  equipment: Equipment
}) {
  const probes = equipment.probes.filter(
    ({ kind, along }) => kind === 'temperature' && thirdOf(along) === 'fanEnd',
  )
  const metrics = [...probes.map(({ metric }) => metric), 'Climate/Temp/Avg', TARGET]
  const heat = usePaint<SVGRectElement>(iotId, metrics, (element, readingOf, believed) => {
    const values = probes.map(({ metric }) => numberOf(believed(metric))).filter(value => value !== null)
    const mean =
      values.length > 0
        ? values.reduce((sum, value) => sum + value, 0) / values.length
        : numberOf(believed('Climate/Temp/Avg'))
    const { colour, opacity } = tintOf(heatOf(mean, numberOf(readingOf(TARGET))))
    element.style.fill = colour
    element.style.fillOpacity = String(opacity)
  })
  const { left, right, floor } = section
  return <rect ref={heat} className="heat" x={left} y={158} width={right - left} height={floor - 158} />
}

function SectionInlet({ iotId, side, section }: { iotId: string | null; side: number; section: Section }) {
  const metric = inletMetric(side)
  const atLeft = side === 1
  const inlet = usePaint<SVGGElement>(iotId, [metric, 'Alarm/InletStuck'], (element, readingOf) => {
    const open = numberOf(readingOf(metric)) ?? 0
    element.style.setProperty('--angle', `${((atLeft ? -1 : 1) * open * 75) / 100}deg`)
    element.dataset.alarm = String(readingOf('Alarm/InletStuck')?.[0] === true)
  })
  return (
    <g
      ref={inlet}
      className="inlets"
      transform={`translate(${atLeft ? section.left : section.right} ${section.eave + 10})`}
    >
      <path className="inlet-flap" d="M0 0V26" />
    </g>
  )
}
