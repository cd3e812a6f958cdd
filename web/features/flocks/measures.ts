import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { breedOf, type FlockMeasure, senseOf, standardOfWeek } from '#shared/flock-figures/standard.ts'

type Week = FlockCourse['weeks'][number]

/** What is followed week by week, by the kind of birds. */
export const measuresOf = ({ flock: { type } }: FlockCourse): FlockMeasure[] =>
  type === 'layer' || type === 'breeder'
    ? ['rate', 'eggWeight', 'feed', 'water', 'weight', 'uniformity', 'losses']
    : ['weight', 'uniformity', 'feed', 'water', 'losses']

/** What the standard of a flock's breed says of one of its weeks. */
export const standardFor = ({ flock, placedAge }: FlockCourse, measure: FlockMeasure, week: Week) =>
  standardOfWeek(breedOf(flock.breed), measure, week, placedAge)

/** A week's figure, what its standard says, and whether the difference is a good one. */
export function against(course: FlockCourse, measure: FlockMeasure, week: Week) {
  const value = week[measure]
  const standard = standardFor(course, measure, week)
  const sense = value === null || standard === null ? 'neutral' : senseOf(measure, value, standard)
  return { value, standard, sense }
}
