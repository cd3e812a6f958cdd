import { expect, test } from 'vitest'
import type { FlockThisMorning } from '../contracts/workplace.ts'
import { daysAfter } from '../zone-time.ts'
import { changeSince, exceptionsIn, morningLines, standing } from './exceptions.ts'

const figures = {
  dead: 5,
  culled: 0,
  eggs: 28_000,
  rate: 95.6,
  feedKg: 3_300,
  feed: 111,
  waterL: 6_100,
  water: 205,
  aliveAtStart: 29_700,
  movedIn: 0,
  sold: 0,
  movedOut: 0,
}
const yesterday = { day: '2026-11-20', age: 213, ...figures }
const before = { day: '2026-11-19', age: 212, ...figures }
const flock = (more: Partial<FlockThisMorning> = {}): FlockThisMorning => ({
  id: 'f',
  houseId: 'h',
  houseName: 'House 2',
  timeZone: 'Asia/Shanghai',
  type: 'layer',
  breed: 'hyline-brown',
  dayAge: 214,
  age: 214,
  alive: 29_700,
  males: null,
  isRecorded: true,
  placedAge: 119,
  placedOn: '2026-08-17',
  yesterday: '2026-11-20',
  lossesOn: '2026-11-20',
  isTodayTold: false,
  days: [yesterday, before],
  today: null,
  deadMean: 5,
  alarms: [],
  weight: 1_986,
  weighedAt: 210,
  ...more,
})
const kinds = (more: Partial<FlockThisMorning>) => exceptionsIn([flock(more)]).map(({ kind }) => kind)
const told = (more: Partial<typeof yesterday>) => ({ days: [{ ...yesterday, ...more }, before] })
const losing = (value: number, level: 'warning' | 'critical' = 'warning') => ({
  alarms: [{ code: 'LossesHigh' as const, level, value, limit: 0.05 }],
})

test('a flock on its standard is no exception', () => {
  expect(kinds({})).toEqual([])
  expect(standing(flock())).toMatchObject({ measure: 'rate', value: 95.6, sense: 'neutral' })
})

test.each([
  ['losses that are an alarm', losing(0.12), ['dead']],
  ['many dead without one', told({ dead: 16 }), []],
  ['water that rose', told({ water: 280 }), ['thirst']],
  ['fewer eggs and less feed', told({ feed: 90, rate: 90 }), ['feed', 'rate']],
  ['few eggs of hens that nobody counted', { ...told({ rate: 90 }), isRecorded: false }, []],
  [
    'a fall in lay is named once, by its alarm',
    {
      ...told({ rate: 80 }),
      alarms: [{ code: 'LayingRateFalling' as const, level: 'warning' as const, value: 80, limit: 92 }],
    },
    ['laying'],
  ],
  ['yesterday not told', { days: [before] }, ['missing']],
  ['nothing told at all', { days: [] }, ['missing']],
  ['nothing told of birds that came yesterday', { days: [], placedOn: '2026-11-20' }, []],
])('%s', (_, more, expected) => {
  expect(kinds(more)).toEqual(expected)
})

test('broilers a tenth under their weight are an exception, and not once the weighing is old', () => {
  const light = {
    type: 'broiler' as const,
    breed: 'ross308',
    age: 28,
    placedAge: 0,
    weight: 1_130,
    weighedAt: 24,
    days: [],
  }
  expect(kinds({ ...light, placedOn: '2026-11-20' })).toEqual(['weight'])
  expect(kinds({ ...light, placedOn: '2026-11-20', age: 40 })).toEqual([])
})

test('the worst of all flocks comes first, and among equals the one with most at stake', () => {
  const flocks = [
    flock({ houseName: 'A', days: [] }),
    flock({ houseName: 'B', ...told({ rate: 88 }) }),
    flock({ houseName: 'C', ...losing(0.06) }),
    flock({ houseName: 'D', ...losing(3) }),
    flock({ houseName: 'E', ...told({ rate: 70 }) }),
    flock({ houseName: 'F', ...losing(0.2, 'critical'), alive: 100 }),
  ]
  expect(
    exceptionsIn(flocks)
      .map(each => each.flock.houseName)
      .join(''),
  ).toBe('FDCEBA')
})

