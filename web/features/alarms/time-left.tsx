import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { settings } from '#shared/contracts/settings.ts'
import { formatSignal } from '#shared/signals.ts'
import { isForeseen } from '#shared/what-if/foreseen.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { stands } from './alarm-text.ts'

/** ms */
const AGAIN = 60_000

/** When the house passes its first limit if nobody does anything, by its model; nothing where that is not known. */
export function TimeLeftLine({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const [house, ...others] = alarm.houses
  const hasModel = stands(alarm) && isForeseen(alarm.code) && others.length === 0
  const { data } = useQuery({
    queryKey: [settings.timeLeft.path, house?.id],
    queryFn: () => call(settings.timeLeft, { params: { id: house?.id ?? '' } }),
    enabled: hasModel && house !== undefined,
    refetchInterval: AGAIN,
    retry: false,
  })
  if (!hasModel || !data) return null
  const { kind, afterMin: minutes, withoutPower } = data
  const limit = formatSignal(data.limit, { unit: kind === 'co2' ? 'ppm' : '°C', decimals: 0 }, reader)
  const said = { limit, minutes }
  return (
    <p className="alarm-advice num">
      {withoutPower ? t($ => $.timeLeft.shut) : t($ => $.timeLeft.asNow)}
      {kind === 'hot' && t($ => $.timeLeft.hot, said)}
      {kind === 'cold' && t($ => $.timeLeft.cold, said)}
      {kind === 'co2' && t($ => $.timeLeft.co2, said)}
    </p>
  )
}
