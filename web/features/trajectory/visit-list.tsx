import { useTranslation } from 'react-i18next'
import type { Visit } from '#shared/contracts/trajectory.ts'
import { momentOf } from '#shared/dates.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { spanOf } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** The same as a list, latest first. */
export function VisitList({
  visits,
  zone,
  isMore,
}: {
  visits: readonly Visit[]
  zone: string
  isMore: boolean
}) {
  const { t } = useTranslation('trajectory')
  const language = usePreferences(({ language }) => language)
  const { titleOf } = useScreen()
  return (
    <section className="card trajectory-card">
      <h2>{t($ => $.visits)}</h2>
      {isMore && <p className="caption">{t($ => $.more, { count: visits.length })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section className="trajectory-scroll" tabIndex={0} aria-label={t($ => $.visits)}>
        <table className="trajectory-table">
          <thead>
            <tr>
              <th scope="col">{t($ => $.opened)}</th>
              <th scope="col">{t($ => $.screen)}</th>
              <th scope="col" data-end>
                {t($ => $.duration)}
              </th>
            </tr>
          </thead>
          <tbody>
            {visits.toReversed().map(({ id, screen, startedAt, durationMs }) => (
              <tr key={id}>
                <td className="num">{momentOf(new Date(startedAt), language, zone)}</td>
                <th scope="row">{titleOf(screen)}</th>
                <td className="num" data-end>
                  {spanOf(durationMs, language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
