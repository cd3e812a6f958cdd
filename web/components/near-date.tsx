import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { StateMark } from './state-mark.tsx'
import { useZone } from './time.tsx'
import './near-date.css'

const DAY_MS = 86_400_000
/** Days ahead from which a date shows how far away it is, and from which it needs attention. */
const NEAR = 90
const SOON = 30

/** Days from today, by the viewer's calendar; negative once past. */
export function useDaysUntil(on: string | null): number | null {
  const zone = useZone()
  if (on === null) return null
  return Math.round((Date.parse(on) - Date.parse(dateIn(zone, new Date()))) / DAY_MS)
}

export const urgencyOf = (days: number, soon = SOON) => (days < 0 ? 'alarm' : days <= soon ? 'watch' : null)

/** How far away a day is, in words; nothing while it is far. */
export function useDistance(): (days: number) => string {
  const { t } = useTranslation('components')
  return days =>
    days < 0
      ? t($ => $.distance.ago, { days: -days })
      : days === 0
        ? t($ => $.distance.today)
        : t($ => $.distance.ahead, { days })
}

/** A day on which something ends or is due (yyyy-mm-dd). When near, shows how far away it is; when past, that it is over. */
export function NearDate({ on, soon = SOON }: { on: string | null; soon?: number }) {
  const language = usePreferences(({ language }) => language)
  const days = useDaysUntil(on)
  const distance = useDistance()
  if (on === null || days === null) return '—'
  const urgency = urgencyOf(days, soon)
  return (
    <span className="near-date num" data-urgency={urgency ?? undefined}>
      <time dateTime={on}>{dateOf(on, language)}</time>
      {days <= NEAR && (
        <span>
          {urgency && <StateMark state={urgency} />} {distance(days)}
        </span>
      )}
    </span>
  )
}
