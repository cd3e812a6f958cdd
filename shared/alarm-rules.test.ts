import { expect, test } from 'vitest'
import { type Asked, codeOfRule, conditionOfCode, isFigureAlarm, ruleOfCode } from './alarm-rules.ts'
import { alarmCodesLike, alarmLabel, measureOfAlarm, metricOfAlarm } from './alarms.ts'
import { languages } from './text.ts'

const HUMIDITY = 'Climate/Hum/Avg'
const cold = { metric: 'Climate/Temp/Outdoor', direction: 'below', limit: 5 } as const
const asked = (more: Partial<Asked> = {}): Asked => ({
  metric: HUMIDITY,
  direction: 'above',
  limit: 85,
  condition: null,
  ...more,
})

test.each<[Asked, string, string, string]>([
  [asked(), `FarmRule.above:${HUMIDITY}`, '平均湿度高于本场限值', 'Average humidity above the farm’s limit'],
  [
    asked({ condition: cold }),
    `FarmRule.above:${HUMIDITY}|below:Climate/Temp/Outdoor=5`,
    '平均湿度高于本场限值（仅当舍外温度低于5.0\u202f°C时）',
    'Average humidity above the farm’s limit (while Outside temperature below 5.0\u202f°C)',
  ],
  [
    asked({ metric: 'Vent/Mode', direction: 'is', limit: 5 }),
    'FarmRule.is:Vent/Mode=5',
    '通风模式为手动',
    'Ventilation mode is Manual',
  ],
  [
    asked({ metric: 'Flock/Losses', limit: 0.2 }),
    'FarmRule.above:Flock/Losses',
    '当日死淘率高于本场限值',
    'Losses of the day above the farm’s limit',
  ],
  [
    asked({ condition: { metric: 'Fan/AnyRuns', direction: 'is', limit: 1 } }),
    `FarmRule.above:${HUMIDITY}|is:Fan/AnyRuns=1`,
    '平均湿度高于本场限值（仅当风机为运行时）',
    'Average humidity above the farm’s limit (while Any fan is Running)',
  ],
])('the code of %j says all that its name needs', (rule, code, chinese, english) => {
  expect(codeOfRule(rule)).toBe(code)
  expect(languages.map(language => alarmLabel(code)[language])).toEqual([chinese, english])
  const { limit, ...watched } = ruleOfCode(code) ?? {}
  const { limit: _, ...expected } = rule
  expect(watched).toEqual(expected)
})

test('a condition is named in the reader’s units', () => {
  const code = codeOfRule(asked({ condition: cold }))
  expect(alarmLabel(code, 'imperial')['en-US']).toContain('below 41.0\u202f°F')
  expect(conditionOfCode(code)).toEqual({ value: 5, unit: '°C', decimals: 1 })
})

test('a figure of a flock has a measure and no metric that a chart could show', () => {
  const figure = codeOfRule(asked({ metric: 'Flock/Losses' }))
  expect([isFigureAlarm(figure), metricOfAlarm(figure), measureOfAlarm(figure)?.unit]).toEqual([
    true,
    null,
    '%',
  ])
  const state = codeOfRule(asked({ metric: 'Vent/Mode', direction: 'is', limit: 5 }))
  expect([isFigureAlarm(state), metricOfAlarm(state)]).toEqual([false, 'Vent/Mode'])
})

test('alarms of rules are found by their names', () => {
  expect(alarmCodesLike('losses of the day')).toEqual([
    'FarmRule.above:Flock/Losses',
    'FarmRule.below:Flock/Losses',
  ])
})
