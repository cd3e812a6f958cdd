import { expect, test } from 'vitest'
import { formatSignal } from './format.ts'
import { metricByName } from './metrics.ts'
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
  expect(formatSignal(value, signal(name), 'zh-CN')).toBe(zh)
  expect(formatSignal(value, signal(name), 'en-US')).toBe(en)
})
