import { expect, test } from 'vitest'
import type { DueStep } from '#shared/contracts/health-programmes.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { aHouse } from '#web/components/testing/a-house.ts'
import { linesOf } from './attention-lines.ts'

const aFlock = (id: string, more: Partial<FlockThisMorning> = {}): FlockThisMorning => ({
  id,
  houseId: `house of ${id}`,
  houseName: id,
  timeZone: 'Asia/Shanghai',
  type: 'layer',
  breed: null,
  dayAge: 200,
  age: 200,
  alive: 10_000,
  males: null,
  isRecorded: true,
  placedAge: 0,
  placedOn: '2026-05-04',
  yesterday: '2026-11-19',
  lossesOn: '2026-11-19',
  isTodayTold: false,
  days: [],
  today: null,
  deadMean: null,
  alarms: [],
  weight: null,
  weighedAt: null,
  ...more,
})
const told = {
  day: '2026-11-19',
  age: 199,
  dead: 5,
  culled: 0,
  eggs: null,
  rate: null,
  feedKg: null,
  feed: null,
  waterL: null,
  water: null,
  aliveAtStart: null,
  movedIn: 0,
  sold: 0,
  movedOut: 0,
}
const dying = (id: string, level: 'critical' | 'warning', value = 3) =>
  aFlock(id, { days: [told], alarms: [{ code: 'LossesHigh', level, value, limit: 0.1 }] })

/** Houses without a controller: one that nothing serves, and one that only a sensor does, which has fallen silent. */
const unserved = aHouse({ id: 'unserved', iotId: null, devices: [], state: 'offline' })
const sensorOnly = {
  ...aHouse({
    id: 'silent',
    iotId: null,
    devices: [{ id: 's', code: 'S', name: 'Sensor', type: 'sensor', status: 'OFFLINE' }] as never,
    state: 'offline',
  }),
  urgency: 'offline' as const,
}
const house = (
  id: string,
  urgency: 'emergency' | 'alarm' | 'watch' | 'normal',
  alarms: readonly object[] = [],
) => ({
  ...aHouse({ id, state: urgency === 'normal' ? 'normal' : 'alarm', alarms: alarms as never }),
  urgency,
})
const overdue = { flockId: 'overdue', state: 'overdue', step: { id: 'step' } } as DueStep

const named = (...args: Parameters<typeof linesOf>) =>
  linesOf(...args).map(({ house, exception, step }) => house?.id ?? exception?.flock.id ?? step?.flockId)

test('a dying flock stands before a house without a controller, whatever order they come in', () => {
  const houses = [{ ...unserved, urgency: 'offline' as const }, sensorOnly]
  expect(named(houses, [dying('dying', 'critical')], [])).toEqual(['dying', 'silent'])
  expect(named(houses.toReversed(), [dying('dying', 'critical')], [])).toEqual(['dying', 'silent'])
  // One that nothing serves is no line at all: nobody waits for it.
  expect(named([houses[0] as never], [dying('warned', 'warning')], [])).toEqual(['warned'])
})

test('houses, flocks and steps are in one order: danger, dying, silent, the warnings, then what was not told', () => {
  const houses = [
    house('fine', 'normal'),
    house('watched', 'watch'),
    sensorOnly,
    house('hot', 'alarm'),
    house('burning', 'emergency'),
  ]
  const flocks = [
    aFlock('untold', { days: [] }),
    dying('warned', 'warning'),
    dying('few', 'critical', 1),
    dying('many', 'critical', 9),
  ]
  expect(named(houses, flocks, [overdue, { ...overdue, flockId: 'due', state: 'due' as never }])).toEqual([
    'burning',
    'many',
    'few',
    'hot',
    'silent',
    'warned',
    'watched',
    'overdue',
    'untold',
  ])
})

