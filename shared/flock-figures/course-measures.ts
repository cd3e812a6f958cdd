import type { FlockCourse } from '../contracts/flocks.ts'
import { isHens, tellsLosses } from '../flocks.ts'
import { formatSignal, type HouseType } from '../signals.ts'
import { feedAt, furtherAt, type StandardRef, weightAt } from '../standards/standards.ts'
import { type Language, text } from '../text.ts'
import type { Reader } from '../units.ts'
import { daysAfter, daysBetween } from '../zone-time.ts'
import { breakPointOf } from './break-point.ts'
import { ADJUSTED_TO, type FinalName } from './final.ts'
import type { GrownBy, Lacking, LackingWhy } from './grown.ts'
import { feedConversionOfTable } from './growth.ts'
import {
  type DatedWeek,
  type FlockMeasure,
  flockMeasures,
  isTurned,
  senseOf,
  standardIn,
  standardOfWeek,
  standardOn,
} from './standard.ts'
import { grownIn } from './weeks.ts'

type Course = Pick<FlockCourse, 'flock' | 'standard' | 'countedFrom' | 'weeks'>
type Dated = Pick<Course, 'flock' | 'standard' | 'countedFrom'>
type Week = FlockCourse['weeks'][number]

const ofHens: readonly FlockMeasure[] = [
  'rate',
  'eggWeight',
  'feed',
  'water',
  'weight',
  'uniformity',
  'mortality',
  'losses',
]
const ofGrowers: readonly FlockMeasure[] = ['weight', 'uniformity', 'feed', 'water', 'mortality', 'losses']
const further = {
  layer: ['henHoused', 'eggsPerHen', 'eggMass', 'feedPerTen', 'waterFeed'],
  breeder: [
    'henHoused',
    'eggsPerHen',
    'eggsOfWeek',
    'hatching',
    'fertility',
    'hatchability',
    'hatchOfFertile',
    'feedPerTen',
    'waterFeed',
    'maleWeight',
    'maleFeed',
    'maleLosses',
    'malesPerHundred',
  ],
  broiler: ['dailyGain', 'conversion', 'waterFeed'],
  pullet: ['dailyGain', 'waterFeed'],
} as const satisfies Record<string, readonly FlockMeasure[]>

/** What is followed week by week, by kind of birds. */
export const measuresOf = ({ flock }: Pick<Course, 'flock'>): readonly FlockMeasure[] =>
  isHens(flock) ? ofHens : ofGrowers

/** What else a kind of birds is looked at by. */
export const furtherMeasuresOf = ({ flock }: Pick<Course, 'flock'>): readonly FlockMeasure[] =>
  further[flock.type]

const ofCourse = ({ flock, standard }: Dated) => standardIn({ breed: flock.breed, standard })

/** The standard of a flock's breed for one of its weeks. */
export const standardFor = ({ flock, standard, countedFrom }: Dated, measure: FlockMeasure, week: Week) =>
  standardOfWeek(standardIn({ breed: flock.breed, standard }), measure, week, countedFrom)

/** Figures per bird that is there. */
const perBird: readonly FlockMeasure[] = [
  'rate',
  'henHoused',
  'eggMass',
  'feed',
  'water',
  'conversion',
  'maleFeed',
  'malesPerHundred',
]
const ofHoused: readonly FlockMeasure[] = ['henHoused', 'eggsPerHen']

/** Whether a figure is per bird that is there: without their number it is held against nothing. */
export const isOfBirds = (measure: FlockMeasure): boolean => perBird.includes(measure)

/** Whether nobody knows of how many birds a figure of a day or a week is, since losses before were not recorded. */
export const isOfUncounted = (measure: FlockMeasure, { isUncounted }: { isUncounted?: true | undefined }) =>
  isUncounted === true && isOfBirds(measure)

/** Whether nobody knows of how many birds a figure is: losses were not recorded, or many were sold before a take-over. */
function isUnsure({ flock }: Dated, measure: FlockMeasure, week: Week): boolean {
  const { placedCount, openingSold } = flock
  const soldBefore = openingSold ? openingSold / (openingSold + (placedCount ?? 0)) : 0
  return isOfUncounted(measure, week) || (ofHoused.includes(measure) && isTurned(1 - soldBefore))
}

/**
 * A week's figure, its standard, and whether the difference is a good one; `lacks`: why it is held against nothing, though
 * both are known.
 */
