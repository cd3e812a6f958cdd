import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useFromBelieved } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { amountText } from '../figure-text.ts'
import { type Equipment, type Third, thirdOf } from './equipment.ts'
import { numberOf } from './states.ts'
import { useStable } from './use-stable.ts'

const thirds = ['inletEnd', 'middle', 'fanEnd'] as const satisfies readonly Third[]

/** Mean temperature of each third of the house, below the section that shows only one of them, and its cage system. */
export function SectionFacts({ house, equipment }: { house: HouseOnMonitor; equipment: Equipment }) {
  const { t } = useTranslation('house-monitor')
  return (
    <dl className="section-facts num">
      {thirds.map(third => (
        <Mean key={third} house={house} equipment={equipment} third={third} />
      ))}
      {house.cage && (
        <div>
          <dt>{t($ => $.cage)}</dt> <dd>{house.cage.name}</dd>
        </div>
      )}
    </dl>
  )
}

function Mean({ house, equipment, third }: { house: HouseOnMonitor; equipment: Equipment; third: Third }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const probes = equipment.probes.filter(
    ({ kind, along }) => kind === 'temperature' && thirdOf(along) === third,
  )
  const metrics = useStable(probes.map(({ metric }) => metric))
  const text = useFromBelieved(house.iotId, metrics, readingOf => {
    const values = metrics.map(metric => numberOf(readingOf(metric))).filter(value => value !== null)
    if (values.length === 0) return null
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return amountText(mean, 'Climate/Temp/Avg', reader)
  })
  if (text === null) return null
  return (
    <div>
      <dt>{t($ => $.thirds[third])}</dt> <dd>{text}</dd>
    </div>
  )
}
