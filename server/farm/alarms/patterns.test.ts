import { beforeAll, describe, expect, test } from 'vitest'
import { platformAlarms } from '#shared/alarms.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { alarm } from '../../platform/database/tables/alarms.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { platformRules } from './rules/platform-rules.ts'
import { alarmFarm, type Controller, MINUTE, SECOND } from './testing/alarm-farm.ts'

type Values = Record<string, MetricValue>
type Recorded = typeof alarm.$inferSelect

const DAY = 86_400_000
const HOUR = 60 * MINUTE
/** How long a value must be back before its alarm ends. */
const HOLD = MINUTE
/** What a loose wire may delay: a twelfth of the time it says that all is well, which takes back as much. */
const FLICKERING = 1.25

/** A house with broilers of 30 days in which all is well. */
const well: Values = {
  'Climate/Temp/Avg': 20.5,
  'Climate/Temp/S1': 20,
  'Climate/Temp/S2': 20.5,
  'Climate/Temp/S3': 21,
  'Climate/Temp/Target': 20,
  'Climate/Temp/Outdoor': 12,
  'Climate/Hum/Avg': 60,
  'Air/CO2/S1': 1_800,
  'Air/NH3/S2': 8,
  'Air/Pressure/S1': 25,
  'Fan/G01/State': 1,
  'Fan/G02/State': 0,
  'Vent/Mode': 1,
  'Power/MainsOk': true,
  'Power/GeneratorOn': false,
  'Water/FlowRate': 3,
  'Bird/Count': 20_000,
  'Feed/Silo1/Weight': 9_000,
  'Light/Lux/S1': 20,
  'IO/DI/Bitmap': 0,
  'Settings/IO/DI1/Function': 4,
  'Settings/IO/DI2/Function': 5,
  'Settings/IO/DI3/Function': 7,
}

/** What each rule must ring for, and after how long at the latest. */
interface Bad {
  values: Values
  afterMs: number
  /** What rightly rings beside it. */
  beside?: readonly string[]
}
const bad: Readonly<Record<string, Bad>> = {
  TemperatureHigh: {
    values: { 'Climate/Temp/Avg': 26.2 },
    afterMs: 2 * MINUTE,
    beside: ['TemperatureRising'],
  },
  TemperatureLow: { values: { 'Climate/Temp/Avg': 8 }, afterMs: 2 * MINUTE },
  TemperatureAbsolute: { values: { 'Climate/Temp/S3': 39 }, afterMs: 90 * SECOND, beside: ['ProbesApart'] },
  ProbesApart: { values: { 'Climate/Temp/S3': 24.5 }, afterMs: 15 * MINUTE },
  TargetUnlikely: { values: { 'Climate/Temp/Target': 26 }, afterMs: 10 * MINUTE },
  CarbonDioxideHigh: { values: { 'Air/CO2/S1': 12_000 }, afterMs: 2 * MINUTE },
  AmmoniaHigh: { values: { 'Air/NH3/S2': 60 }, afterMs: 10 * MINUTE },
  HumidityHigh: { values: { 'Climate/Hum/Avg': 92 }, afterMs: 30 * MINUTE },
  HumidityLow: { values: { 'Climate/Hum/Avg': 20 }, afterMs: 16 * HOUR },
  StaticPressureHigh: { values: { 'Air/Pressure/S1': 70 }, afterMs: MINUTE },
  StaticPressureLow: { values: { 'Air/Pressure/S1': 1 }, afterMs: 2 * MINUTE },
  MainsLost: { values: { 'Power/MainsOk': false, 'Power/GeneratorOn': true }, afterMs: 30 * SECOND },
  GeneratorNotRunning: {
    values: { 'Power/MainsOk': false },
    afterMs: MINUTE,
    beside: ['MainsLost'],
  },
  MotorOverload: { values: { 'IO/DI/Bitmap': 0b001 }, afterMs: MINUTE },
  PhaseMissing: { values: { 'IO/DI/Bitmap': 0b010 }, afterMs: 30 * SECOND },
  DoorOpen: { values: { 'IO/DI/Bitmap': 0b100 }, afterMs: 15 * MINUTE },
  FansFaulty: { values: { 'Fan/G02/State': 4 }, afterMs: MINUTE },
  VentilationOff: { values: { 'Vent/Mode': 0 }, afterMs: 5 * MINUTE },
  EmergencyVentilation: { values: { 'Vent/Mode': 6 }, afterMs: 30 * SECOND },
  ManualMode: { values: { 'Vent/Mode': 5 }, afterMs: 15 * MINUTE },
  WaterStopped: { values: { 'Water/FlowRate': 0 }, afterMs: 30 * MINUTE },
  WaterSpilled: {
    values: { 'Water/FlowRate': 60 },
    afterMs: 15 * MINUTE,
    beside: ['FarmRule.above:Water/FlowRate'],
  },
  FeedRunsOut: { values: { 'Feed/Silo1/Weight': 400 }, afterMs: 15 * MINUTE },
  DarkTooLong: { values: { 'Light/Lux/S1': 0 }, afterMs: 10 * HOUR },
}
/** The farm's own rules of the test, by what they watch. */
const own = [
  { metric: 'Climate/Temp/Outdoor', direction: 'below', limit: 0, forMinutes: 0, value: -5 },
  { metric: 'Feed/Silo1/Weight', direction: 'above', limit: 12_000, forMinutes: 1, value: 13_000 },
  { metric: 'Water/FlowRate', direction: 'above', limit: 8, forMinutes: 20, value: 9 },
] as const
const ownOf = ({ metric, direction }: (typeof own)[number]) => `FarmRule.${direction}:${metric}`
const cases: Readonly<Record<string, Bad>> = {
  ...bad,
  ...Object.fromEntries(
    own.map(rule => [
      ownOf(rule),
      { values: { [rule.metric]: rule.value }, afterMs: rule.forMinutes * MINUTE },
    ]),
  ),
}

