import { expect, test } from 'vitest'
import { countryCodes, countryName, countryOf, isCountry } from './countries.ts'

test('a country is found by its code and by its name in either language', () => {
  for (const text of ['nl', 'Netherlands', '荷兰', ' NL ']) expect(countryOf(text), text).toBe('NL')
  expect(countryOf('Atlantis')).toBeUndefined()
})

test('every code is a country that has a name in both languages', () => {
  for (const code of countryCodes) {
    expect(isCountry(code)).toBe(true)
    expect(countryName(code, 'en-US'), code).not.toBe(code)
    expect(countryName(code, 'zh-CN'), code).not.toBe(code)
  }
  expect(isCountry('QQ')).toBe(false)
})
