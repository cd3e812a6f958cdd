import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useReader } from '#web/data/preferences.ts'
import { birdsOf } from './birds.ts'
import { BirdRows, Floor } from './building.tsx'
import type { Equipment } from './equipment.ts'
import { FanWall } from './fans.tsx'
import { Labels } from './labels.tsx'
import { AirFlow, Heaters, Inlets, Pads, TunnelDoor } from './openings.tsx'
import type { Plan } from './plan.ts'
import { type GoalOf, ProbePill } from './probe-pill.tsx'

interface Props {
  house: HouseOnMonitor
  equipment: Equipment
  plan: Plan
  goalOf: GoalOf
}

/** The house from above: lying on wide pages, upright on phones. */
export const TopView = memo(({ house, equipment, plan, goalOf }: Props) => {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const part = { iotId: house.iotId, plan, equipment }
  return (
    <svg
      className="drawing"
      viewBox={`0 0 ${plan.width} ${plan.height}`}
      width={plan.width}
      height={plan.height}
      role="img"
      aria-label={t($ => $.topViewOf, { name: house.name })}
    >
      <Floor {...part} />
      <BirdRows {...part} birds={birdsOf(house)} />
      <Pads {...part} />
      <TunnelDoor {...part} />
      <Inlets {...part} />
      <AirFlow {...part} />
      <Heaters {...part} />
      <FanWall iotId={house.iotId} plan={plan} groups={equipment.fanGroups} />
      <Labels {...part} reader={reader} />
      {equipment.probes.map(probe => (
        <ProbePill
          key={probe.metric}
          iotId={house.iotId}
          probe={probe}
          place={plan.point(probe.along, probe.across)}
          reader={reader}
          goalOf={goalOf}
        />
      ))}
    </svg>
  )
})
TopView.displayName = 'TopView'
