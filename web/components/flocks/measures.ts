import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { breakPointOf } from '#shared/flock-figures/break-point.ts'
import { breedOf, type FlockMeasure, senseOf, standardOfWeek } from '#shared/flock-figures/standard.ts'

type Course = Pick<FlockCourse, 'flock' | 'placedAge' | 'weeks'>
type Week = FlockCourse['weeks'][number]

/** What is followed week by week, by the kind of birds. */
export const measuresOf = ({ flock: { type } }: Pick<Course, 'flock'>): FlockMeasure[] =>
  type === 'layer' || type === 'breeder'
    ? ['rate', 'eggWeight', 'feed', 'water', 'weight', 'uniformity', 'losses']
    : ['weight', 'uniformity', 'feed', 'water', 'losses']

/** What the standard of a flock's breed says of one of its weeks. */
export const standardFor = ({ flock, placedAge }: Omit<Course, 'weeks'>, measure: FlockMeasure, week: Week) =>
  standardOfWeek(breedOf(flock.breed), measure, week, placedAge)

/** A week's figure, what its standard says, and whether the difference is a good one. */
export function against(course: Omit<Course, 'weeks'>, measure: FlockMeasure, week: Week) {
  const value = week[measure]
  const standard = standardFor(course, measure, week)
  const sense = value === null || standard === null ? 'neutral' : senseOf(measure, value, standard)
  return { value, standard, sense }
}

/** The standard week by week. */
export function bandOf(
  { flock, placedAge }: Omit<Course, 'weeks'>,
  measure: FlockMeasure,
  from: number,
  to: number,
) {
  const breed = breedOf(flock.breed)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).flatMap(week => {
    const end = { week, age: 7 * week - 1, weighedAt: 7 * week }
    const standard = standardOfWeek(breed, measure, end, placedAge)
    return standard ? [{ x: week, ...standard }] : []
  })
}

/** Where the flock left its standard. */
export const breakOf = (course: Course) =>
  breakPointOf(
    course.weeks.map(week => ({
      week: week.week,
      rate: week.rate,
      standard: standardFor(course, 'rate', week),
    })),
  )
