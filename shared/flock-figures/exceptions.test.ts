import { expect, test } from 'vitest'
import type { FlockThisMorning } from '../contracts/workplace.ts'
import { changeSince, exceptionsIn, standing } from './exceptions.ts'

const day = { dead: 5, eggs: 28_000, rate: 95.6, feedKg: 3_300, waterL: 6_100 }
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
  placedAge: 119,
  placedOn: '2026-08-17',
  yesterday: '2026-11-20',
  days: [
    { day: '2026-11-20', ...day },
    { day: '2026-11-19', ...day },
  ],
  today: null,
  deadMean: 5,
  losses: null,
  weight: 1_986,
  weighedAt: 210,
  ...more,
})
const kinds = (more: Partial<FlockThisMorning>) => exceptionsIn([flock(more)]).map(({ kind }) => kind)
const told = (more: object) => ({
  days: [
    { day: '2026-11-20', ...day, ...more },
    { day: '2026-11-19', ...day },
  ],
})

test('a flock on its standard is no exception', () => {
  expect(kinds({})).toEqual([])
  expect(standing(flock())).toMatchObject({ measure: 'rate', value: 95.6, sense: 'neutral' })
})

test.each([
  ['losses that are an alarm', { losses: { percent: 0.12, limit: 0.1 } }, ['dead']],
  ['many dead without one', told({ dead: 16 }), []],
  ['less water than the day before', told({ waterL: 5_100 }), ['water']],
  ['fewer eggs and less feed', told({ feedKg: 2_800, rate: 90 }), ['rate', 'feed']],
  ['yesterday not told', { days: [{ day: '2026-11-19', ...day }] }, ['missing']],
  ['nothing told at all', { days: [] }, ['missing']],
  ['nothing told of birds that came yesterday', { days: [], placedOn: '2026-11-20' }, []],
  ['today told already', { days: [{ day: '2026-11-21', ...day }] }, []],
])('%s', (_, more, expected) => {
  expect(kinds(more)).toEqual(expected)
})

test('the worst of all flocks comes first', () => {
  const flocks = [
    flock({ days: [] }),
    flock(told({ waterL: 9_000 })),
    flock({ losses: { percent: 0.13, limit: 0.1 } }),
  ]
  expect(exceptionsIn(flocks).map(({ kind }) => kind)).toEqual(['dead', 'water', 'missing'])
})

test('a skipped day says nothing about a change', () => {
  const [now] = told({ waterL: 1 }).days
  if (!now) throw new Error('no day')
  expect(changeSince([now, { day: '2026-11-17', ...day }], 'waterL')).toBeNull()
})
