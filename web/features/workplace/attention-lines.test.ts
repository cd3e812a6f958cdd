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
    'hot',
    'many',
    'few',
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
  expect(named([house('h', 'alarm', [{ ...losses, code: 'HighTemp' }])], [flock], [])).toEqual(['h', 'dying'])
})