/** A way to report: what is said at a moment, `s` after the last change of what is true. */
interface Pattern {
  name: string
  /** Seconds between two reports; null: only when something changes. */
  everyS: number | null
  /** How far the device's times are off. ms */
  clockMs?: number
  /** Each metric comes in a message of its own. */
  isSplit?: boolean
  /** Every twelfth report says that all is well, as a loose wire does. */
  flickers?: boolean
}
const patterns: readonly Pattern[] = [
  { name: 'once and never again', everyS: null },
  { name: 'once, in messages of their own', everyS: null, isSplit: true },
  { name: 'every 10 s', everyS: 10 },
  { name: 'every 10 s by a clock that is late', everyS: 10, clockMs: -100 * SECOND },
  { name: 'every minute by a clock that is early', everyS: 60, clockMs: 100 * SECOND },
  { name: 'every 4 min', everyS: 240 },
  { name: 'every 11 min in messages of their own', everyS: 660, isSplit: true },
  { name: 'every 30 min', everyS: 1_800 },
  { name: 'every 5 s with every twelfth wrong', everyS: 5, flickers: true },
]

/** These look at more than what stands. */
const LOOKED_UP = ['TemperatureRising', 'WaterBelowUsual', 'WaterAboveUsual']

test('every rule of the platform that looks at standing values has a case', () => {
  const ids = platformRules.map(({ id }) => id).filter(id => !LOOKED_UP.includes(id))
  expect(Object.keys(bad).toSorted()).toEqual(ids.toSorted())
  for (const id of ids) expect(Object.keys(platformAlarms)).toContain(id)
})

/** In the longest courses the birds have not eaten for most of a day, which is told as well. */
const UNFED = 'ProbeWrong.still:Feed/Silo1/Weight'

/** A house that is well, then bad for as long as its rule needs and more, then well again. */
interface Course extends Bad {
  code: string
  pattern: Pattern
  house: Controller
  /** Times of the first report that says so, ms since 1970; 0 before. */
  badAt: number
  backAt: number
}

const WELL = 5 * MINUTE
/** Hours of some hundred houses. ms */
const PATIENCE = 10 * MINUTE
/** Even a device that reports every half hour says it within this time. */
const SAID = 35 * MINUTE

