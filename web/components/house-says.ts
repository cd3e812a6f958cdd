import { useTranslation } from 'react-i18next'
import { measureOfAlarm, metricOfAlarm } from '#shared/alarms.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import type { UrgentHouse } from '#shared/contracts/workplace.ts'
import { isDanger } from '#shared/house-urgency.ts'
import { formatSignal } from '#shared/signals.ts'
import { useAboutReading, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { useNearMoment, useZone } from './time.tsx'

/** That a house is offline, and since when if that is known; ms since 1970. */
export function useOfflineSince(at: number | null, timeZone: string): string {
  const { t } = useTranslation('components')
  const time = useNearMoment(at, timeZone)
  return time === null ? t($ => $.houseState.offline) : t($ => $.offlineSince, { time })
}

/** A value of an alarm with the time it is of, ms since 1970; null if there is none. */
function useValueAt(code: string | undefined, value: unknown, at: number | null, timeZone: string) {
  const { t } = useTranslation('components')
  const reader = useReader()
  const time = useNearMoment(at, timeZone)
  const measure = code === undefined ? undefined : measureOfAlarm(code)
  if (!measure || typeof value !== 'number' || time === null) return null
  return t($ => $.lastValue, { value: formatSignal(value, measure, reader), time })
}

/** The last value of what an alarm is about, with its time by the house's clock; null if there is none. */
export function useLastValue(
  alarm: HouseOnMonitor['alarms'][number] | undefined,
  timeZone: string,
): string | null {
  const metric = alarm ? metricOfAlarm(alarm.code) : null
  const { t } = useTranslation('components')
  const [value, at] = useReading(alarm?.iotId ?? null, metric ?? '') ?? []
  const about = useAboutReading(alarm?.iotId ?? null, metric ?? '')
  const says = useValueAt(alarm?.code, value, at ?? null, timeZone)
  return says && about && 'doubt' in about ? `${says} · ${t($ => $.reading.inDoubt)}` : says
}

/** Of a house among others' that may be offline: whether that is all, and what else to say beside its alarm. */
export function useSilence({ alarm, since, offlineSince }: UrgentHouse) {
  const zone = useZone()
  const isOnlySilent = offlineSince !== null && !isDanger(alarm)
  const offline = useOfflineSince(offlineSince === null ? null : Date.parse(offlineSince), zone)
  const value = useValueAt(alarm?.code, alarm?.value, since === null ? null : Date.parse(since), zone)
  return { isOnlySilent, says: isOnlySilent || offlineSince === null ? [] : [offline, value] }
}
