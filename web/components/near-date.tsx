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

/** Days from today by the calendar of a zone, the viewer's if none is named; negative once past. */
export function useDaysUntil(on: string | null, timeZone?: string): number | null {
  const own = useZone()
  if (on === null) return null
  return Math.round((Date.parse(on) - Date.parse(dateIn(timeZone ?? own, new Date()))) / DAY_MS)
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

interface Props {
  /** yyyy-mm-dd */
  on: string | null
  /** Days ahead from which it needs attention. */
  soon?: number
  /** Whose calendar says which day today is; the viewer's if not given. */
  timeZone?: string
}

/** A day on which something ends or is due. When near, shows how far away it is; when past, that it is over. */
export function NearDate({ on, soon = SOON, timeZone }: Props) {
  const language = usePreferences(({ language }) => language)
  const days = useDaysUntil(on, timeZone)
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