export function against(course: Dated, measure: FlockMeasure, week: Week) {
  const value = week[measure]
  const standard = standardFor(course, measure, week)
  const birds = measure === 'mortality' ? week.birds : course.flock.placedCount
  const lacks: LackingWhy | null = value !== null && isOfUncounted(measure, week) ? 'losses' : null
  if (value === null || standard === null || isUnsure(course, measure, week))
    return { value, standard, lacks, sense: 'neutral' as const }
  const sense = senseOf(measure, value, standard, birds)
  const isNoBetter = measure === 'losses' && sense === 'good' && isTurned(week.housedShare)
  return { value, standard, lacks, sense: isNoBetter ? ('neutral' as const) : sense }
}

/** How far a figure is from the middle of its standard; null without one, or where nobody knows of how many birds it is. */
export function offStandard(course: Dated, measure: FlockMeasure, week: Week): number | null {
  const { value, standard, lacks } = against(course, measure, week)
  return value === null || standard === null || lacks ? null : value - standard.mid
}

/** Of how many days a week's figure is that adds up since the beginning, where some of them lack theirs; else null. */
export function lackingOf(measure: FlockMeasure, { eggDays: { counted, of } }: Week): Lacking | null {
  return measure === 'eggsPerHen' && counted < of ? { why: 'eggs', days: counted, of } : null
}

/** Of how many days the curve of a figure is at its end, if it adds up since the beginning and some lack theirs; else null. */
export function curveLacks({ weeks }: Pick<Course, 'weeks'>, measure: FlockMeasure): Lacking | null {
  const last = weeks.findLast(week => week[measure] !== null)
  return last ? lackingOf(measure, last) : null
}

/** Why a figure of a flock is held against nothing in some of its weeks; null where it always is. */
export const whyUnjudged = ({ weeks }: Pick<Course, 'weeks'>, measure: FlockMeasure): LackingWhy | null =>
  weeks.some(week => week[measure] !== null && isOfUncounted(measure, week)) ? 'losses' : null

/** Weighings say nothing of the week but of their day. */
const weighed: readonly FlockMeasure[] = ['weight', 'uniformity', 'dailyGain', 'conversion', 'maleWeight']
export const isWeighed = (measure: FlockMeasure): boolean => weighed.includes(measure)
/** What adds up to the end of a week. */
const ofEnd: readonly FlockMeasure[] = ['losses', 'eggsPerHen', 'maleLosses']

/**
 * Where a week's figure stands on an axis of weeks of age: a weighing on its day, a sum at the end of its last day, and a
 * mean of days in a whole week at the number of the week.
 */
export function placeOf(measure: FlockMeasure, { week, age, days, weighedAt, lossDays }: Week): number {
  if (isWeighed(measure)) return (weighedAt ?? age) / 7
  const end = measure === 'losses' ? (lossDays?.until ?? age) : age
  return ofEnd.includes(measure) && (days < 7 || end < age) ? (end + 1) / 7 : week
}

/** A Monday: calendar weeks are counted from it. */
const FIRST_MONDAY = '2000-01-03'

/** Where a week's figure stands on an axis of calendar weeks: a weighing on its day, others in the week of the last day. */
export function calendarPlaceOf(
  { flock, placedAge }: Pick<FlockCourse, 'placedAge'> & { flock: Pick<FlockCourse['flock'], 'placedOn'> },
  measure: FlockMeasure,
  { age, weighedAt }: Week,
): number {
  const weeksTo = (at: number) => daysBetween(FIRST_MONDAY, daysAfter(flock.placedOn, at - placedAge)) / 7
  return isWeighed(measure) ? weeksTo(weighedAt ?? age) : Math.floor(weeksTo(age))
}

/** The Monday of a calendar week. */
export const mondayOf = (week: number): string => daysAfter(FIRST_MONDAY, 7 * week)

/** The standard week by week. */
export function bandOf(
  { flock, standard: own, countedFrom }: Dated,
  measure: FlockMeasure,
  from: number,
  to: number,
) {
  const breed = ofCourse({ flock, standard: own, countedFrom })
  const first = Math.floor(from)
  return Array.from({ length: Math.max(0, Math.ceil(to) - first + 1) }, (_, i) => first + i).flatMap(week => {
    const standard = standardOfWeek(breed, measure, wholeWeek(week), countedFrom)
    return standard ? [{ x: week, ...standard }] : []
  })
}

/** A week of life with all its days, weighed at its end. */
export function wholeWeek(week: number): DatedWeek {
  const from = 7 * (week - 1)
  const ages = Array.from({ length: 7 }, (_, i) => from + i)
  return {
    week,
    age: from + 6,
    lossDays: { from, until: from + 6 },
    weighedAt: 7 * week,
    recorded: { rate: ages, eggWeight: ages, feed: ages, water: ages },
    eggDays: { from: 0, until: 0, counted: 0, of: 0, lacking: [] },
  }
}

