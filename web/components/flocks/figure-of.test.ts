import { describe, expect, test } from 'vitest'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { formatSignal } from '#shared/signals.ts'
import { languages } from '#shared/text.ts'
import { enteredText, type Reader, unitSystems } from '#shared/units.ts'
import { drawnFor, figureText, unitText } from './figure-of.ts'

const readers = languages.flatMap(language => unitSystems.map((units): Reader => ({ language, units })))
const measures = Object.keys(flockMeasures) as FlockMeasure[]

describe.each(readers)('for a reader of $language and $units', reader => {
  test.each(measures)('heading and value of %s are of one unit, also on its chart', measure => {
    const { unit, decimals } = flockMeasures[measure]
    for (const value of [0.3, 12.34, 1_987.6]) {
      const whole = formatSignal(value, { unit, decimals }, reader)
      const said = figureText(measure, value, reader)
      expect([said, unitText(unit, reader)].filter(Boolean).join('\u202f')).toBe(whole)
      const drawn = drawnFor(measure, reader)
      const [point] = drawn.values([{ y: value }])
      expect(drawn.say(point?.y ?? Number.NaN)).toBe(said)
    }
  })
})

test('an amount reads as it was entered, whatever unit it was typed in', () => {
  const said = (value: number, unit: string, units: Reader['units']) =>
    enteredText(value, unit, { language: 'en-US', units })
  expect(said(0.25, 'kg', 'metric')).toBe('0.25')
  // 1,000 lb and 4.385 lb as stored.
  expect(said(453.59237, 'kg', 'imperial')).toBe('1,000')
  expect(said(453.59237, 'kg', 'metric')).toBe('453.59')
  expect(said(1_989.00254, 'g', 'imperial')).toBe('4.385')
  // A mean of a sample, and a sum of tenths.
  expect(said(1_996.6666666667, 'g', 'metric')).toBe('1,997')
  expect(said(0.1 + 0.2, 'kg', 'metric')).toBe('0.3')
})
