import { useTranslation } from 'react-i18next'
import type { Compared } from '#shared/contracts/comparison.ts'
import { against, lackingOf, lackingSays, lackingWord } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { LineSample } from '#web/components/chart/line-sample.tsx'
import { figureText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  items: readonly Compared[]
  measures: readonly FlockMeasure[]
}

/** The last reported week of each figure: every flock at its own age against the standard of that age. */
export function DeltaTable({ items, measures }: Props) {
  const { t } = useTranslation('comparison')
  const { language } = useReader()
  return (
    <div className="card comparison-card">
      <header>
        <h2>{t($ => $.lastWeek)}</h2> <span className="caption">{t($ => $.ownAge)}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <section className="comparison-scroll" tabIndex={0} aria-label={t($ => $.lastWeek)}>
        <table className="num comparison-table">
          <thead>
            <tr>
              <th scope="col">{t($ => $.figure)}</th>
              {items.map(({ key, house, course }, i) => (
                <th key={key} scope="col">
                  <LineSample index={i} /> {house.name} <small>{course?.flock.number}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measures.map(measure => (
              <tr key={measure}>
                <th scope="row">{flockMeasures[measure].label[language]}</th>
                {items.map(item => (
                  <Delta key={item.key} course={item.course} measure={measure} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** A figure, its difference from the standard, and the week it is from. */
function Delta({ course, measure }: { course: Compared['course']; measure: FlockMeasure }) {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const week = course?.weeks.findLast(each => each[measure] !== null)
  if (!course || !week) return <td>—</td>
  const { value, standard, lacks, sense } = against(course, measure, week)
  if (value === null) return <td>—</td>
  const some = lackingOf(measure, week)
  const isIn = standard !== null && value >= standard.low && value <= standard.high
  const off = standard === null ? 0 : value - standard.mid
  return (
    <td data-sense={sense}>
      <strong>{figureText(measure, value, reader)}</strong> {unitText(flockMeasures[measure].unit, reader)}{' '}
      {standard && !lacks && (
        <em>
          {isIn
            ? t($ => $.inRange)
            : `${off < 0 ? '\u2212' : '+'}${figureText(measure, Math.abs(off), reader)}`}
        </em>
      )}
      <small>
        {t($ => $.week, { week: week.week })}
        {lacks && ` · ${lackingWord(lacks, reader.language)}`}
        {some && ` · ${lackingSays(some, reader.language)}`}
        {standard && !lacks && ` · ${t($ => $.standard, { value: standardText(measure, standard, reader) })}`}
      </small>
    </td>
  )
}
