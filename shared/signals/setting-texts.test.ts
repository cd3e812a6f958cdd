import { expect, test } from 'vitest'
import { sayProblem } from './setting-texts.ts'

test('a rule is shown in its reader’s units', () => {
  const problem = { field: 'Settings/Temp/AbsHighAlarm', message: 'settings.high', values: { high: 45 } }
  expect(sayProblem(problem, { language: 'en-US', units: 'imperial' })).toBe('Must be at most 113.0\u202f°F')
  expect(sayProblem(problem, { language: 'zh-CN', units: 'metric' })).toBe('不能高于 45.0\u202f°C')
})