describe.each([
  { name: 'within the hour', isLong: false, step: 5 * SECOND },
  { name: 'within the day', isLong: true, step: 30 * SECOND },
])(
  'a rule that rings $name rings, holds and ends in time, however the device reports',
  ({ isLong, step }) => {
    const farm = alarmFarm()
    const ofThis = Object.entries(cases).filter(([, { afterMs }]) => afterMs > HOUR === isLong)
    const often = (everyS: number | null) => everyS === null || everyS * SECOND >= step
    const wanted = ofThis.flatMap(([code, each]) =>
      patterns.filter(({ everyS }) => often(everyS)).map(pattern => ({ code, pattern, ...each })),
    )
    let courses: Course[] = []
    let recorded: Recorded[] = []
    const alarmsOf = ({ house }: Course) =>
      recorded.filter(({ houseIds }) => houseIds.includes(house.houseId))
    const find = (code: string, { name }: Pattern) =>
      courses.find(course => course.code === code && course.pattern.name === name) as Course

    /** Says what is true `forMs` after the beginning, if the pattern has it so. */
    function say(course: Course, forMs: number): void {
      const { pattern, values, afterMs, house } = course
      const { everyS, clockMs = 0, isSplit, flickers } = pattern
      const until = WELL + afterMs * FLICKERING + SAID
      const isBad = forMs >= WELL && forMs < until
      const isChange = [0, WELL, until].some(at => forMs >= at && forMs < at + step)
      if (everyS === null ? !isChange : forMs % (everyS * SECOND) >= step) return
      const isWrong = flickers && Math.floor(forMs / (everyS ?? 1) / SECOND) % 12 === 11
      if (isBad && !isWrong) course.badAt ||= farm.now
      if (!isBad && course.badAt > 0) course.backAt ||= farm.now
      const said = isBad && !isWrong ? { ...well, ...values } : well
      const parts = isSplit ? Object.entries(said).map(([metric, value]) => ({ [metric]: value })) : [said]
      for (const part of parts) farm.report(house, part, farm.now + clockMs)
    }

    /** All houses side by side. */
    beforeAll(async () => {
      const placedOn = dateIn('Asia/Shanghai', new Date(Date.now() - 30 * DAY))
      const { made } = await farm.controllers(wanted.length, placedOn, 'broiler')
      for (const { value: _, ...rule } of own)
        await buildAlarmRule(farm.app.services, farm.app.offices.sharing, rule)
      await farm.start()
      courses = wanted.map((each, i) => ({ ...each, house: made[i] as Controller, badAt: 0, backAt: 0 }))
      const longest = Math.max(...wanted.map(({ afterMs }) => afterMs))
      for (let forMs = 0; forMs < WELL + longest * FLICKERING + 2 * SAID; forMs += step) {
        for (const course of courses) say(course, forMs)
        farm.pass(step, step)
      }
      await farm.settled()
      recorded = await farm.allAlarms()
      await farm.stop()
    }, PATIENCE)

    test.each(wanted)('$code, $pattern.name', ({ code, pattern, afterMs, beside = [] }) => {
      const course = find(code, pattern)
      const others = alarmsOf(course).map(alarm => alarm.code)
      const expected = [code, ...beside, ...(isLong ? [UNFED] : [])]
      expect(others.filter(other => !expected.includes(other))).toEqual([])
      const [rung, ...more] = alarmsOf(course).filter(alarm => alarm.code === code)
      expect(more).toEqual([])
      const longest = afterMs * (pattern.flickers ? FLICKERING : 1) + step
      const waited = (rung?.raisedAt.getTime() ?? 0) - course.badAt
      expect(waited).toBeGreaterThanOrEqual(afterMs)
      expect(waited).toBeLessThanOrEqual(longest)
      expect(rung?.since?.getTime()).toBe(course.badAt + Math.min(0, pattern.clockMs ?? 0))
      expect(rung?.repeats).toBe(0)
      const outlasted = (rung?.clearedAt?.getTime() ?? 0) - course.backAt
      expect(Math.abs(outlasted)).toBeLessThanOrEqual(HOLD + step)
    })
  },
)
