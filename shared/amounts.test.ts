import { expect, test } from 'vitest'
import { amountsIn } from './amounts.ts'
import { readinessNames } from './readiness.ts'
import { settingHelp } from './setting-help.ts'
import { languages } from './text.ts'

test('amounts written in a text stand in the units of its reader, differences without a zero', () => {
  const text = 'under {10 Pa} they leak; never {±0.5 °C} at a time at {31 °C}'
  expect(amountsIn(text, { language: 'en-US', units: 'metric' })).toBe(
    'under 10\u202fPa they leak; never 0.5\u202f°C at a time at 31\u202f°C',
  )
  expect(amountsIn(text, { language: 'en-US', units: 'imperial' })).toBe(
    'under 0.040\u202finWG they leak; never 0.9\u202f°F at a time at 88\u202f°F',
  )
})

test('no help of a setting and no point of a checklist has a metric unit for a reader of others', () => {
  const texts = [
    ...Object.values(settingHelp).flatMap(({ does, watch }) => [does, watch]),
    ...Object.values(readinessNames),
  ]
  for (const said of texts)
    for (const language of languages)
      expect(amountsIn(said[language], { language, units: 'imperial' })).not.toMatch(
        /[\d}]\s*(?:°C|Pa|kg|lx|m|米|公斤)(?![a-z])/,
      )
})
