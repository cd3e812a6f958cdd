import { expect, test } from 'vitest'
import type { FlockCourse } from '../contracts/flocks.ts'
import { recordNumberNames } from '../flocks.ts'
import { daysAfter } from '../zone-time.ts'
import { calendarPlaceOf, curveName, curveOf, mondayOf, placeOf } from './course-measures.ts'
import { ledgerOf, type ToldDay } from './ledger.ts'
import { weeksOf } from './weeks.ts'

/** Birds placed as chicks, told on every day up to the last, weighed on some; the days are ages. */
function told(
  type: 'broiler' | 'pullet',
  { last, weighed, placedOn = '2026-03-04' }: { last: number; weighed: readonly number[]; placedOn?: string },
) {
  const none = Object.fromEntries(recordNumberNames.map(name => [name, null])) as unknown as ToldDay
  const records = Array.from({ length: last + 1 }, (_, age) => ({
    ...none,
    day: daysAfter(placedOn, age),
    dead: 1,
    feed: 20 + age,
    water: 40 + age,
    ...(weighed.includes(age) && { weight: 100 + 50 * age, uniformity: 80 }),
  }))
  const days = ledgerOf({ dayZero: placedOn, placedOn, placedCount: 1_000, soldUndated: 0 }, records)
  return {
    flock: { type, breed: type === 'broiler' ? 'ross308' : 'hyline-brown', placedOn, placementDay: 0 },
    placedAge: 0,
    countedFrom: 0,
    days,
    weeks: weeksOf(days, null, { placedAge: 0 }),
  } as unknown as FlockCourse
}
const xs = (course: FlockCourse, measure: Parameters<typeof curveOf>[1]) =>
  curveOf(course, measure, 0).points.map(({ x }) => x)

test('a weighing stands in the curve on its day, not at the end of its week', () => {
  // The second and third are in one week of life: the curve of weights has both.
  const course = told('pullet', { last: 41, weighed: [8, 22, 25, 41] })
  expect(xs(course, 'weight')).toEqual([8 / 7, 22 / 7, 25 / 7, 41 / 7])
  expect(xs(course, 'uniformity')).toEqual([8 / 7, 25 / 7, 41 / 7])
  const [, second] = course.weeks
  if (!second) throw new Error('The second week is missing')
  expect([second.week, second.weighedAt, second.age]).toEqual([2, 8, 13])
  for (const measure of ['weight', 'uniformity', 'dailyGain', 'conversion', 'maleWeight'] as const)
    expect(placeOf(measure, second)).toBe(8 / 7)
  expect(placeOf('feed', second)).toBe(2)
  expect(placeOf('losses', second)).toBe(2)
  // Each is held against the standard of that very day.
  const { points, band } = curveOf(course, 'weight', 0)
  const at = (x: number) => band.find(each => each.x === x)?.mid ?? Number.NaN
  const first = (points[0]?.y ?? 0) - (points[0]?.off ?? 0)
  expect(first).toBeGreaterThan(at(1))
  expect(first).toBeLessThan(at(2))
})

test('of a week that is not over, a sum stands on its last day', () => {
  const [, , third] = told('pullet', { last: 16, weighed: [] }).weeks
  if (!third) throw new Error('The third week is missing')
  expect([placeOf('losses', third), placeOf('mortality', third)]).toEqual([17 / 7, 3])
})

test('broilers are followed day by day, by the day of age', () => {
  const course = told('broiler', { last: 10, weighed: [0, 7, 10] })
  const weight = curveOf(course, 'weight', 1)
  expect(weight.by).toBe('day')
  expect(weight.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 100],
    [7, 450],
    [10, 600],
  ])
  expect(weight.band.map(({ x }) => x)).toEqual(Array.from({ length: 18 }, (_, x) => x))
  // A farm that counts the placement as day 1 reads its own days, points and band alike.
  const counted = curveOf({ ...course, flock: { ...course.flock, placementDay: 1 } }, 'weight', 1)
  expect(counted.points.map(({ x, y }) => [x, y])).toEqual([
    [1, 100],
    [8, 450],
    [11, 600],
  ])
  expect(counted.band.map(({ mid }) => mid)).toEqual(weight.band.map(({ mid }) => mid))
  expect(xs(course, 'feed')).toEqual(Array.from({ length: 11 }, (_, x) => x))
  // Losses of a day are of the birds of its morning: one of 1,000, one of 999 and so on.
  const losses = curveOf(course, 'mortality', 0)
  expect(losses.by).toBe('day')
  for (const [age, { x, y, off }] of losses.points.entries()) {
    expect([x, y]).toEqual([age, 100 / (1_000 - age)])
    expect(off).toBeCloseTo(y - (losses.band[age]?.mid ?? Number.NaN), 9)
  }
  // Gain and conversion are of the days since the weighing before: 350 g in seven days, 150 g in three.
  expect(curveOf(course, 'dailyGain', 0).points.map(({ x, y }) => [x, y])).toEqual([
    [7, 50],
    [10, 50],
  ])
  const eaten = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => 20 + from + i).reduce((sum, kg) => sum + kg, 0)
  const conversion = curveOf(course, 'conversion', 0).points
  expect(conversion.map(({ x }) => x)).toEqual([7, 10])
  expect(conversion[0]?.y).toBeCloseTo(eaten(0, 7) / (993 * 0.45 - 1_000 * 0.1), 9)
  expect(conversion[1]?.y).toBeCloseTo(eaten(7, 10) / (990 * 0.6 - 993 * 0.45), 9)
  expect(curveName(course, 'mortality', 'en-US')).toBe('Daily loss')
  // All of other birds stays by the week.
  expect(curveOf(told('pullet', { last: 10, weighed: [7] }), 'weight', 0).by).toBe('week')
})

test('by the clock, a weighing stands on the day of the weighing, other figures in the week of their last day', () => {
  // Placed on a Wednesday: weeks of life run from Wednesday to Tuesday.
  const course = told('pullet', { last: 27, weighed: [8, 15, 26] })
  const [, second] = course.weeks
  if (!second) throw new Error('The second week is missing')
  const feed = calendarPlaceOf(course, 'feed', second)
  const weight = calendarPlaceOf(course, 'weight', second)
  // Day 8 is Thursday 12 March; its week of life ends on Tuesday 17 March, in the next calendar week.
  expect([mondayOf(Math.floor(weight)), mondayOf(feed)]).toEqual(['2026-03-09', '2026-03-16'])
  expect(weight - Math.floor(weight)).toBeCloseTo(3 / 7, 9)
  for (const week of course.weeks) {
    const place = calendarPlaceOf(course, 'weight', week)
    const on = daysAfter(mondayOf(Math.floor(place)), Math.round(7 * (place - Math.floor(place))))
    expect(on).toBe(daysAfter('2026-03-04', week.weighedAt ?? week.age))
  }
})
