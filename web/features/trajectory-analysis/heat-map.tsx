import { useTranslation } from 'react-i18next'
import type { trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import type { Result } from '#shared/endpoint.ts'
import { offsetOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

type Heat = Result<typeof trajectoryAnalysis.overview>['heat']

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** How many screens were opened in each hour of the week: the more, the stronger the square. */
export function HeatMap({ heat, zone }: { heat: Heat; zone: string }) {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const visitsAt = new Map(heat.map(({ weekday, hour, visits }) => [`${weekday} ${hour}`, visits]))
  const most = Math.max(1, ...heat.map(({ visits }) => visits))
  const nameOf = (weekday: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
      MONDAY + (weekday - 1) * DAY_MS,
    )
  return (
    <section className="card analysis-card analysis-wide">
      <div className="analysis-head">
        <h2>{t($ => $.heat)}</h2>
        <span className="caption num">
          {t($ => $.heatSays, { most: most.toLocaleString(language), zone: offsetOf(new Date(), zone) })}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section className="analysis-heat-scroll" tabIndex={0} aria-label={t($ => $.heat)}>
        <table className="analysis-heat num">
          <thead>
            <tr>
              <td />
              {HOURS.map(hour => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map(weekday => (
              <tr key={weekday}>
                <th scope="row">{nameOf(weekday)}</th>
                {HOURS.map(hour => {
                  const visits = visitsAt.get(`${weekday} ${hour}`) ?? 0
                  const says = `${nameOf(weekday)} ${hour}:00, ${t($ => $.opened, { count: visits })}`
                  return (
                    <td
                      key={hour}
                      title={says}
                      style={
                        { '--heat': `${Math.round((visits / most) ** 0.7 * 100)}%` } as React.CSSProperties
                      }
                    >
                      <span className="visually-hidden">{visits}</span>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
