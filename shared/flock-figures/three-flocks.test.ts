import { expect, test } from 'vitest'
import type { FlockCourse } from '../contracts/flocks.ts'
import { doubtsOf, feedDue } from '../flock-doubts.ts'
import { furtherAt } from '../standards/standards.ts'
import { pointsOffBand } from '../testing/drawn-curve.ts'
import { glitches, saidWith } from '../testing/glitches.ts'
import { dying, keptBreeds, type MadeFlock, onStandard, ownKept, takenOver } from '../testing/three-flocks.ts'
import { factsOf, toldCourse, toldMorning } from '../testing/told-flock.ts'
import { daysAfter, daysBetween } from '../zone-time.ts'
import { against, breakOf, curveOf, finalOf, furtherMeasuresOf, measuresOf } from './course-measures.ts'
import { exceptionsIn, standing } from './exceptions.ts'
import { findingOf } from './finding.ts'
import { standardIn } from './standard.ts'

const UNTIL = '2026-11-27'
const TODAY = '2026-11-28'

const courseOf = (made: MadeFlock) => toldCourse(made, TODAY)
const morningOf = (made: MadeFlock, houseName?: string) => toldMorning(made, TODAY, houseName)

const reddened = (course: FlockCourse) =>
  course.weeks.flatMap(week =>
    [...measuresOf(course), ...furtherMeasuresOf(course)].flatMap(measure => {
      const { value, standard, sense } = against(course, measure, week)
      return sense === 'neutral' ? [] : [`week ${week.week}: ${measure} ${value} of ${standard?.low}`]
    }),
  )

const nameOf = ({ standard, breed }: (typeof keptBreeds)[number]) => standard?.name ?? breed

for (const kept of [...keptBreeds, ...ownKept]) {
  const name = `${nameOf(kept)} as ${kept.type}`
  const made = onStandard(kept, { until: UNTIL })

  test(`${name}, exactly on its standard: nothing is red, doubted or found on any day of its life`, () => {
    const course = courseOf(made)
    expect(reddened(course)).toEqual([])
    expect(breakOf(course)).toBeNull()
    for (const measure of measuresOf(course)) expect(pointsOffBand(course, measure)).toEqual([])
    for (const measure of measuresOf(course)) {
      const { points } = curveOf(course, measure, 4)
      const most = Math.max(...points.map(({ y }) => Math.abs(y)), 1)
      for (const { x, off } of measure === 'uniformity' ? [] : points)
        expect(Math.abs(off ?? 0) / most, `${measure} at ${x}`).toBeLessThan(0.01)
    }
    for (let days = 1; days <= made.records.length; days += days < 50 ? 1 : 4) {
      const until = made.records[days - 1]?.day ?? UNTIL
      const sofar = { ...made, records: made.records.slice(0, days) }
      const morning = { ...morningOf(sofar), yesterday: until }
      expect(
        exceptionsIn([morning]).map(({ kind }) => kind),
        `morning after ${until}`,
      ).toEqual([])
    }
  }, 120_000)

  test(`${name}, exactly on its standard: partial weeks are not red either`, () => {
    const zero = made.hatchedOn ?? made.placedOn
    for (const record of made.records.filter((_, i) => i > 2 && (i < 50 || i % 4 === 0))) {
      const part = { ...made, records: made.records.filter(({ day }) => day <= record.day).slice(-20) }
      const course = courseOf({ ...part, records: part.records })
      expect(reddened(course), `day ${daysBetween(zero, record.day)}`).toEqual([])
    }
  }, 120_000)

  test(`${name}, exactly on its standard: its form has no question on any day`, () => {
    const { days } = courseOf(made)
    for (const [i, record] of made.records.entries()) {
      const week = days.slice(Math.max(0, i - 7), i)
      const mean = (values: (number | null)[]) => {
        const told = values.flatMap(value => value ?? [])
        return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length
      }
      const weighed = days.slice(0, i).findLast(({ weight }) => weight !== null)
      const day = {
        type: made.type,
        breed: made.breed,
        standard: made.standard,
        age: days[i]?.age ?? 0,
        aliveAtStart: days[i]?.aliveAtStart ?? null,
        lostMean: mean(week.map(({ dead }) => dead)),
        feedMean: feedDue(week, days[i]?.age ?? 0, made),
        weightBefore: weighed?.weight ?? null,
        weighedDaysAgo: weighed ? (days[i]?.age ?? 0) - weighed.age : null,
        measured: {},
      }
      expect(doubtsOf(factsOf(record), day), record.day).toEqual([])
    }
  })

  test(`${name}, slowly dying: first on the list from the third day on, with its losses as the reason`, () => {
    const well = { ...morningOf(made, 'Well'), days: [] }
    for (const days of [3, 5, 8]) {
      const [first] = exceptionsIn([well, morningOf(dying(made, days), 'Dying')])
      expect(first, `${days} days`).toMatchObject({ kind: 'dead', flock: { houseName: 'Dying' } })
    }
  })
}