test('a flock whose alarm its house already names has no line of its own', () => {
  const losses = { code: 'LossesHigh', level: 'critical', iotId: null }
  const flock = { ...dying('dying', 'critical'), houseId: 'h' }
  expect(named([house('h', 'alarm', [losses])], [flock], [])).toEqual(['h'])
  expect(named([house('h', 'alarm', [{ ...losses, code: 'HighTemp' }])], [flock], [])).toEqual(['dying', 'h'])
})

const dyingIn = (houseId: string, value: number, level: 'critical' | 'warning' = 'critical') => ({
  ...dying(`flock of ${houseId}`, level, value),
  houseId,
})
const losing = (id: string, more: object = {}) => ({
  ...house(id, 'alarm', [{ code: 'LossesHigh', level: 'critical', iotId: `flock of ${id}` }]),
  ...more,
})

test('of houses whose flocks die the one that loses most stands first, whatever their names and other alarms', () => {
  const other = house('A hot', 'alarm', [{ code: 'HighCO2', level: 'critical', iotId: 'd' }])
  const burning = house('Y burning', 'emergency', [{ code: 'MainsLost', level: 'emergency', iotId: 'd' }])
  const stuffy = house('X no air', 'alarm', [
    { code: 'HighCO2', level: 'critical', iotId: 'd' },
    { code: 'VentilationOff', level: 'critical', iotId: 'd' },
  ])
  const houses = [other, losing('B'), losing('C'), losing('Z'), stuffy, burning]
  const flocks = [dyingIn('B', 0.11), dyingIn('C', 0.5), dyingIn('Z', 4), dyingIn('not watched', 1)]
  const expected = ['Y burning', 'X no air', 'Z', 'flock of not watched', 'C', 'B', 'A hot']
  expect(named(houses, flocks, [])).toEqual(expected)
  expect(named(houses.toReversed(), flocks.toReversed(), [])).toEqual(expected)
})

test('losses count in birds: a small share of many is more than a large one of few', () => {
  const houses = [losing('few'), losing('many')]
  const flocks = [
    { ...dyingIn('few', 4), alive: 100 },
    { ...dyingIn('many', 0.5), alive: 30_000 },
  ]
  expect(named(houses, flocks, [])).toEqual(['many', 'few'])
})

test('a house names the alarm of its flock with its figure, and of equal ones the older stands first', () => {
  const houses = [
    losing('new', { stateSince: '2026-11-19T05:00:00.000Z' }),
    losing('old', { stateSince: '2026-11-18T05:00:00.000Z' }),
  ]
  const lines = linesOf(houses, [dyingIn('new', 2), dyingIn('old', 2)], [])
  expect(lines.map(({ house, exception }) => [house?.id, exception?.flock.houseId])).toEqual([
    ['old', 'old'],
    ['new', 'new'],
  ])
})

test('flocks with warnings stand by what they lose as well, whether their house has a line or not', () => {
  const warned = (id: string) => house(id, 'watch', [{ code: 'LossesHigh', level: 'warning', iotId: id }])
  const houses = [
    house('A open', 'watch', [{ code: 'DoorOpen', level: 'warning', iotId: 'd' }]),
    warned('B'),
    warned('Z'),
  ]
  const flocks = [
    dyingIn('B', 0.2, 'warning'),
    dyingIn('Z', 0.9, 'warning'),
    dyingIn('other', 0.5, 'warning'),
  ]
  expect(named(houses, flocks, [])).toEqual(['Z', 'flock of other', 'B', 'A open'])
})

test('a house that only says that nothing is heard does not hide the losses of its flock', () => {
  const silent = {
    ...sensorOnly,
    alarms: [{ code: 'LossesHigh', level: 'warning', iotId: 'f' }] as never,
  }
  expect(named([silent], [dyingIn('silent', 0.2, 'warning')], [])).toEqual(['silent', 'flock of silent'])
  const nothingServes = { ...unserved, urgency: 'offline' as const, alarms: silent.alarms }
  expect(named([nothingServes], [dyingIn('unserved', 0.2, 'warning')], [])).toEqual(['flock of unserved'])
})
