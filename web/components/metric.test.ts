import { expect, test } from 'vitest'
import type { Reader } from '#shared/units.ts'
import { inGroups, shownMetric } from './metric.ts'

const english: Reader = { language: 'en-US', units: 'metric' }
const CO = { name: 'Cellar/CO', unit: 'mg/m³', low: 0, high: 500, decimals: 1 }

test('a metric of another maker shows with the unit and decimals its device reported', () => {
  const metric = shownMetric('Cellar/CO', CO, english)
  expect(metric).toMatchObject({ label: 'Cellar/CO', unit: 'mg/m³', axis: 'mg/m³', quantity: undefined })
  expect(metric.say(12.34)).toBe('12.3\u202fmg/m³')
})

test('without information from its device a number has the decimals it needs', () => {
  const { say } = shownMetric('Maker/X', undefined, english)
  expect([say(3), say(2.468), say(null)]).toEqual(['3', '2.47', '–'])
})

test('the range of possible values is the signal’s or what its device reported; steps have none', () => {
  expect(shownMetric('Climate/Temp/Avg', undefined, english).bounds).toMatchObject({ low: -40, high: 90 })
  expect(shownMetric('Cellar/CO', CO, english).bounds).toEqual({ low: 0, high: 500 })
  expect(shownMetric('Cellar/CO', { ...CO, high: null }, english).bounds).toBeNull()
  expect(shownMetric('Maker/X', undefined, english).bounds).toBeNull()
  expect(shownMetric('Vent/Mode', undefined, english).bounds).toBeNull()
})

test('switches share an axis, modes have their own', () => {
  expect(shownMetric('Alarm/HighTemp', undefined, english).axis).toBe('bool')
  expect(shownMetric('Cool/Pad/State', undefined, english).axis).toBe('bool')
  expect(shownMetric('Vent/Mode', undefined, english)).toMatchObject({ axis: 'Vent/Mode', isStep: true })
})

test('groups follow the order of the signal model, alarms after them, foreign ones last', () => {
  const groups = inGroups([
    'Cellar/CO',
    'Alarm/HighTemp',
    'Vent/Level',
    'Climate/Temp/S1',
    'Climate/Temp/Avg',
  ])
  expect(groups.map(([group]) => group)).toEqual(['Climate', 'Vent', 'Alarm', 'Cellar'])
  expect(groups[0]?.[1]).toEqual(['Climate/Temp/Avg', 'Climate/Temp/S1'])
})