const [layer] = keptBreeds.filter(({ type }) => type === 'layer')
const [broiler] = keptBreeds.filter(({ type }) => type === 'broiler')
const [breeder] = keptBreeds.filter(({ type }) => type === 'breeder')
if (!layer || !broiler || !breeder) throw new Error('no breeds')

test.each([...keptBreeds, ...ownKept])(
  '$breed as $type that nobody ever recorded has no figure at all',
  kept => {
    const made = { ...onStandard(kept, { until: UNTIL }), records: [] }
    const course = courseOf(made)
    const { lacks, ...figures } = course.final
    expect(Object.values(figures).filter(value => value !== null)).toEqual([])
    expect(lacks).toMatchObject({ livability: { why: 'unrecorded' } })
    expect(finalOf(course).find(({ key }) => key === 'livability')).toMatchObject({
      value: null,
      lacks: { why: 'unrecorded' },
    })
  },
)

for (const kept of keptBreeds.filter(({ type }) => type === 'layer' || type === 'breeder'))
  test(`${kept.breed} taken over in week 40: no figure over the time before, and nothing red for it`, () => {
    const course = courseOf(takenOver(onStandard(kept, { until: UNTIL }), 40))
    expect(course.weeks.map(({ losses, eggsPerHen }) => [losses, eggsPerHen])).toEqual(
      course.weeks.map(() => [null, null]),
    )
    // What counts from the placement is not drawn at all, and laying only where it was recorded.
    for (const measure of ['losses', 'eggsPerHen', 'eggsOfWeek'] as const)
      expect(curveOf(course, measure, 4).points, measure).toEqual([])
    for (const { x } of curveOf(course, 'rate', 4).points) expect(x).toBeGreaterThanOrEqual(40)
    const { lacks, ...figures } = course.final
    expect(figures).toMatchObject({
      livability: null,
      eggsPerHenHoused: null,
      peakRate: null,
      peakWeek: null,
      weeksAboveNinety: null,
      ageAtHalfRate: null,
    })
    expect(lacks).toMatchObject({ livability: { why: 'losses' }, eggsPerHenHoused: { why: 'began' } })
    expect(finalOf(course).find(({ key }) => key === 'peakRate')).toMatchObject({ lacks: { why: 'began' } })
    expect(reddened(course)).toEqual([])
  })

test('a broiler flock taken over after two weeks has no feed conversion and no EPEF', () => {
  const { final } = courseOf(takenOver(onStandard(broiler, { until: UNTIL }), 3))
  expect(final).toMatchObject({ feedConversion: null, efficiency: null, livability: null })
  expect(final.lacks?.feedConversion).toMatchObject({ why: 'feed', of: 35 })
})

test.each(ownKept)(
  'a flock on its own standard ($standard.name) is far from the public one of its breed',
  kept => {
    // So the tests above would be red if anything were held against that one.
    const { standard: _, ...made } = onStandard(kept, { until: UNTIL })
    expect(reddened(courseOf(made)).length).toBeGreaterThan(5)
  },
)

test('two flocks on their standards have nothing to tell apart, of one breed or of two', () => {
  const item = (key: string, made: MadeFlock) =>
    ({ key, house: { id: key, name: key }, course: courseOf(made) }) as unknown as Parameters<
      typeof findingOf
    >[0][number]
  const all = [...keptBreeds, ...ownKept]
  for (const one of all)
    for (const other of all.filter(({ type }) => type === one.type)) {
      const items = [
        item('A', onStandard(one, { until: UNTIL })),
        item('B', onStandard(other, { until: UNTIL })),
      ]
      for (const measure of measuresOf({ flock: { type: one.type } } as FlockCourse))
        expect(
          ['alike', 'never', 'nothing', 'breeds'],
          `${nameOf(one)} and ${nameOf(other)}: ${measure}`,
        ).toContain(findingOf(items, measure).kind)
    }
})

