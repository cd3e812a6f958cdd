import { expect, test } from 'vitest'
import { adviceOf } from './alarm-advice.ts'
import { priorities, priorityOf, rationaleOf } from './alarm-rationale.ts'
import { codeOfRule, type Direction, ruleCodes } from './alarm-rules.ts'
import { isGrave, platformAlarms } from './alarms.ts'
import { faultNames } from './faults.ts'
import { codeOfDoubt, doubtReasons } from './probe-doubts.ts'
import { ruleSubject, watchable } from './rule-subjects.ts'
import { alarms } from './signals/alarms.ts'
import { severities } from './signals.ts'
import { languages } from './text.ts'

const doubts = Object.keys(doubtReasons).map(reason =>
  codeOfDoubt(reason as keyof typeof doubtReasons, 'Air/CO2/S1'),
)
const levels = new Map<string, (typeof severities)[number]>([
  ...alarms.map(({ code, severity }) => [code, severity] as const),
  ...Object.entries(platformAlarms).map(([code, { severity }]) => [code, severity] as const),
])
/** Every code that the product raises, of every kind of rule. */
const codes = [...levels.keys(), ...doubts, ...ruleCodes, 'SomethingOfAnotherMaker']

test.each(codes)(
  '%s says what it comes from, what follows, what to do and how soon, in both languages',
  code => {
    const { cause, consequence, action, withinMin } = rationaleOf(code)
    for (const each of [cause, consequence, action])
      for (const language of languages) {
        expect(each[language].trim().length).toBeGreaterThan(3)
        expect(each[language]).not.toMatch(/undefined|\{/)
      }
    expect(/[\u4e00-\u9fff]/.test(cause['en-US'] + consequence['en-US'] + action['en-US'])).toBe(false)
    expect(/[\u4e00-\u9fff]/.test(cause['zh-CN']) && /[\u4e00-\u9fff]/.test(action['zh-CN'])).toBe(true)
    expect(withinMin).toBeGreaterThan(0)
  },
)

test('each kind of doubt has a cause and an action of its own: what a meter does is not blamed on a probe', () => {
  const whys = doubts.map(rationaleOf)
  for (const language of languages)
    for (const part of ['cause', 'action'] as const)
      expect(new Set(whys.map(each => each[part][language])).size).toBe(doubts.length)
  for (const reason of ['still', 'counter', 'jumped'] as const) {
    const { cause, consequence } = rationaleOf(codeOfDoubt(reason, 'Water/Total'))
    expect(cause['en-US']).not.toMatch(/probe|calibrat/i)
    expect(cause['zh-CN']).not.toMatch(/探头|校准/)
    expect(consequence).not.toEqual(rationaleOf(codeOfDoubt('stuck', 'Air/CO2/S1')).consequence)
  }
})

test('every kind of alarm of ours and of the controllers is known by name, not as that of a stranger', () => {
  const stranger = rationaleOf('SomethingOfAnotherMaker').cause
  for (const code of [...levels.keys(), ...Object.keys(faultNames)])
    expect(rationaleOf(code).cause, code).not.toEqual(stranger)
})

test('the graver an alarm, the sooner somebody must come; what wants nobody is a note', () => {
  expect(severities.map(priorityOf)).toEqual([...priorities].reverse())
  for (const [code, level] of levels) {
    const { withinMin } = rationaleOf(code)
    if (level === 'emergency') expect(withinMin, code).toBeLessThanOrEqual(15)
    else if (isGrave(level)) expect(withinMin, code).toBeLessThanOrEqual(4 * 60)
    else expect(withinMin, code).toBeGreaterThanOrEqual(20)
  }
})

/** Every way in which a farm's rule can watch something: a number above or below, a state that is or is not each of its codes. */
const asked = watchable.flatMap(metric => {
  const subject = ruleSubject(metric)
  const rule = (direction: Direction, limit: number) => ({ metric, direction, limit, condition: null })
  if (!subject?.isState) return [rule('above', 1), rule('below', 1)]
  const states = Object.keys(subject.enum ?? { 0: '', 1: '' }).map(Number)
  return states.flatMap(state => [rule('is', state), rule('isNot', state)])
})
const generic = rationaleOf('SomethingOfAnotherMaker')

test.each(asked.map(rule => [codeOfRule(rule), rule] as const))(
  '%s: a rule of a farm is explained by what it watches and which way, not as any other',
  (code, { metric, direction, limit }) => {
    const told = rationaleOf(code)
    for (const part of ['cause', 'consequence', 'action'] as const) {
      expect(told[part]).not.toEqual(generic[part])
      for (const language of languages) expect(told[part][language].trim().length).toBeGreaterThan(3)
    }
    const subject = ruleSubject(metric)
    const other = { above: 'below', below: 'above', is: 'isNot', isNot: 'is' } as const
    // Of a state with several others nothing is the opposite.
    if (subject?.isState && subject.unit !== 'bool') return
    const opposite = rationaleOf(codeOfRule({ metric, direction: other[direction], limit, condition: null }))
    expect(told.cause).not.toEqual(opposite.cause)
    expect(told.consequence).not.toEqual(opposite.consequence)
  },
)

test('what is measured differently is not explained alike', () => {
  const of = (metric: string, direction: Direction) => rationaleOf(`FarmRule.${direction}:${metric}`)
  const some = [
    of('Climate/Temp/Avg', 'above'),
    of('Water/FlowRate', 'below'),
    of('Feed/Today', 'below'),
    of('Air/Pressure/S1', 'above'),
    of('Light/Lux/S1', 'below'),
    of('Flock/Losses', 'above'),
    of('Flock/EggWeight', 'below'),
  ]
  expect(new Set(some.map(({ cause }) => cause['en-US'])).size).toBe(some.length)
})

/** Advice that kills or chills birds of three days. */
const HARMS_CHICKS = [
  /open the emergency inlets|both end doors at once/i,
  /then the pads|check (the )?pads|use (the )?pads|start (the )?fogger|moisten the air.*fogger/i,
  /raise (the )?ventilation(?! level by level)(?!, with chicks)|full tunnel|more air speed(?! is for grown birds only)/i,
  /再检查水帘|打开湿帘|开启湿帘|全开纵向|打开.*两端大门/,
]
const ofChicks = { type: 'broiler', age: 3, outside: 5 } as const

test.each([...codes, ...asked.map(codeOfRule)])(
  '%s: nothing that harms chicks of three days is advised to them',
  code => {
    for (const language of languages) {
      const said =
        adviceOf(code, null, { language, timeZone: 'UTC', birds: ofChicks }) ??
        rationaleOf(code).action[language]
      for (const harm of HARMS_CHICKS) expect(said).not.toMatch(harm)
    }
  },
)

test('a failed pad pump is no reason to cool chicks, though it stands beside the heat', () => {
  const cause = { kind: 'PadPumpFault' as const, since: 0, numbers: [] }
  const to = (age: number) =>
    adviceOf('HighTemp', cause, {
      language: 'en-US',
      timeZone: 'UTC',
      birds: { type: 'broiler', age, outside: 30 },
    })
  expect(to(3)).toMatch(/Birds of this age are not cooled with pads/)
  expect(to(38)).toMatch(/Check pump and water first\.$/)
})

test('bad air in a house whose birds nobody knows: chicks keep their heat', () => {
  for (const code of ['HighCO2', 'HighNH3', 'FarmRule.above:Air/NH3/S1'])
    expect(adviceOf(code, null, { language: 'en-US', timeZone: 'UTC', birds: null })).toMatch(
      /with chicks only the minimum and the heat on/,
    )
})

test('a farm’s rule that means the same as an alarm of ours is advised by the age of the birds', () => {
  const say = (age: number) =>
    adviceOf('FarmRule.above:Climate/Temp/Avg', null, {
      language: 'en-US',
      timeZone: 'UTC',
      birds: { type: 'broiler', age, outside: 30 },
    })
  expect(say(3)).toMatch(/no high air speed and no pads/)
  expect(say(38)).toMatch(/then the pads/)
})
