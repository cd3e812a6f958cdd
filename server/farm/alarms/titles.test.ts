import { expect, test } from 'vitest'
import { withAmounts } from '#shared/amounts.ts'
import { alarmTitle } from './titles.ts'

test('the message of a rule with a condition says it and its values in the reader’s units', () => {
  const code = 'FarmRule.above:Climate/Temp/Avg|below:Climate/Temp/Outdoor=5'
  const { title, amounts } = alarmTitle({
    code,
    codes: [code],
    why: 'raised',
    wheres: [{ houseId: '1', house: 'House 1', devices: [], value: 31.2 }],
    limit: 30,
    repeats: 0,
    advice: () => null,
  })
  const said = (units: 'metric' | 'imperial') =>
    withAmounts(title['en-US'], amounts, { language: 'en-US', units }).replaceAll('\u202f', ' ')
  expect(said('metric')).toBe(
    'House 1: Average temperature above the farm’s limit (while Outside temperature below 5.0 °C), 31.2 °C (limit 30.0 °C)',
  )
  expect(said('imperial')).toContain('below 41.0 °F), 88.2 °F (limit 86.0 °F)')
})
