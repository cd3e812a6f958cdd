import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import {
  against,
  breakOf,
  furtherMeasuresOf,
  lackingOf,
  lackingSays,
  lackingWord,
  measuresOf,
  whyUnjudged,
} from '#shared/flock-figures/course-measures.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { figureText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

/** Week by week, newest first: recorded figures in bold, that week's standard beside them. */
export function WeekTable({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const measures = [...measuresOf(course), ...furtherMeasuresOf(course)]
  const newest = course.weeks.at(-1)?.week
  const broke = breakOf(course)?.week
  const unjudged = measures.map(measure => whyUnjudged(course, measure)).find(why => why !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="flock-scroll" tabIndex={0} aria-label={t($ => $.weeks)}>
      <table className="num flock-weeks">
        <thead>
          <tr>
            <th scope="col">{t($ => $.weekHead)}</th>
            {measures.map(measure => (
              <th key={measure} scope="col">
                {flockMeasures[measure].label[reader.language]}{' '}
                <small>{unitText(flockMeasures[measure].unit, reader)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...course.weeks].reverse().map(week => (
            <tr key={week.week} data-now={week.week === newest || undefined}>
              <th scope="row">
                {week.week}
                {week.week === newest && week.days < 7 && (
                  <small> {t($ => $.toDay, { day: week.age + course.flock.placementDay })}</small>
                )}
                {week.week === broke && <small> {t($ => $.breakHere)}</small>}
              </th>
              {measures.map(measure => {
                const { value, standard, sense } = against(course, measure, week)
                const lacks = week.week === newest ? lackingOf(measure, week) : null
                return (
                  <td key={measure} data-sense={sense}>
                    <strong>{value === null ? '—' : figureText(measure, value, reader)}</strong>
                    {standard && <small>{standardText(measure, standard, reader)}</small>}
                    {lacks && <small> {lackingSays(lacks, reader.language)}</small>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {unjudged && (
        <p className="caption">{t($ => $.unjudged, { why: lackingWord(unjudged, reader.language) })}</p>
      )}
    </section>
  )
}