test('chicks that eat more every day are no change', () => {
  // The table of Ross 308 gives 13 g on the third day of life and 17 g on the fourth.
  const chicks = { type: 'broiler' as const, breed: 'ross308', placedAge: 0 }
  const on = (age: number, feed: number) => ({ ...yesterday, age, feed, day: `2026-11-${20 - 5 + age}` })
  expect(changeSince(flock({ ...chicks, days: [on(4, 20), on(3, 17)] }), 'feed')).toBeLessThan(10)
})

test('chicks of a breed without a standard eat more every day too', () => {
  const yellow = { type: 'broiler' as const, breed: 'Yellow broiler', placedAge: 0, placedOn: '2026-11-16' }
  const normal = [13, 17, 20, 24, 28]
  const on = (age: number) => ({
    ...yesterday,
    age,
    feed: normal[age - 3] ?? 0,
    water: 2 * (normal[age - 3] ?? 0),
    rate: null,
    eggs: null,
    day: `2026-11-${20 - 7 + age}`,
  })
  for (const age of [4, 5, 6, 7]) {
    const day = { ...yellow, age, weight: null, yesterday: on(age).day, days: [on(age), on(age - 1)] }
    expect(kinds(day), `day ${age}`).toEqual([])
  }
})

test.each([
  ['caught at dawn, so that the rest ate for a third fewer', { sold: 9_000, feed: 80, water: 150 }],
  ['moved in at dawn, so that more ate', { movedIn: 9_000, feed: 145, water: 270 }],
])('birds %s say nothing about a change, on that day and the next', (_, turned) => {
  expect(kinds(told(turned))).toEqual([])
  expect(kinds({ days: [yesterday, { ...before, ...turned }] })).toEqual([])
})

test('pullets that are fed every other day are no news each second morning; one that drinks more on its ration is', () => {
  const pullets = { type: 'pullet' as const, breed: 'hyline-brown', age: 70, placedAge: 0, weight: null }
  const fed = { ...yesterday, age: 69, eggs: null, rate: null, feed: 105, water: 170 }
  const fast = { ...before, age: 68, eggs: null, rate: null, feed: 0, feedKg: 0, water: 100 }
  const swapped = [
    { ...fast, day: fed.day },
    { ...fed, day: fast.day },
  ]
  expect(kinds({ ...pullets, days: [fed, fast] })).toEqual([])
  expect(kinds({ ...pullets, days: swapped })).toEqual([])
  const same = { ...fed, day: before.day, age: 68 }
  expect(kinds({ ...pullets, days: [{ ...fed, water: 260 }, same] })).toEqual(['thirst'])
})

test('a skipped day says nothing about a change', () => {
  expect(changeSince(flock({ days: [yesterday, { ...before, day: '2026-11-17' }] }), 'water')).toBeNull()
})

test.each([
  [8, 'A'],
  [60, 'A'],
  [300, 'A'],
  [7, 'B'],
])(
  'a flock without a record for %i days counts from its last one, and is no note once that is long',
  (days, first) => {
    const yesterday = flock({}).yesterday
    const silent = flock({
      houseName: 'A',
      days: [],
      lastRecordOn: daysAfter(yesterday, -days),
      placedOn: daysAfter(yesterday, -400),
    })
    const noted = flock({ houseName: 'B', ...told({ rate: 70 }) })
    const [exception] = exceptionsIn([silent])
    expect(exception).toMatchObject({ kind: 'missing', days })
    const lines = morningLines([], [noted, silent])
    expect(lines.map(line => line.exception?.flock.houseName)).toEqual(
      first === 'A' ? ['A', 'B'] : ['B', 'A'],
    )
  },
)
