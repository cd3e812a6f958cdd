import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { houses, type TemporarySetting } from '#shared/contracts/houses.ts'
import { formatSignal, settingByName } from '#shared/signals.ts'
import { LATE_MS } from '#shared/temporary-settings.ts'
import { useNearMoment } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import './temporary.css'

/** ms; a setting that changes is heard of at once */
const REREAD_MS = 60_000
const OFFSET = 'Settings/Temp/TargetOffset'
const none: TemporarySetting[] = []

/** What is temporarily set in a house, the next end first; nothing for those who may not control it. */
export function useTemporary(houseId: string): readonly TemporarySetting[] {
  const { data } = useQuery({
    queryKey: [houses.temporary.path],
    queryFn: () => call(houses.temporary, {}),
    refetchInterval: REREAD_MS,
    enabled: useMayCall(houses.temporary),
    retry: false,
    select: all => all.filter(each => each.houseId === houseId),
  })
  return data ?? none
}

/** Whether the end of something temporary has passed without the former value. */
export const useIsOverdue = (set: readonly TemporarySetting[]): boolean =>
  useFromNow(now => set.some(({ until }) => until < now - LATE_MS)) ?? false

interface Props {
  house: { id: string; timeZone: string }
  /** Who made it, too. */
  isLong?: boolean
}

/** What shifts the target of a house for a time, as whoever sees the target must know: `+1.0 °C until 06:00`. */
export function TargetShift({ house, isLong = false }: Props) {
  const { t } = useTranslation('components')
  const reader = useReader()
  const set = useTemporary(house.id).filter(({ name }) => settingByName(name)?.group === 'targetTemperature')
  const isOverdue = useIsOverdue(set)
  const shift = set.find(({ name }) => name === OFFSET) ?? set[0]
  const signal = shift && settingByName(shift.name)
  if (!shift || !signal) return null
  const { name, value, next, until, by } = shift
  const difference = name === OFFSET ? Number(value) - Number(next) : null
  const text = difference === null ? t($ => $.temporary.set) : formatSignal(difference, signal, reader)
  return (
    <span className="target-shift num" data-state={isOverdue ? 'alarm' : 'pending'}>
      {difference !== null && difference > 0 && '+'}
      {text} {isOverdue ? t($ => $.temporary.overdue) : <Until at={until} timeZone={house.timeZone} />}
      {isLong && by && ` · ${by}`}
    </span>
  )
}

/** `until 06:00` by the house's clock, with the day if it is not today. ms since 1970 */
export function Until({ at, timeZone }: { at: number; timeZone: string }) {
  const { t } = useTranslation('components')
  const time = useNearMoment(at, timeZone)
  return <span title={timeZone}>{t($ => $.temporary.until, { time })}</span>
}
