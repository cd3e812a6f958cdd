import { expect, test } from 'vitest'
import { type CheckedSignal, checkSignals } from './signal-check.ts'

const none = { ranges: new Map(), grown: new Set<string>() }
const stateOf = (checked: readonly CheckedSignal[]) =>
  Object.fromEntries(checked.map(({ name, state }) => [name, state]))

test('every signal is right, missing, not possible or standing still, and all but the right ones say what to do', () => {
  const checked = checkSignals({
    ...none,
    values: {
      'Climate/Temp/S1': 21.4,
      'Climate/Hum/S1': null,
      'Air/CO2/S1': 0,
      'Water/Meter1/Total': 1234,
      'Power/EnergyTotal': 80,
      'Alarm/HighTemp': false,
      'Alarm/PowerFail': true,
      'Settings/Temp/TargetOffset': 0,
      'Settings/Version': 3,
      'Node Info/Firmware': '1.0',
    },
    grown: new Set(['Power/EnergyTotal']),
  })
  expect(stateOf(checked)).toEqual({
    'Climate/Temp/S1': 'right',
    'Climate/Hum/S1': 'missing',
    'Air/CO2/S1': 'odd',
    'Water/Meter1/Total': 'still',
    'Power/EnergyTotal': 'right',
    'Alarm/HighTemp': 'right',
    'Alarm/PowerFail': 'odd',
    'Settings/Temp/TargetOffset': 'right',
  })
  for (const { state, hint } of checked) expect(hint === null).toBe(state === 'right')
  expect(checked.find(({ state }) => state === 'still')?.hint?.['en-US']).toContain('run water')
})

test('a probe that is scaled wrong stands out among its neighbours, but not where only two differ', () => {
  const probes = (...values: number[]) =>
    stateOf(
      checkSignals({
        ...none,
        values: Object.fromEntries(values.map((value, i) => [`Climate/Temp/S${i + 1}`, value])),
      }),
    )
  expect(probes(21, 22, 2.2)).toEqual({
    'Climate/Temp/S1': 'right',
    'Climate/Temp/S2': 'right',
    'Climate/Temp/S3': 'odd',
  })
  expect(Object.values(probes(21, 2.2))).toEqual(['right', 'right'])
  expect(probes(220)['Climate/Temp/S1']).toBe('odd')
})

test('a metric of the maker’s own is judged by the range that it was announced with', () => {
  const ranges = new Map([['Maker/Damper', { low: 0, high: 100 }]])
  const of = (value: number) => checkSignals({ ...none, ranges, values: { 'Maker/Damper': value } })[0]?.state
  expect([of(40), of(4_000)]).toEqual(['right', 'odd'])
})
