import { useTranslation } from 'react-i18next'
import type { Repair } from '#shared/contracts/repairs.ts'
import { clockOf, nearDayOf, offsetOf } from '#shared/dates.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const HOUR_MS = 3_600_000

/** The next event of a repair: when somebody comes, and who. */
export function RepairVisit({ repair, at }: { repair: Repair; at: string }) {
  const { t } = useTranslation('repairs')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const from = new Date(at)
  const to = new Date(from.getTime() + (repair.visitHours ?? 0) * HOUR_MS)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: zone }).format(from)
  return (
    <section className="repair-visit row gap-4">
      <span className="repair-visit-day num">{nearDayOf(from, language, zone)}</span>
      <div>
        <b>
          {weekday}{' '}
          <span className="num">
            {t($ => $.fromTo, { from: clockOf(from, zone), to: clockOf(to, zone) })}
          </span>
        </b>
        <p>
          {repair.accepter} <span className="num">{offsetOf(from, zone)}</span>
        </p>
      </div>
    </section>
  )
}