test('a broiler flock on its standard converts feed as the table of its breed says', () => {
  // Ross 308 (2022) at 35 days: 2,296 g, FCR 1.399; the farm’s own is worse by the birds it lost.
  const { final } = courseOf(onStandard({ ...broiler, breed: 'ross308', age: 35 }, { until: UNTIL }))
  expect(final.weight).toBeCloseTo(2_296, 0)
  expect(final.feedConversion).toBeGreaterThan(1.399)
  expect(final.feedConversion).toBeLessThan(1.399 * 1.03)
})

test('a standard that prints no feed conversion gives one by its feed and weight, beside that of the flock', () => {
  const [yellow] = ownKept.filter(({ type }) => type === 'broiler')
  if (!yellow) throw new Error('no standard')
  const table = standardIn(yellow)
  expect(table && furtherAt(table, 'feedConversion', yellow.age)).toBeNull()
  const found = finalOf(courseOf(onStandard(yellow, { until: UNTIL }))).find(
    ({ key }) => key === 'feedConversion',
  )
  const { value = null, standard = null } = found ?? {}
  if (value === null || standard === null) throw new Error('no feed conversion')
  // The flock’s own is worse by the birds it lost.
  expect(value / standard).toBeGreaterThan(1)
  expect(value / standard).toBeLessThan(1.04)
})

for (const [name, glitch] of Object.entries(glitches)) {
  test.each([...keptBreeds, ...ownKept])(`${name}: $breed as $type on its standard still is`, kept => {
    const made = glitch(onStandard(kept, { until: UNTIL }))
    const course = courseOf(made)
    expect.soft(reddened(course)).toEqual([])
    expect.soft(breakOf(course)).toBeNull()
    for (let ago = 0; ago < 20; ago++) {
      const today = daysAfter(TODAY, -ago)
      const known = ago === 0 ? made : { ...made, records: made.records.filter(({ day }) => day < today) }
      const morning = toldMorning(known, today)
      const kinds = exceptionsIn([morning]).map(({ kind }) => kind)
      const { morning: said } = saidWith(name, made)
      if (ago === 0) expect.soft(kinds).toEqual(said)
      else {
        const before = name.includes('losses') ? (['untold'] as const) : said
        expect.soft([[], before], `morning of ${today}`).toContainEqual(kinds)
      }
      expect.soft(standing(morning).sense).toBe('neutral')
    }
    const item = (key: string, course: FlockCourse) => ({ key, house: { id: key, name: key }, course })
    const items = [item('A', courseOf(onStandard(kept, { until: UNTIL }))), item('B', course)]
    for (const measure of measuresOf(course))
      expect.soft(['alike', 'never', 'nothing'], measure).toContain(findingOf(items as never, measure).kind)
  })

  test.each([...keptBreeds, ...ownKept])(
    `${name}: $breed as $type that is dying is first on the list`,
    kept => {
      const made = onStandard(kept, { until: UNTIL })
      for (const days of [3, 5, 8]) {
        const [first] = exceptionsIn([morningOf(made, 'Well'), morningOf(glitch(dying(made, days)), 'Dying')])
        // Where nobody enters losses, the list says so, or that the birds drink, lay or grow less.
        const kind = name === 'never any losses' ? expect.any(String) : 'dead'
        expect.soft(first, `${days} days`).toMatchObject({ kind, flock: { houseName: 'Dying' } })
      }
    },
  )

  test.each(keptBreeds.filter(({ type }) => type !== 'broiler'))(
    `${name}: $breed as $type taken over in the middle has no figure over the time before`,
    kept => {
      const course = courseOf(
        glitch(takenOver(onStandard(kept, { until: UNTIL }), Math.round(kept.age / 7) - 4)),
      )
      expect
        .soft(course.weeks.map(({ losses, eggsPerHen }) => [losses, eggsPerHen]))
        .toEqual(course.weeks.map(() => [null, null]))
      expect.soft(course.final).toMatchObject({ livability: null, eggsPerHenHoused: null, efficiency: null })
      expect.soft(reddened(course)).toEqual([])
    },
  )
}
