import { describe, expect, test } from 'vitest'
import type { FlockCourse } from '../contracts/flocks.ts'
import { isHens } from '../flocks.ts'
import { glitches } from '../testing/glitches.ts'
import { keptBreeds, type MadeFlock, onStandard, type RecordedDay } from '../testing/three-flocks.ts'
import { toldCourse } from '../testing/told-flock.ts'
import { against, curveLacks, finalOf, lackingOf, lackingSays } from './course-measures.ts'

const UNTIL = '2026-11-27'
const TODAY = '2026-11-28'
const courseOf = (made: MadeFlock) => toldCourse(made, TODAY)
const named = keptBreeds.map(kept => [`${kept.breed} as ${kept.type}`, kept] as const)
const ofHens = named.filter(([, kept]) => isHens(kept))

/** The same flock with other records on its last days. */
const lastDays = (made: MadeFlock, days: number, change: (day: RecordedDay) => RecordedDay): MadeFlock => ({
  ...made,
  records: made.records.map((day, i) => (i < made.records.length - days ? day : change(day))),
})
const withoutEggs = ({ eggsSound: _, eggsHatching: __, ...day }: RecordedDay): RecordedDay => day

const sums = ['eggs', 'eggsPerHenHoused', 'weeksAboveNinety', 'feedTotal', 'waterTotal'] as const
/** The sums of a flock that say of how many days they are. */
const lackingIn = (course: FlockCourse) => sums.filter(name => course.final.lacks?.[name])

test.each(named)('%s: a flock with all its days lacks none, nor does it today', (_, kept) => {
  const whole = onStandard(kept, { until: UNTIL })
  for (const made of [whole, { ...whole, records: [...whole.records, { day: TODAY, dead: 1 }] }]) {
    const course = courseOf(made)
    expect(lackingIn(course)).toEqual([])
    for (const week of course.weeks) expect(lackingOf('eggsPerHen', week)).toBeNull()
  }
})

describe.each(ofHens)('%s without eggs on its last days', (_, kept) => {
  const whole = onStandard(kept, { until: UNTIL })
  const of = courseOf(whole).weeks.at(-1)?.eggDays.of ?? 0

  test.each([1, 3, 6, 40])('says so of %i days in every sum of eggs', days => {
    const course = courseOf(lastDays(whole, days, withoutEggs))
    const lacks = { why: 'eggs', days: of - days, of } as const
    expect(course.final.lacks).toMatchObject({
      eggs: lacks,
      eggsPerHenHoused: lacks,
      weeksAboveNinety: lacks,
    })
    const told = new Map(finalOf(course).map(each => [each.key as string, each]))
    const perHen = told.get('eggsPerHenHoused')
    expect(perHen?.lacks && lackingSays(perHen.lacks, 'en-US')).toBe(`eggs on ${of - days} of ${of} days`)
    const last = course.weeks.at(-1)
    expect(last && lackingOf('eggsPerHen', last)).toEqual(lacks)
    // Too few days make no figure of a hen.
    expect(course.final.eggsPerHenHoused !== null).toBe(days <= 0.05 * of)
    expect(last?.eggsPerHen).toBe(course.final.eggsPerHenHoused)
    // What is held against its standard is held against that of the same days.
    if (last) expect(against(course, 'eggsPerHen', last).sense).toBe('neutral')
  })

  test('says so of a counter that stood still', () => {
    for (const name of ['an egg counter that stands still', 'an egg counter that repeats its count'] as const)
      expect(lackingIn(courseOf(glitches[name](whole)))).toEqual([
        'eggs',
        'eggsPerHenHoused',
        'weeksAboveNinety',
      ])
  })

  test('lacks none before hens lay, when they hardly lay any more, nor on the day they left', () => {
    const unlaid = lastDays(whole, whole.records.length, day => ({ ...withoutEggs(day), eggsSound: 0 }))
    expect(lackingIn(courseOf(lastDays(unlaid, 10, withoutEggs)))).toEqual([])
    const spent = lastDays(whole, 20, day => ({ ...withoutEggs(day), eggsSound: 100 }))
    expect(lackingIn(courseOf(lastDays(spent, 12, withoutEggs)))).toEqual([])
    const alive =
      courseOf(lastDays(whole, 1, day => ({ ...day, dead: 0, culled: 0 }))).days.at(-1)?.alive ?? 0
    const gone = lastDays(whole, 1, day => ({ ...withoutEggs(day), dead: 0, culled: 0, sold: alive }))
    expect(courseOf(gone).days.at(-1)?.alive).toBe(0)
    expect(lackingIn(courseOf(gone))).toEqual([])
  })
})

test.each(named)('%s: feed and water of some days say of how many', (_, kept) => {
  const whole = onStandard(kept, { until: UNTIL })
  for (const [name, total] of [['feed', 'feedTotal'] as const, ['water', 'waterTotal'] as const]) {
    if (!whole.records.some(day => day[name] !== undefined)) continue
    const course = courseOf(lastDays(whole, 2, ({ [name]: _, ...day }) => day as RecordedDay))
    const days = course.days.length
    expect(course.final.lacks?.[total]).toEqual({ why: name, days: days - 2, of: days })
  }
})

test.each(named)(
  '%s: sums of the flock before say of how many days they are, and so does a curve',
  (_, kept) => {
    const whole = onStandard(kept, { until: UNTIL })
    const some = courseOf(lastDays(whole, 2, ({ feed: _, ...day }) => withoutEggs(day)))
    const course = { ...courseOf(whole), before: { number: 'FL1', final: some.final } }
    const lacking = finalOf(course).filter(({ previousLacks }) => previousLacks)
    expect(lacking.map(({ key }) => key)).toEqual(expect.arrayContaining(isHens(kept) ? ['eggs'] : []))
    for (const { key, lacks, previous, previousLacks } of lacking) {
      expect(lacks).toBeNull()
      expect(previousLacks).toEqual(some.final.lacks?.[key])
      expect(previous).toBe(some.final[key])
    }
    expect(curveLacks(course, 'eggsPerHen')).toBeNull()
    if (!isHens(kept)) return
    const days = some.final.lacks?.eggs
    expect(days).toMatchObject({ why: 'eggs' })
    expect(curveLacks(some, 'eggsPerHen')).toEqual(days)
    expect(curveLacks(some, 'losses')).toBeNull()
  },
)
