import { Hand } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { useFromReadings } from '#web/data/live/live.ts'
import { fanMetric } from './drawing/equipment.ts'
import { fanStateOf, isWithoutPower, powerMetrics } from './drawing/states.ts'

const GROUPS = Array.from({ length: 12 }, (_, i) => i + 1)
const metrics = ['Vent/Mode', ...GROUPS.map(fanMetric)]
/** Codes of `Vent/Mode` in which the controller does not ventilate by itself. */
const modes: Readonly<Record<number, 'ventilationOff' | 'ventilationByHand'>> = {
  0: 'ventilationOff',
  5: 'ventilationByHand',
}

/**
 * Manually switched outputs: the controller does not save the birds there, so this is announced loudly; not during a power
 * failure.
 */
export function ByHand({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const withoutPower = useFromReadings(house.iotId, powerMetrics, isWithoutPower)
  const groups = useFromReadings(house.iotId, metrics, readingOf =>
    GROUPS.filter(group => fanStateOf(readingOf(fanMetric(group))) === 'hand').join(),
  )
  const mode = useFromReadings(house.iotId, metrics, readingOf => {
    const code = readingOf('Vent/Mode')?.[0]
    return typeof code === 'number' ? (modes[code] ?? null) : null
  })
  if (withoutPower || (groups === '' && mode === null)) return null
  return (
    <p className="by-hand row gap-25" role="status">
      <Hand size={17} aria-hidden />
      <span>
        {mode && <strong>{t($ => $.byHand[mode])} </strong>}
        {groups !== '' && <strong>{t($ => $.byHand.fans, { groups: groups.split(',') })} </strong>}
        {t($ => $.byHand.says)}
      </span>
    </p>
  )
}
