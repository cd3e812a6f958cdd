import { expect, test } from 'vitest'
import { settingByName } from '#shared/signals.ts'
import { bitsOf, readTyped, typedText } from './cell-value.ts'

const metric = { language: 'en-US', units: 'metric' } as const
const imperial = { language: 'en-US', units: 'imperial' } as const
const signal = (name: string) => {
  const found = settingByName(`Settings/${name}`)
  if (!found) throw new Error(name)
  return found
}

test.each([
  ['Temp/AbsHighAlarm', 35, '35.0', '95.0'],
  // A difference has no zero point.
  ['Temp/NightSetback', -1, '-1.0', '-1.8'],
  ['Vent/L01/CycleOn', 60, '60', '60'],
])('%s is typed in the units of its reader and is the same value again', (name, value, said, inImperial) => {
  expect(typedText(value, signal(name), metric)).toBe(said)
  expect(typedText(value, signal(name), imperial)).toBe(inImperial)
  for (const reader of [metric, imperial])
    expect(readTyped(typedText(value, signal(name), reader), signal(name), reader)).toBe(value)
})

test('invalid input stays as typed, and empty means no value', () => {
  expect(readTyped('warm', signal('Temp/AbsHighAlarm'), metric)).toBe('warm')
  expect(readTyped(' ', signal('Temp/AbsHighAlarm'), metric)).toBeNull()
  expect(readTyped('60.5', signal('Vent/L01/CycleOn'), metric)).toBe(60.5)
})

test('bits are the numbers of probes', () => {
  expect(bitsOf(0b1000_0101)).toEqual([1, 3, 8])
})
