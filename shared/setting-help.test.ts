import { expect, test } from 'vitest'
import { faultOf } from './faults.ts'
import { settingHelp } from './setting-help.ts'
import { settingGroupKeys } from './signals.ts'
import { languages } from './text.ts'

test('every group of settings says what it does and what to watch for, briefly and in both languages', () => {
  expect(Object.keys(settingHelp).toSorted()).toEqual(settingGroupKeys.toSorted())
  for (const { does, watch } of Object.values(settingHelp))
    for (const said of [does, watch])
      for (const language of languages) {
        expect(said[language].length).toBeGreaterThan(10)
        expect(said[language].length).toBeLessThan(180)
      }
})

test('its articles are those of faults that exist', () => {
  for (const { faults } of Object.values(settingHelp))
    for (const code of faults) expect(faultOf(code), code).not.toBeNull()
})
