import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CustomerStanding } from '#shared/contracts/session.ts'
import { dateOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import './notices.css'

/**
 * Tells a customer's users that its contract or trial has ended or is about to, and what that means. Whoever decides for the
 * farm is asked to act; the others could not.
 */
export function StandingBar({ standing }: { standing: CustomerStanding | null }) {
  const { t } = useTranslation()
  const language = usePreferences(({ language }) => language)
  const decides = useSession(({ grants }) => grants.has('farm_access:enable'))
  if (!standing) return null
  const { kind, endsOn, readUntil } = standing
  const days = { date: dateOf(endsOn, language), until: readUntil ? dateOf(readUntil, language) : '' }
  return (
    <div className="notice-bar" data-kind={kind.endsWith('Ending') ? 'info' : undefined} role="status">
      <CalendarClock size={17} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t($ => $.standing[kind].title, days)}</strong>
        {t($ => $.standing[kind].says, days)}{' '}
        {decides ? t($ => $.standing[kind].asks) : t($ => $.standing.ownersTask)}
      </span>
    </div>
  )
}
