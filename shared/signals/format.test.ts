import { expect, test } from 'vitest'
import { formatSignal } from './format.ts'
import { metricByName } from './metrics.ts'
import { settingByName } from './settings.ts'
import type { MetricSignal } from './signal.ts'

function signal(name: string): MetricSignal {
  const known = metricByName.get(name)
  if (!known) throw new Error(name)
  return known
}

test.each<[string, Parameters<typeof formatSignal>[0], string, string]>([
  ['Climate/Temp/Avg', 23.399999618530273, '23.4\u202f°C', '23.4\u202f°C'],
  ['Climate/Temp/Outdoor', -7.25, '\u22127.3\u202f°C', '\u22127.3\u202f°C'],
  ['Climate/Temp/Avg', -0.04, '0.0\u202f°C', '0.0\u202f°C'],
  ['Air/AirFlow', 161_600, '161,600\u202fm³/h', '161,600\u202fm³/h'],
  ['Bird/Count', 21_950, '21,950\u202f只', '21,950\u202fbirds'],
  ['Vent/Level', 7, '7', '7'],
  ['Vent/Mode', 4, '纵向通风', 'Tunnel'],
  ['Vent/Mode', 99, '99', '99'],
  ['Cool/Pad/State', true, '是', 'Yes'],
  ['Cool/Pad/State', 0, '否', 'No'],
  ['Climate/Temp/Avg', null, '–', '–'],
  ['Climate/Temp/Avg', undefined, '–', '–'],
  ['Climate/Temp/Avg', Number.NaN, '–', '–'],
  ['Climate/Temp/Avg', 'text', 'text', 'text'],
])('%s %s is written as people read it', (name, value, zh, en) => {
  expect(formatSignal(value, signal(name), { language: 'zh-CN', units: 'metric' })).toBe(zh)
  expect(formatSignal(value, signal(name), { language: 'en-US', units: 'metric' })).toBe(en)
})

test.each<[string, number, string]>([
  ['Climate/Temp/Avg', 21.5, '70.7\u202f°F'],
  ['Climate/Temp/Avg', -40, '\u221240.0\u202f°F'],
  ['Air/Pressure/S1', 25, '0.100\u202finWG'],
  ['Air/AirFlow', 161_600, '95,114\u202fcfm'],
  ['Air/WindSpeedIn', 2.5, '492\u202fft/min'],
  ['Bird/WeightAvg', 1_850, '4.079\u202flb'],
  ['Climate/Hum/Avg', 55, '55\u202f%'],
  ['Air/CO2/S1', 2_500, '2,500\u202fppm'],
])('%s %s is written in the units of who chose imperial ones', (name, value, said) => {
  expect(formatSignal(value, signal(name), { language: 'en-US', units: 'imperial' })).toBe(said)
})

test('settings in degrees above or below the target are differences', () => {
  const said = (name: string, value: number) => {
    const setting = settingByName(`Settings/${name}`)
    return setting && formatSignal(value, setting, { language: 'en-US', units: 'imperial' })
  }
  expect(said('Tunnel/StartDiff', 3)).toBe('5.4\u202f°F')
  expect(said('Vent/L07/TempOffset', 0)).toBe('0.0\u202f°F')
  expect(said('Sensor/T8/Correction', -1)).toBe('\u22121.8\u202f°F')
  expect(said('Temp/AbsHighAlarm', 35)).toBe('95.0\u202f°F')
})
