import { expect, test } from 'vitest'
import { priorities, priorityOf, rationaleOf } from './alarm-rationale.ts'
import { ruleCodes } from './alarm-rules.ts'
import { isGrave, platformAlarms } from './alarms.ts'
import { faultNames } from './faults.ts'
import { codeOfDoubt, doubtReasons } from './probe-doubts.ts'
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
