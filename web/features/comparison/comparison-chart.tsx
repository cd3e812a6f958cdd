import { useTranslation } from 'react-i18next'
import type { Compared } from '#shared/contracts/comparison.ts'
import { dateOf } from '#shared/dates.ts'
import {
  bandOf,
  breakOf,
  calendarPlaceOf,
  isWeighed,
  mondayOf,
  placeOf,
  standardFor,
} from '#shared/flock-figures/course-measures.ts'
import { itemName } from '#shared/flock-figures/finding.ts'
import {
  type FlockMeasure,
  flockMeasures,
  standardIn,
  standardNamed,
} from '#shared/flock-figures/standard.ts'
import { AgeCurves, lineSigns } from '#web/components/chart/age-curves.tsx'
import { figureText, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  items: readonly Compared[]
  measure: FlockMeasure
  byClock: boolean
}

/** Weeks of the standard drawn beyond the data. */
const AHEAD = 4
/** Weeks between weighings that are still joined by a line. */
const WEIGHED = 6
/** One figure of each flock week by week, with the standard if they share one, and the difference of each from its own. */
export function ComparisonChart({ items, measure, byClock }: Props) {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const { label, unit } = flockMeasures[measure]
  const told = items.map(({ key, course, ...item }) => ({
    key,
    name: itemName({ key, course, ...item }, items),
    course,
    weeks: (course?.weeks ?? []).flatMap(week => {
      const value = week[measure]
      if (course === null || value === null) return []
      return [
        { week, x: byClock ? calendarPlaceOf(course, measure, week) : placeOf(measure, week), y: value },
      ]
    }),
  }))
  const lines = told.map(({ key, name, weeks }, i) => ({
    key,
    name,
    sign: lineSigns[i] ?? 'plain',
    points: weeks.map(({ x, y }) => ({ x, y })),
  }))
  const away = told.map(({ key, course, weeks }) => ({
    key,
    points: weeks.flatMap(({ week, x, y }) => {
      const standard = course && standardFor(course, measure, week)
      return standard ? [{ x, y: y - standard.mid }] : []
    }),
  }))
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x))
  if (xs.length === 0) return <p className="caption">{t($ => $.notTold)}</p>
  const courses = items.flatMap(({ course }) => course ?? [])
  const [first] = courses
  const isOneBreed = courses.every(
    ({ flock }) => flock.breed === first?.flock.breed && flock.standardId === first?.flock.standardId,
  )
  const hasBand = first !== undefined && !byClock && measure !== 'uniformity'
  const breed = standardIn({ breed: first?.flock.breed ?? null, standard: first?.standard })
  const marks =
    measure === 'rate' && !byClock
      ? told.flatMap(({ name, course }) => {
          const broke = course && breakOf(course)
          return broke ? [{ x: broke.week, label: t($ => $.breakOf, { name, week: broke.week }) }] : []
        })
      : []
  return (
    <>
      <p className="caption num">
        {unitText(unit, reader)}
        {hasBand && breed && ` · ${t($ => $.band, { name: standardNamed(breed) })}`}
        {hasBand && breed && !isOneBreed && ` (${told.find(({ course }) => course)?.name})`}
      </p>
      <AgeCurves
        label={label[reader.language]}
        axis={byClock ? t($ => $.weekFrom) : t($ => $.weekOfAge)}
        say={value => figureText(measure, value, reader)}
        lines={lines}
        band={hasBand ? bandOf(first, measure, Math.min(...xs), Math.max(...xs) + AHEAD) : []}
        marks={marks}
        gap={isWeighed(measure) ? WEIGHED : 1}
        {...(byClock && { sayX: x => dateOf(mondayOf(x), reader.language) })}
        {...(away.some(({ points }) => points.length > 0) && {
          differences: { label: t($ => $.fromStandard), lines: away },
        })}
      />
    </>
  )
}
