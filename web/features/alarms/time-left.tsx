import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { TimeLeft } from '#shared/contracts/what-if.ts'
import { clockOf } from '#shared/dates.ts'
import { MEAN } from '#shared/house-temperature.ts'
import { formatSignal } from '#shared/signals.ts'
import { isForeseen } from '#shared/what-if/foreseen.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { stands } from './alarm-text.ts'
import { chartMetricOf } from './use-alarm-chart.ts'

/** ms */
const AGAIN = 60_000

/** What the model of the alarm's house says will happen if nobody does anything; undefined where that is not known. */
export function useTimeLeft(alarm: AlarmDetail): TimeLeft | undefined {
  const [house, ...others] = alarm.houses
  const hasModel = stands(alarm) && isForeseen(alarm.code) && others.length === 0
  const { data } = useQuery({
    queryKey: [settings.timeLeft.path, house?.id],
    queryFn: () => call(settings.timeLeft, { params: { id: house?.id ?? '' } }),
    enabled: hasModel && house !== undefined,
    refetchInterval: AGAIN,
    retry: false,
  })
  return hasModel ? (data ?? undefined) : undefined
}

/** The same as a curve, if it is of what the chart of the alarm shows. */
export function useForeseen(alarm: AlarmDetail): TimeLeft['course'] | undefined {
  const left = useTimeLeft(alarm)
  return left && left.kind !== 'co2' && chartMetricOf(alarm) === MEAN ? left.course : undefined
}

/** When the house passes its first limit if nobody does anything, and how many birds are in it. */
export function TimeLeftHead({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const left = useTimeLeft(alarm)
  if (!left) return null
  const { kind, at, afterMin: minutes, birds, withoutPower } = left
  const limit = formatSignal(left.limit, { unit: kind === 'co2' ? 'ppm' : '°C', decimals: 0 }, reader)
  const said = { limit, time: clockOf(at, alarm.timeZone) }
  return (
    <div className="alarm-foreseen num">
      <p>
        {t($ => $.timeLeft.title)}{' '}
        <strong>
          {kind === 'hot' && t($ => $.timeLeft.hot, said)}
          {kind === 'cold' && t($ => $.timeLeft.cold, said)}
          {kind === 'co2' && t($ => $.timeLeft.co2, said)}
        </strong>
      </p>
      <p>{t($ => $.timeLeft.birds, { count: birds })}</p>
      <p className="caption">
        {withoutPower ? t($ => $.timeLeft.shut, { minutes }) : t($ => $.timeLeft.asNow, { minutes })}
      </p>
    </div>
  )
}
