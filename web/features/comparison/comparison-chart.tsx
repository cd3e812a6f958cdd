import { useTranslation } from 'react-i18next'
import type { Compared, ComparedCourse } from '#shared/contracts/comparison.ts'
import { dateOf } from '#shared/dates.ts'
import {
  bandOf,
  breakOf,
  calendarPlaceOf,
  curveLacks,
  curveName,
  curveOf,
  isWeighed,
  lackingSays,
  mondayOf,
  offStandard,
  placementDayOf,
  placeOf,
} from '#shared/flock-figures/course-measures.ts'
import { itemName } from '#shared/flock-figures/finding.ts'
import {
  type FlockMeasure,
  flockMeasures,
  standardIn,
  standardNamed,
} from '#shared/flock-figures/standard.ts'
import { AgeCurves, lineSigns } from '#web/components/chart/age-curves.tsx'
import { drawnFor, unitText } from '#web/components/flocks/figure-of.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  items: readonly Compared[]
  measure: FlockMeasure
  byClock: boolean
}

/** Weeks of the standard drawn beyond the data. */
const AHEAD = 4
const axes = { day: 'dayOfAge', week: 'weekOfAge', clock: 'weekFrom' } as const
/** Weeks between weighings that are still joined by a line. */
const WEIGHED = 6

/** A week that is not over stands where it will end, a week after the one before. */
const ended = <T extends { week: number; age: number }>(week: T, before: T | undefined): T =>
  before?.week === week.week - 1 ? { ...week, age: before.age + 7 } : week

/** Points of a flock: of broilers compared by age its days, else its weeks. */
function pointsOf(
  course: ComparedCourse | null,
  measure: FlockMeasure,
  by: 'day' | 'week' | 'clock',
  placementDay: number,
) {
  if (course === null) return []
  if (by === 'day') return curveOf(course, measure, 0, placementDay).points
  return course.weeks.flatMap((week, i) => {
    const value = week[measure]
    if (value === null) return []
    const x =
      by === 'clock'
        ? calendarPlaceOf(course, measure, ended(week, course.weeks[i - 1]))
        : placeOf(measure, week)
    return [{ x, y: value, off: offStandard(course, measure, week) }]
  })
}

/** How the flocks stand side by side: broilers by day of age. */
function stepOf(items: readonly Compared[], byClock: boolean) {
  if (byClock) return 'clock' as const
  const courses = items.flatMap(({ course }) => course ?? [])
  return courses.every(({ flock }) => flock.type === 'broiler') ? ('day' as const) : ('week' as const)
}

/** One figure of each flock by age or week, with the standard if they share one, and the difference of each from its own. */
export function ComparisonChart({ items, measure, byClock }: Props) {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const { unit } = flockMeasures[measure]
  const drawn = drawnFor(measure, reader)
  const by = stepOf(items, byClock)
  const courses = items.flatMap(({ course }) => course ?? [])
  const placementDay = placementDayOf(courses.map(({ flock }) => flock))
  const told = items.map(({ key, course, ...item }) => ({
    key,
    name: itemName({ key, course, ...item }, items),
    course,
    points: pointsOf(course, measure, by, placementDay),
  }))
  const lines = told.map(({ key, name, points }, i) => ({
    key,
    name,
    sign: lineSigns[i] ?? 'plain',
    points: drawn.values(points.map(({ x, y }) => ({ x, y }))),
  }))
  const away = told.map(({ key, points }) => ({
    key,
    points: drawn.differences(points.flatMap(({ x, off }) => (off === null ? [] : [{ x, y: off }]))),
  }))
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x))
  if (xs.length === 0) return <p className="caption">{t($ => $.notTold)}</p>
  const [first] = courses
  const isOneBreed = courses.every(
    ({ flock }) => flock.breed === first?.flock.breed && flock.standardId === first?.flock.standardId,
  )
  const hasBand = first !== undefined && !byClock && measure !== 'uniformity'
  const breed = standardIn({ breed: first?.flock.breed ?? null, standard: first?.standard })
  const band = (course: ComparedCourse) =>
    by === 'day'
      ? curveOf(
          course,
          measure,
          AHEAD + (Math.max(...xs) - placementDay - (course.days.at(-1)?.age ?? 0)) / 7,
          placementDay,
        ).band
      : bandOf(course, measure, Math.min(...xs), Math.max(...xs) + AHEAD)
  const marks =
    measure === 'rate' && !byClock
      ? told.flatMap(({ name, course }) => {
          const broke = course && breakOf(course)
          return broke ? [{ x: broke.week, label: t($ => $.breakOf, { name, week: broke.week }) }] : []
        })
      : []
  const lacking = told.flatMap(({ name, course }) => {
    const lacks = course && curveLacks(course, measure)
    return lacks ? [`${name}: ${lackingSays(lacks, reader.language)}`] : []
  })
  return (
    <>
      <p className="caption num">
        {unitText(unit, reader)}
        {hasBand && breed && ` · ${t($ => $.band, { name: standardNamed(breed) })}`}
        {hasBand && breed && !isOneBreed && ` (${told.find(({ course }) => course)?.name})`}
        {lacking.map(says => ` · ${says}`)}
      </p>
      <AgeCurves
        label={first ? curveName(first, measure, reader.language) : ''}
        axis={t($ => $[axes[by]])}
        say={drawn.say}
        lines={lines}
        band={hasBand ? drawn.band(band(first)) : []}
        marks={marks}
        gap={(isWeighed(measure) ? WEIGHED : 1) * (by === 'day' && isWeighed(measure) ? 7 : 1)}
        {...(byClock && { sayX: x => dateOf(mondayOf(x), reader.language) })}
        {...(away.some(({ points }) => points.length > 0) && {
          differences: { label: t($ => $.fromStandard), lines: away },
        })}
      />
    </>
  )
}
