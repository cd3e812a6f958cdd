import { expect, test } from 'vitest'
import { codesOf, countriesIn, countryCodes, countryName, countryOf, isCountry } from './countries.ts'
import type { Language } from './text.ts'

test('a country is found by its code, and by its name in either language', () => {
  for (const text of ['nl', 'Netherlands', '荷兰', ' NL ']) expect(countryOf(text), text).toBe('NL')
  expect(countryOf('Atlantis')).toBeUndefined()
})

test('every code belongs to a country with a name in both languages', () => {
  for (const code of countryCodes) {
    expect(isCountry(code)).toBe(true)
    expect(countryName(code, 'en-US'), code).not.toBe(code)
    expect(countryName(code, 'zh-CN'), code).not.toBe(code)
  }
  expect(isCountry('QQ')).toBe(false)
})

test('countries are in order of their names, in Chinese after China', () => {
  const named = (language: Language, codes?: string[]) =>
    countriesIn(language, codes).map(({ label }) => label)
  expect(named('zh-CN').slice(0, 2)).toEqual(['中国', '阿尔巴尼亚'])
  expect(named('en-US').slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands'])
  expect(named('zh-CN', codesOf('europe'))).not.toContain('中国')
})
