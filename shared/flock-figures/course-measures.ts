import type { FlockCourse } from '../contracts/flocks.ts'
import { isHens } from '../flocks.ts'
import { text } from '../text.ts'
import { daysAfter } from '../zone-time.ts'
import { breakPointOf } from './break-point.ts'
import { breedOf, type FlockMeasure, senseOf, standardOfWeek } from './standard.ts'

type Course = Pick<FlockCourse, 'flock' | 'placedAge' | 'weeks'>
type Week = FlockCourse['weeks'][number]

/** What is followed week by week, by kind of birds. */
export const measuresOf = ({ flock }: Pick<Course, 'flock'>): FlockMeasure[] =>
  isHens(flock)
    ? ['rate', 'eggWeight', 'feed', 'water', 'weight', 'uniformity', 'losses']
    : ['weight', 'uniformity', 'feed', 'water', 'losses']

/** The standard of a flock's breed for one of its weeks. */
export const standardFor = ({ flock, placedAge }: Omit<Course, 'weeks'>, measure: FlockMeasure, week: Week) =>
  standardOfWeek(breedOf(flock.breed), measure, week, placedAge)

/** A week's figure, its standard, and whether the difference is a good one. */
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

/** What happened around a week of a flock's life, from the days leading up to it, oldest first. */
export function eventsAround({ flock, placedAge, events }: FlockCourse, week: number): FlockCourse['events'] {
  const zero = daysAfter(flock.placedOn, -placedAge)
  const from = daysAfter(zero, 7 * (week - 1) - 3)
  const to = daysAfter(zero, 7 * week + 2)
  return events.filter(({ day }) => day >= from && day <= to).toReversed()
}

/** The figures that sum up a flock, with name and unit, by kind of birds in reading order. */
export const finalMeasures = {
  eggsPerHenHoused: { unit: '', decimals: 1, label: text('入舍母鸡产蛋数', 'Eggs per hen housed') },
  peakRate: { unit: '%', decimals: 1, label: text('高峰产蛋率', 'Peak') },
  peakWeek: { unit: '', decimals: 0, label: text('高峰周龄', 'Week of the peak') },
  weeksAboveNinety: { unit: '', decimals: 0, label: text('90% 以上周数', 'Weeks above 90 %') },
  feedPerKgEgg: { unit: '', decimals: 3, label: text('料蛋比', 'Feed per kg egg') },
  ageAtHalfRate: { unit: '', decimals: 0, label: text('50% 产蛋日龄', 'Age at 50 %, days') },
  efficiency: { unit: '', decimals: 0, label: text('欧洲效益指数', 'EPEF') },
  feedConversion: { unit: '', decimals: 3, label: text('料肉比', 'Feed conversion') },
  dailyGain: { unit: 'g', decimals: 1, label: text('日增重', 'Daily gain') },
  weight: { unit: 'g', decimals: 0, label: text('体重', 'Body weight') },
  livability: { unit: '%', decimals: 2, label: text('存活率', 'Livability') },
} as const
type FinalMeasure = keyof typeof finalMeasures

const finalOfHens: readonly FinalMeasure[] = [
  'eggsPerHenHoused',
  'peakRate',
  'peakWeek',
  'weeksAboveNinety',
  'feedPerKgEgg',
  'livability',
  'ageAtHalfRate',
]
const finalOfGrowers: readonly FinalMeasure[] = [
  'efficiency',
  'feedConversion',
  'dailyGain',
  'weight',
  'livability',
]

/** Results of a flock, the previous one in the same house, and the farm's best; leaves out figures that none has. */
export const finalOf = ({
  flock,
  final,
  before,
  best,
}: Pick<FlockCourse, 'flock' | 'final' | 'before' | 'best'>) =>
  (isHens(flock) ? finalOfHens : finalOfGrowers).flatMap(key => {
    const [value, previous, top] = [final[key], before?.final[key] ?? null, best?.final[key] ?? null]
    const isKnown = value !== null || previous !== null || top !== null
    return isKnown ? [{ key, ...finalMeasures[key], value, previous, top }] : []
  })
