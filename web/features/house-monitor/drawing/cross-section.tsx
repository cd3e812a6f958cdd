import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { type Equipment, inletMetric, thirdOf } from './equipment.ts'
import { FanGroup } from './fans.tsx'
import { birdRows, FAN } from './plan.ts'
import { type GoalOf, ProbePill } from './probe-pill.tsx'
import { type Section, sectionFans, sectionFor, sectionRows } from './section.ts'
import { heatOf, numberOf, tintOf } from './states.ts'
import { isCaged } from './top-view.tsx'
import { usePaint } from './use-paint.ts'
import './section.css'

interface Props {
  house: HouseOnMonitor
  equipment: Equipment
  width: number
  goalOf: GoalOf
}

const TARGET = 'Climate/Temp/Target'

/** The house cut through near its fans, looking at the exhaust gable. */
export function CrossSection({ house, equipment, width, goalOf }: Props) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const section = sectionFor(width)
  const { left, right, floor, eave, ridge } = section
  const fans = sectionFans(section, equipment.fanGroups.length)
  const near = equipment.probes.filter(
    ({ kind, along }) => kind === 'humidity' || (kind === 'temperature' && thirdOf(along) === 'fanEnd'),
  )
  const rows = birdRows(isCaged(house), house.widthM).starts.length
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
      <Warmth houseId={house.id} section={section} equipment={equipment} />
      <path
        className="walls"
        d={`M${left} ${floor}V${eave}L${ridge.x} ${ridge.y}L${right} ${eave}V${floor}`}
      />
      <path className="walls" d={`M${left - 20} ${floor}H${right + 20}`} />
      {isCaged(house) ? <Cages section={section} rows={rows} /> : <Litter section={section} rows={rows} />}
      {equipment.sideInlets.map(side => (
        <SectionInlet key={side} houseId={house.id} side={side} section={section} />
      ))}
      {equipment.fanGroups.map((group, i) => (
        <FanGroup
          key={group}
          houseId={house.id}
          group={group}
          place={fans[i] ?? ridge}
          radius={FAN.radius - 1}
        />
      ))}
      {near.map((probe, i) => (
        <ProbePill
          key={probe.metric}
          houseId={house.id}
          probe={probe}
          place={{ x: left + ((right - left) * (i + 0.5)) / near.length, y: 142 }}
          language={language}
          goalOf={goalOf}
        />
      ))}
    </svg>
  )
}

/** The room of the birds, tinted by how far the fan end is from the target. */
function Warmth({
  houseId,
  section,
  equipment,
}: {
  houseId: string
  section: Section
  equipment: Equipment
}) {
  const probes = equipment.probes.filter(
    ({ kind, along }) => kind === 'temperature' && thirdOf(along) === 'fanEnd',
  )
  const metrics = [...probes.map(({ metric }) => metric), 'Climate/Temp/Avg', TARGET]
  const heat = usePaint<SVGRectElement>(houseId, metrics, (element, readingOf) => {
    const values = probes.map(({ metric }) => numberOf(readingOf(metric))).filter(value => value !== null)
    const mean =
      values.length > 0
        ? values.reduce((sum, value) => sum + value, 0) / values.length
        : numberOf(readingOf('Climate/Temp/Avg'))
    const { colour, opacity } = tintOf(heatOf(mean, numberOf(readingOf(TARGET))))
    element.style.fill = colour
    element.style.fillOpacity = String(opacity)
  })
  const { left, right, floor } = section
  return <rect ref={heat} className="heat" x={left} y={158} width={right - left} height={floor - 158} />
}

const TIERS = [0, 1, 2, 3]
const BIRDS = [0.16, 0.39, 0.62, 0.85]
const TIER = 27

function Cages({ section, rows }: { section: Section; rows: number }) {
  const { x, width } = sectionRows(section, rows)
  const bottom = section.floor - 6
  return x.map(left => (
    <g key={left} className="section-cages">
      {TIERS.map(tier => {
        const y = bottom - (tier + 1) * TIER
        return (
          <g key={tier}>
            <rect x={left} y={y + 3} width={width} height={TIER - 6} rx={3} />
            {BIRDS.map(at => (
              <ellipse
                key={at}
                className="bird"
                cx={left + width * at}
                cy={y + TIER - 9}
                rx={width * 0.075}
                ry={4}
              />
            ))}
            <path className="nipples" d={`M${left + 5} ${y + 7}H${left + width - 5}`} />
            <path className="trough" d={`M${left - 5} ${y + 13}v6h4M${left + width + 5} ${y + 13}v6h-4`} />
          </g>
        )
      })}
    </g>
  ))
}

function Litter({ section, rows }: { section: Section; rows: number }) {
  const { x, width } = sectionRows(section, rows)
  const { floor, left, right } = section
  const birds = Math.floor((right - left - 20) / 17)
  return (
    <g>
      {Array.from({ length: birds }, (_, i) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: the birds are drawn, not counted
          key={i}
          className="bird"
          cx={left + 16 + i * 17}
          cy={floor - 8 - (i % 3)}
          rx={6}
          ry={5}
        />
      ))}
      {x.map(at => (
        <g key={at}>
          <path className="hanger" d={`M${at + 6} 160V${floor - 30}M${at + width - 6} 160V${floor - 34}`} />
          <path className="feed-pan" d={`M${at - 4} ${floor - 30}h20l-4 10h-12z`} />
          <circle className="drinker" cx={at + width - 6} cy={floor - 30} r={4} />
        </g>
      ))}
    </g>
  )
}

function SectionInlet({ houseId, side, section }: { houseId: string; side: number; section: Section }) {
  const metric = inletMetric(side)
  const atLeft = side === 1
  const inlet = usePaint<SVGGElement>(houseId, [metric, 'Alarm/InletStuck'], (element, readingOf) => {
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
