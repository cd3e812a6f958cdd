import { useTranslation } from 'react-i18next'
import type { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { offsetOf } from '#shared/dates.ts'
import type { Result } from '#shared/endpoint.ts'
import { HeatMap } from '#web/components/chart/heat-map.tsx'
import { usePreferences } from '#web/data/preferences.ts'

type Heat = Result<typeof trajectoryAnalysis.overview>['heat']

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ key: hour, name: String(hour) }))
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** How many screens were opened in each hour of the week. */
export function Hours({ heat, zone }: { heat: Heat; zone: string }) {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const visitsAt = new Map(heat.map(({ weekday, hour, visits }) => [`${weekday} ${hour}`, visits]))
  const most = Math.max(1, ...heat.map(({ visits }) => visits))
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const days = WEEKDAYS.map(key => ({ key, name: weekday.format(MONDAY + (key - 1) * DAY_MS) }))
  return (
    <section className="card analysis-card analysis-wide">
      <div className="analysis-head">
        <h2>{t($ => $.heat)}</h2>
        <span className="caption num">
          {t($ => $.heatSays, { most: most.toLocaleString(language), zone: offsetOf(new Date(), zone) })}
        </span>
      </div>
      <HeatMap
        label={t($ => $.heat)}
        rows={days}
        columns={HOURS}
        valueAt={(day, hour) => visitsAt.get(`${day} ${hour}`) ?? 0}
        say={(day, hour, visits) => `${day.name} ${hour.name}:00, ${t($ => $.opened, { count: visits })}`}
      />
    </section>
  )
}