/** A curve of a flock: its points, how far each is from the standard, and the standard. */
interface MeasureCurve {
  /** What a step of the axis is. */
  by: 'day' | 'week'
  points: { x: number; y: number; off: number | null }[]
  band: { x: number; low: number; mid: number; high: number }[]
}

type Day = FlockCourse['days'][number]
/** A figure of a day, and of how many days before it, if it is of the time between two weighings. */
type ReadDay = (day: Day, days: readonly Day[]) => { value: number | null; since?: number | null }

const told = (value: number | null) => ({ value })
const whole = ({ isSoFar }: Day, value: number | null) => told(isSoFar ? null : value)
const grown =
  (measure: 'dailyGain' | 'conversion'): ReadDay =>
  (day, days) => {
    const { [measure]: value, span } = grownIn(day.weight === null ? undefined : day, days)
    return { value, since: span }
  }
/** What broilers are followed by day by day: they live six weeks. */
const byDay: Partial<Record<FlockMeasure, ReadDay>> = {
  weight: ({ weight }) => told(weight),
  uniformity: ({ uniformity }) => told(uniformity),
  dailyGain: grown('dailyGain'),
  conversion: grown('conversion'),
  feed: day => whole(day, day.feed),
  water: day => whole(day, day.water),
  waterFeed: day => whole(day, day.waterFeed),
  mortality: day => whole(day, day.mortality),
  losses: day => told(tellsLosses(day) ? day.losses : null),
}

type CourseOfDays = Pick<FlockCourse, 'flock' | 'standard' | 'countedFrom' | 'weeks' | 'days'>

const dailyLoss = text('日死淘率', 'Daily loss')

/** The name of a measure over the life of a flock: losses of broilers are those of a day. */
export const curveName = ({ flock }: Pick<Course, 'flock'>, measure: FlockMeasure, language: Language) =>
  (flock.type === 'broiler' && measure === 'mortality' ? dailyLoss : flockMeasures[measure].label)[language]

/** As what days flocks side by side count the placement; 0, as standards do, where they do not agree. */
export const placementDayOf = (flocks: readonly Pick<FlockCourse['flock'], 'placementDay'>[]): number => {
  const [first = 0, ...others] = new Set(flocks.map(({ placementDay }) => placementDay))
  return others.length === 0 ? first : 0
}

/**
 * A figure over the life of a flock: of broilers day by day, as the farm counts or with the placement as `placementDay`, of
 * others week by week and every weighing; `ahead` in weeks.
 */
export function curveOf(
  course: CourseOfDays,
  measure: FlockMeasure,
  ahead: number,
  placementDay = course.flock.placementDay,
): MeasureCurve {
  const read = byDay[measure]
  if (course.flock.type === 'broiler' && read) {
    const { points, band } = dailyCurve(course, measure, read, ahead)
    const counted = <Point extends { x: number }>(of: readonly Point[]) =>
      of.map(point => ({ ...point, x: point.x + placementDay }))
    return { by: 'day', points: counted(points), band: counted(band) }
  }
  const points =
    measure === 'weight'
      ? course.days.flatMap(({ age, weight }) => {
          const standard = standardOn(ofCourse(course), measure, {
            age,
            placedAge: course.countedFrom,
          })
          return weight === null ? [] : [{ x: age / 7, y: weight, off: standard && weight - standard.mid }]
        })
      : course.weeks.flatMap(week => {
          const value = week[measure]
          const off = offStandard(course, measure, week)
          return value === null ? [] : [{ x: placeOf(measure, week), y: value, off }]
        })
  const [first, last] = [points[0]?.x ?? 1, points.at(-1)?.x ?? 1]
  const band = measure === 'uniformity' ? [] : bandOf(course, measure, first, last + ahead)
  return { by: 'week', points, band }
}

/** The standard on a day of age; of growth that of the middle of the days since the weighing before. */
function standardOfDay(course: CourseOfDays, measure: FlockMeasure, age: number, since = 1) {
  const { countedFrom: placedAge } = course
  const breed = ofCourse(course)
  if (measure === 'uniformity') return null
  if (measure === 'mortality')
    return standardOfWeek(breed, measure, { ...wholeWeek(1), lossDays: { from: age, until: age } }, placedAge)
  const isGrowth = measure === 'dailyGain' || measure === 'conversion'
  return standardOn(breed, measure, { age: isGrowth ? age - (since + 1) / 2 : age, placedAge })
}

