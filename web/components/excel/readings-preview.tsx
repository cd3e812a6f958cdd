import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contracts/jobs.ts'
import { momentOf } from '#shared/dates.ts'
import { labelOfMetric } from '#shared/signals.ts'
import { useReader } from '#web/data/preferences.ts'
import { shownMetric } from '../metric.ts'
import { StateMark } from '../state-mark.tsx'

type Readings = NonNullable<NonNullable<Job['summary']>['readings']>

/** What a file of readings would bring into which houses, and what is doubtful in it. */
export function ReadingsPreview({ readings: { houses, notes } }: { readings: Readings }) {
  const { t } = useTranslation('excel')
  return (
    <>
      {houses.map(house => (
        <House key={house.house} house={house} />
      ))}
      {houses.length === 0 && <p>{t($ => $.readings.nothing)}</p>}
      {notes.length > 0 && (
        <section aria-label={t($ => $.readings.notes)}>
          <h3 className="import-heading">{t($ => $.readings.notes)}</h3>
          <ul className="import-notes">
            {notes.map(note => (
              <li key={note}>
                <StateMark state="watch" /> {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function House({
  house: { house, from, to, timeZone, reports, metrics },
}: {
  house: Readings['houses'][number]
}) {
  const { t } = useTranslation('excel')
  const reader = useReader()
  const moment = (at: string) => momentOf(new Date(at), reader.language, timeZone)
  return (
    <section aria-label={house}>
      <h3 className="import-heading">{t($ => $.readings.into, { house })}</h3>
      <p className="num">
        {t($ => $.readings.period, { from: moment(from), to: moment(to), zone: timeZone, count: reports })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <div className="import-changed-rows" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t($ => $.readings.metric)}</th>
              <th scope="col">{t($ => $.readings.values)}</th>
              <th scope="col">{t($ => $.readings.low)}</th>
              <th scope="col">{t($ => $.readings.mean)}</th>
              <th scope="col">{t($ => $.readings.high)}</th>
            </tr>
          </thead>
          <tbody className="num">
            {metrics.map(({ metric, readings, low, mean, high }) => {
              const shown = shownMetric(metric, undefined, reader)
              return (
                <tr key={metric}>
                  <th scope="row">{labelOfMetric(metric, reader.language)}</th>
                  <td>{readings.toLocaleString(reader.language)}</td>
                  <td>{shown.say(low)}</td>
                  <td>{shown.say(mean)}</td>
                  <td>{shown.say(high)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
