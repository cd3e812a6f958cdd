import { expect, test } from 'vitest'
import { alarmsLabel, groupFanFaults } from './alarm-groups.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const fault = (group: number, place = 'h1', at: number | null = NOON) => ({
  code: `FanGroupFault${group}`,
  place,
  at,
})
const grouped = (rows: ReturnType<typeof fault>[]) =>
  groupFanFaults(rows, row => row).map(group => group.map(({ code }) => code.replace('FanGroupFault', '')))

test('fan groups of a house that failed together are one line, in the place of the first', () => {
  const rows = [fault(1), { code: 'HighCO2', place: 'h1', at: NOON }, fault(2, 'h1', NOON + 30_000), fault(5)]
  expect(grouped(rows)).toEqual([['1', '2', '5'], ['HighCO2']])
})

test('those of another house, or at another time, stay separate', () =>
  expect(grouped([fault(1), fault(2, 'h2'), fault(3, 'h1', NOON + 3_600_000)])).toEqual([
    ['1'],
    ['2'],
    ['3'],
  ]))

test('no other alarms are merged, however similar', () => {
  const probe = (n: number) => ({ code: `SensorTemp${n}`, place: 'h1', at: NOON })
  expect(grouped([probe(1), probe(2)])).toHaveLength(2)
})

test('failed groups are named by number, consecutive ones as a range', () => {
  const codes = [3, 1, 2, 5].map(group => `FanGroupFault${group}`)
  expect(alarmsLabel(codes)).toEqual({ 'zh-CN': '风机组 1–3、5 故障', 'en-US': 'Fan groups 1–3, 5: fault' })
  expect(alarmsLabel(['PowerFail'])['en-US']).toBe('Power failure')
  expect(alarmsLabel(['FanGroupFault3', 'FanGroupFault3'])['en-US']).toBe('Fan group 3 fault')
})
