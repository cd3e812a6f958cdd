import { expect, test } from 'vitest'
import type { Chart } from '#shared/contracts/houses.ts'
import { writeChart } from './chart-file.ts'

const NOON = Date.UTC(2026, 10, 20, 4)
const about = {
  language: 'en-US' as const,
  units: 'metric' as const,
  houseName: 'House 1/2',
  timeZone: 'Asia/Shanghai',
  from: NOON,
  to: NOON + 86_400_000,
  facts: [],
}
const chart = (stepMs: number, ...metrics: string[]): Chart => ({
  resolution: 'raw',
  stepMs,
  at: [NOON, NOON + 60_000],
  series: metrics.map(metric => ({ metric, low: [20.5, null], mean: [21.25, null], high: [22, null] })),
})
const cellsOf = (text: string) => text.slice(1).split('\r\n').slice(0, -1)

test('a file has times of the house, units in its head, plain numbers, and gaps as empty cells', () => {
  const facts = [{ name: 'Climate/Temp/Avg', unit: '°C', low: null, high: null, decimals: null }]
  const { name, text } = writeChart(chart(900_000, 'Climate/Temp/Avg'), { ...about, facts })
  expect(name).toBe('House 1-2 2026-11-20 2026-11-21.csv')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(cellsOf(text)).toEqual([
    '"Time (Asia/Shanghai)","UTC","Average temperature mean (°C)","Average temperature lowest (°C)","Average temperature highest (°C)"',
    '2026-11-20 12:00:00,2026-11-20T04:00:00.000Z,21.25,20.5,22',
    '2026-11-20 12:01:00,2026-11-20T04:01:00.000Z,,,',
  ])
})

test('where every report is a row, a metric is one column', () => {
  const { text } = writeChart(chart(0, 'Climate/Temp/Avg'), { ...about, language: 'zh-CN' })
  expect(cellsOf(text)[0]).toBe('"时间 (Asia/Shanghai)","UTC","平均温度"')
})

test('a metric that is called like a formula is no formula in the file', () => {
  const [head] = cellsOf(writeChart(chart(0, '=HYPERLINK("http://x")', '+1', '-2', '@a'), about).text)
  expect(head).toContain('"\'=HYPERLINK(""http://x"")","\'+1","\'-2","\'@a"')
})

test('a reader of imperial units finds theirs in the head, and numbers without the tail of a conversion', () => {
  const facts = [{ name: 'Climate/Temp/Avg', unit: '°C', low: null, high: null, decimals: 1 }]
  const { text } = writeChart(chart(0, 'Climate/Temp/Avg'), { ...about, units: 'imperial', facts })
  expect(cellsOf(text).map(line => line.split(',')[2])).toEqual(['"Average temperature (°F)"', '70.25', ''])
})