/** By age as standards count. */
function dailyCurve(course: CourseOfDays, measure: FlockMeasure, read: ReadDay, ahead: number) {
  const { days } = course
  const points = days.flatMap(day => {
    const { value, since } = read(day, days)
    const standard = standardOfDay(course, measure, day.age, since ?? undefined)
    const off = standard && value !== null && !isOfUncounted(measure, day) ? value - standard.mid : null
    return value === null ? [] : [{ x: day.age, y: value, off }]
  })
  const [first, last] = [points[0]?.x ?? 0, (points.at(-1)?.x ?? 0) + 7 * ahead]
  const band = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i).flatMap(x => {
    const standard = standardOfDay(course, measure, x)
    return standard ? [{ x, ...standard }] : []
  })
  return { points, band }
}

/** Where the flock left its standard. */
export const breakOf = (course: Course) =>
  breakPointOf(
    course.weeks.map(week => ({
      week: week.week,
      days: week.recorded.rate.length,
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

/** The figures that sum up a flock, with name and unit. */
export const finalMeasures = {
  eggsPerHenHoused: { unit: '', decimals: 1, label: text('入舍母鸡产蛋数', 'Eggs per hen housed') },
  peakRate: { unit: '%', decimals: 1, label: text('高峰产蛋率', 'Peak') },
  peakWeek: { unit: '', decimals: 0, label: text('高峰周龄', 'Week of the peak') },
  fallAfterPeak: {
    unit: '%',
    decimals: 2,
    label: text('高峰后周下降（百分点）', 'Fall a week since the peak, points'),
  },
  weeksAboveNinety: { unit: '', decimals: 0, label: text('90% 以上周数', 'Weeks above 90 %') },
  feedPerKgEgg: { unit: '', decimals: 3, label: text('料蛋比', 'Feed to egg weight') },
  feedPerTenEggs: { unit: 'kg', decimals: 2, label: text('每 10 枚蛋耗料', 'Feed per 10 eggs') },
  ageAtHalfRate: { unit: '', decimals: 0, label: text('50% 产蛋日龄', 'Age at 50 %, days') },
  efficiency: { unit: '', decimals: 0, label: text('欧洲效益指数', 'EPEF') },
  feedConversion: { unit: '', decimals: 3, label: text('料肉比', 'Feed conversion') },
  conversionAdjusted: {
    unit: '',
    decimals: 3,
    label: text('校正料肉比（折合 {weight}）', 'Feed conversion adjusted to {weight}'),
  },
  conversionOnGain: { unit: '', decimals: 3, label: text('料重比（按增重）', 'Feed conversion on gain') },
  dailyGain: { unit: 'g', decimals: 1, label: text('日增重', 'Daily gain') },
  weight: { unit: 'g', decimals: 0, label: text('体重', 'Body weight') },
  livability: { unit: '%', decimals: 2, label: text('存活率', 'Livability') },
  maleLivability: { unit: '%', decimals: 2, label: text('公鸡存活率', 'Livability of males') },
  eggs: { unit: '', decimals: 0, label: text('累计产蛋', 'Eggs so far') },
  feedTotal: { unit: 'kg', decimals: 0, label: text('累计耗料', 'Feed so far') },
  waterTotal: { unit: 'L', decimals: 0, label: text('累计饮水', 'Water so far') },
} as const satisfies Partial<Record<FinalName, object>>
type FinalMeasure = keyof typeof finalMeasures

const finalOfHens: readonly FinalMeasure[] = [
  'eggsPerHenHoused',
  'peakRate',
  'peakWeek',
  'fallAfterPeak',
  'weeksAboveNinety',
  'feedPerKgEgg',
  'feedPerTenEggs',
  'livability',
  'ageAtHalfRate',
  'eggs',
  'feedTotal',
  'waterTotal',
]
/** Feed conversion and EPEF are of birds grown for meat only. */
const finalsOf: Readonly<Record<HouseType, readonly FinalMeasure[]>> = {
  layer: finalOfHens,
  breeder: finalOfHens.flatMap(key => (key === 'livability' ? [key, 'maleLivability'] : [key])),
  broiler: [
    'efficiency',
    'feedConversion',
    'conversionAdjusted',
    'conversionOnGain',
    'dailyGain',
    'weight',
    'livability',
    'feedTotal',
    'waterTotal',
  ],
  pullet: ['weight', 'dailyGain', 'livability', 'feedTotal', 'waterTotal'],
}

/** The name of one for a reader: a weight in it stands in their unit. */
export const finalTitle = (key: FinalMeasure, reader: Reader): string =>
  finalMeasures[key].label[reader.language].replace(
    '{weight}',
    formatSignal(ADJUSTED_TO / 1_000, { unit: 'kg', decimals: 1 }, reader),
  )

/** Why a figure of a flock is missing, or what it is of. */
const lackingNames = {
  weighing: text('未称重', 'not weighed'),
  feed: text('{of} 天中 {days} 天有耗料记录', 'feed on {days} of {of} days'),
  soldWeight: text('离舍鸡只未记体重', 'birds left without a weight'),
  losses: text('死淘记录不连续', 'losses not recorded throughout'),
  untold: text('未记死淘', 'no losses recorded'),
  eggs: text('{of} 天中 {days} 天有产蛋记录', 'eggs on {days} of {of} days'),
  began: text('开产时尚无记录', 'not recorded from the start of lay'),
  birds: text('鸡数不明', 'number of birds unknown'),
  water: text('{of} 天中 {days} 天有饮水记录', 'water on {days} of {of} days'),
  opening: text('接手前情况不明', 'not known before taking over'),
  unrecorded: text('尚无记录', 'nothing recorded yet'),
} as const satisfies Record<Lacking['why'], object>

/** The reason in a word, as lists have it. */
export const lackingWord = (why: LackingWhy, language: Language): string => lackingNames[why][language]

/** The reason in words, with its numbers. */
export const lackingSays = ({ why, days, of }: Lacking, language: Language): string =>
  lackingNames[why][language].replace('{days}', `${days ?? 0}`).replace('{of}', `${of ?? 0}`)

/** What the kilograms of a feed conversion rest on. */
const restsOnNames = {
  lots: text('按出栏批次体重', 'by the weights sold'),
  records: text('按日报出栏体重', 'by the daily records'),
  weighing: text('按最近一次称重', 'by the last weighing'),
} as const satisfies Record<GrownBy, object>
export const restsOnSays = (by: GrownBy, language: Language): string => restsOnNames[by][language]

/** Figures made of kilograms that left, or were weighed. */
const ofKilograms: readonly FinalMeasure[] = [
  'feedConversion',
  'conversionOnGain',
  'conversionAdjusted',
  'efficiency',
]

type FinalCourse = Dated & Pick<FlockCourse, 'days' | 'final' | 'before' | 'best'>

/**
 * Results of a flock, beside its standard where that has one, those of the previous flock in the same house, and the farm's
 * best; leaves out figures that none has and nothing can be said about. `lacks`: why it is missing, or of how many days it is;
 * `previousLacks`: the same of the previous flock; `restsOn`: by what it is known.
 */
export function finalOf(course: FinalCourse) {
  const { flock, final, before, best } = course
  return finalsOf[flock.type].flatMap(key => {
    const [value, previous, top] = [final[key], before?.final[key] ?? null, best?.final[key] ?? null]
    const lacks = final.lacks?.[key] ?? null
    const previousLacks = before?.final.lacks?.[key] ?? null
    const isKnown = value !== null || previous !== null || top !== null || lacks !== null
    const standard = key === 'feedConversion' && value !== null ? conversionDue(course) : null
    const restsOn = value !== null && ofKilograms.includes(key) ? (final.by ?? null) : null
    return isKnown
      ? [{ key, ...finalMeasures[key], value, standard, lacks, restsOn, previous, previousLacks, top }]
      : []
  })
}

/**
 * The standard's feed conversion on the day up to which that of the flock is, from its feed and weight where it prints none; null if the
 * birds came older, or it has neither.
 */
function conversionDue(course: FinalCourse): number | null {
  const breed = ofCourse(course)
  const weighed = course.days.findLast(({ weight }) => weight !== null)
  const left = course.days.findLast(({ sold, movedOut }) => sold + movedOut > 0)
  const age = course.final.by === 'weighing' ? weighed?.age : (left ?? weighed)?.age
  if (!breed || age === undefined || course.countedFrom > 0) return null
  return furtherAt(breed, 'feedConversion', age)?.mid ?? tableConversion(breed, age)
}

function tableConversion(breed: StandardRef, age: number): number | null {
  const weight = weightAt(breed, age)?.mid
  const eaten = Array.from({ length: age }, (_, day) => feedAt(breed, day + 0.5)?.mid)
  const isWhole = age > 0 && eaten.every(each => each !== undefined)
  return isWhole && weight
    ? feedConversionOfTable(
        eaten.reduce((sum, each) => sum + (each ?? 0), 0),
        weight,
      )
    : null
}
