import { useTranslation } from 'react-i18next'
import { clockOf } from '#web/components/time.tsx'
import { causeOf } from './cause.ts'
import type { ShownAlarm } from './standing-alarms.ts'

/** What most likely set the alarms off and what to check first; nothing where that is not known. */
export function CauseLine({ alarms, timeZone }: { alarms: readonly ShownAlarm[]; timeZone: string }) {
  const { t } = useTranslation('house-monitor')
  const standing = alarms.flatMap(({ code, since }) => (since === null ? [] : [{ code, since }]))
  const cause = causeOf(standing)
  if (!cause) return null
  const time = clockOf(new Date(cause.since), timeZone)
  return (
    <p className="monitor-alarm-cause num">{t($ => $.causes[cause.key], { time, numbers: cause.numbers })}</p>
  )
}
