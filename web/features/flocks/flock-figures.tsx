import { useTranslation } from 'react-i18next'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { against, lackingOf, lackingSays } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { isHens } from '#shared/flocks.ts'
import { BandLine } from '#web/components/chart/band-line.tsx'
import { figureText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

const ofHens: readonly FlockMeasure[] = ['rate', 'eggsPerHen', 'losses', 'weight', 'feed', 'water']
const shownOf = ({ flock }: FlockCourse): readonly FlockMeasure[] =>
  isHens(flock)
    ? [...ofHens, ...(flock.type === 'breeder' ? (['maleWeight', 'malesPerHundred'] as const) : [])]
    : ['weight', 'uniformity', 'losses', 'feed', 'water']

/** Where the flock stands this week against its standard. */
export function FlockFigures({ course }: { course: FlockCourse }) {
  const { t } = useTranslation('flocks')
  return (
    <section className="card flock-figures" aria-label={t($ => $.thisWeek)}>
      {shownOf(course).map(measure => (
        <Figure key={measure} course={course} measure={measure} />
      ))}
    </section>
  )
}

function Figure({ course, measure }: { course: FlockCourse; measure: FlockMeasure }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const week = course.weeks.findLast(each => each[measure] !== null)
  const {
    value,
    standard,
    lacks: unjudged,
    sense,
  } = week ? against(course, measure, week) : { value: null, standard: null, lacks: null, sense: 'neutral' }
  const unknown = measure === 'losses' && value === null ? course.final.lacks?.livability : undefined
  const lacks = unjudged ? { why: unjudged } : (unknown ?? (week && lackingOf(measure, week)))
  return (
    <div className="flock-figure stack gap-1" data-sense={sense}>
      <h3>
        {flockMeasures[measure].label[reader.language]}
        {week && <span className="num"> · {t($ => $.week, { week: week.week })}</span>}
      </h3>
      <p className="num">
        <strong>{value === null ? '—' : figureText(measure, value, reader)}</strong>{' '}
        <span>{unitText(flockMeasures[measure].unit, reader)}</span>
      </p>
      {standard ? (
        <BandLine value={value} band={standard} isBad={sense === 'bad'} />
      ) : (
        <div className="flock-gap" />
      )}
      <small className="num">
        {lacks && `${lackingSays(lacks, reader.language)} · `}
        {standard
          ? t($ => $.standardSays, { standard: standardText(measure, standard, reader) })
          : t($ => $.noStandard)}
      </small>
    </div>
  )
}
