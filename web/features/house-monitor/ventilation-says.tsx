import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { metricByName } from '#shared/signals.ts'
import { useFromReadings } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { fanMetric } from './drawing/equipment.ts'
import { fanStateOf, numberOf } from './drawing/states.ts'

const GROUPS = Array.from({ length: 12 }, (_, i) => i + 1)
const fanMetrics = GROUPS.map(fanMetric)
const modeMetrics = ['Vent/Mode']

/** The house's ventilation in short: mode, and fan groups running. */
export function VentilationSays({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const mode = useFromReadings(house.iotId, modeMetrics, readingOf => numberOf(readingOf('Vent/Mode')))
  const running = useFromReadings(
    house.iotId,
    fanMetrics,
    readingOf => GROUPS.filter(group => fanStateOf(readingOf(fanMetric(group))) === 'on').length,
  )
  const name = mode === null ? null : (metricByName.get('Vent/Mode')?.enum?.[mode]?.[language] ?? null)
  const groups = t($ => $.groupsRun, { count: running })
  return <span>{name === null ? groups : `${name} · ${groups}`}</span>
}
