import { expect, test } from 'vitest'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { alarmFarm, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()

type Values = Record<string, MetricValue>
const MAINS_OUT = { 'Power/MainsOk': false }
const MAINS_BACK = { 'Power/MainsOk': true }
const RUNS = { 'Power/GeneratorOn': true }
const STANDS = { 'Power/GeneratorOn': false }
/** The fifth digital input tells of a power failure. */
const BY_INPUT = { 'Settings/IO/DI5/Function': 6, 'IO/DI/Bitmap': 0 }
const INPUT_OUT = { 'IO/DI/Bitmap': 0b10000 }

interface Course {
  name: string
  /** What the controller says, and how long it then says nothing, s. */
  says: readonly (readonly [Values, number])[]
  /** Level of the alarm of the mains; none: it did not ring. */
  mains?: string
  /** Level and end of the generator's alarm, and when it rang after the first word, s; none: it did not ring. */
  rings?: { level: string; afterS: number; isOver?: true }
  isEmpty?: true
}

const courses: readonly Course[] = [
  {
    name: 'starts after 15 s',
    mains: 'critical',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 15],
      [RUNS, 600],
      [MAINS_BACK, 0],
      [STANDS, 300],
    ],
  },
  {
    name: 'starts at the last moment',
    mains: 'emergency',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 58],
      [RUNS, 600],
    ],
  },
  {
    name: 'does not start',
    mains: 'emergency',
    says: [[{ ...MAINS_OUT, ...STANDS }, 600]],
    rings: { level: 'emergency', afterS: 60 },
  },
  {
    name: 'does not start when an input tells of the mains',
    mains: 'emergency',
    says: [
      [{ ...BY_INPUT, ...STANDS }, 60],
      [INPUT_OUT, 600],
    ],
    rings: { level: 'emergency', afterS: 120 },
  },
  {
    name: 'starts when an input tells of the mains',
    mains: 'critical',
    says: [
      [{ ...BY_INPUT, ...STANDS }, 60],
      [INPUT_OUT, 20],
      [RUNS, 600],
    ],
  },
  {
    name: 'does not start and tells it by numbers',
    mains: 'emergency',
    says: [[{ 'Power/MainsOk': 0, 'Power/GeneratorOn': 0 }, 600]],
    rings: { level: 'emergency', afterS: 60 },
  },
  {
    name: 'runs dry',
    mains: 'emergency',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 10],
      [RUNS, 890],
      [STANDS, 600],
    ],
    rings: { level: 'emergency', afterS: 960 },
  },
  {
    name: 'is started by hand after ten minutes',
    mains: 'emergency',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 600],
      [RUNS, 300],
    ],
    rings: { level: 'emergency', afterS: 60, isOver: true },
  },
  {
    name: 'does not start before the mains are back',
    mains: 'emergency',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 300],
      [MAINS_BACK, 300],
    ],
    rings: { level: 'emergency', afterS: 60, isOver: true },
  },
  {
    name: 'need not start: the mains are back within the minute',
    mains: 'emergency',
    says: [
      [{ ...MAINS_OUT, ...STANDS }, 50],
      [MAINS_BACK, 600],
    ],
  },
  { name: 'stands by while the mains are there', says: [[{ ...MAINS_BACK, ...STANDS }, 900]] },
  { name: 'is not there', mains: 'emergency', says: [[MAINS_OUT, 900]] },
  { name: 'has no value', mains: 'emergency', says: [[{ ...MAINS_OUT, 'Power/GeneratorOn': null }, 900]] },
  { name: 'is all that is told: nothing says how the mains are', says: [[STANDS, 900]] },
  {
    name: 'does not start in an empty house',
    mains: 'warning',
    says: [[{ ...MAINS_OUT, ...STANDS }, 600]],
    rings: { level: 'warning', afterS: 60 },
    isEmpty: true,
  },
]

test.each(courses)('a generator that $name', async ({ says, mains, rings, isEmpty }) => {
  const house = await farm.controller(isEmpty ? null : undefined)
  await farm.start()
  const begin = farm.now
  for (const [values, forS] of says) {
    farm.report(house, values)
    farm.pass(forS * SECOND)
  }
  await farm.settled()
  const alarms = await farm.alarmsOf(house)
  const ofMains = alarms.filter(({ code }) => code === 'MainsLost')
  expect(ofMains.map(({ level }) => level)).toEqual(mains === undefined ? [] : [mains])
  const rang = alarms.filter(({ code }) => code === 'GeneratorNotRunning')
  expect(
    rang.map(({ level, raisedAt, condition }) => ({
      level,
      afterS: (raisedAt.getTime() - begin) / SECOND,
      ...(condition === 'cleared' && { isOver: true }),
    })),
  ).toEqual(rings ? [rings] : [])
})

test.each([
  ['the mains are there', MAINS_BACK, true],
  ['the generator runs', { ...MAINS_OUT, ...RUNS }, true],
  ['nothing has power, which has an alarm of its own', { ...MAINS_OUT, ...STANDS }, false],
  ['the mains are out and no generator is told of', MAINS_OUT, false],
  ['the mains are out by an input', { ...BY_INPUT, ...INPUT_OUT }, false],
] as const)('ventilation that is off while %s', async (_, supply, isRung) => {
  const house = await farm.controller()
  await farm.start()
  farm.report(house, { 'Vent/Mode': 0, ...supply })
  farm.pass(6 * MINUTE)
  await farm.settled()
  const codes = (await farm.alarmsOf(house)).map(({ code }) => code)
  expect(codes.includes('VentilationOff')).toBe(isRung)
})
