import { expect, test } from 'vitest'
import { on, readBy, textFile, type Value, workbook } from './testing/own-workbook.ts'

const first = { flockId: 'L-1', day: '2026-03-02', dead: 3, feed: 1_150 }
const second = { flockId: 'L-1', day: '2026-03-03', dead: 5, feed: 1_160.5 }
const HEAD = ['Date', 'Dead', 'Feed (kg)']
const rows = [
  [on('2026-03-02'), 3, 1_150],
  [on('2026-03-03'), 5, 1_160.5],
] as const

/** Sheets of farms that all tell the same two days, and what else stands in them. */
const layouts: Record<string, readonly (readonly Value[])[]> = {
  'sums below, in the words of several languages': [
    HEAD,
    ...rows,
    ['Total', 8, 2_310.5],
    ['合计', 8, 2_310.5],
    ['Grand total', 8, 2_310.5],
    ['平均', 4, 1_155],
    ['Avg.', 4, 1_155],
    ['Durchschnitt', 4, 1_155],
    ['Month total', 8, 2_310.5],
    ['周合计', 8, 2_310.5],
  ],
  'a blank row between weeks': [HEAD, rows[0], [], [null, null, null], rows[1]],
  'titles again on the next page': [HEAD, rows[0], HEAD, rows[1]],
  'a second table below': [
    HEAD,
    ...rows,
    [],
    ['Date', 'Medicine', 'Feed delivered (kg)'],
    [on('2026-03-04'), 12, 20_000],
  ],
  'two rows of titles': [[null, { over: 1, value: 'Losses' }, { over: 1, value: 'Intake' }], HEAD, ...rows],
  'rates beside the counts': [
    ['Date', 'Dead', 'Mortality %', 'Feed (kg)', 'Feed g/bird', 'Laying %'],
    [on('2026-03-02'), 3, 0.03, 1_150, 115, 86.5],
    [on('2026-03-03'), 5, 0.05, 1_160.5, 116, 87],
  ],
  'thousands and per cents as text': [
    HEAD,
    [on('2026-03-02'), '3', '1,150.0'],
    [on('2026-03-03'), '5', '1,160.5'],
  ],
}
test.each(Object.entries(layouts))('%s', async (_, cells) => {
  const { days, faults } = readBy(await workbook({ 'House 1': cells }))
  expect(faults).toEqual([])
  expect(days).toEqual([first, second])
})

test('a text file of Chinese Windows with semicolons and days in text', () => {
  const gbk = Buffer.concat([
    Buffer.from('c8d5c6da3bcbc0cdf63bbac4c1cf0a', 'hex'),
    Buffer.from('2026.3.2;3;1150\n2026.3.3;5;1160,5\n'),
  ])
  expect(readBy(textFile(gbk)).days).toEqual([first, second])
})

test('dates of two orders in one column are faults, and so is a negative correction', async () => {
  const mixed = readBy(textFile('Date,Dead\n2.3.26,3\n13.3.26,4\n3/14/2026,5\n'))
  expect(mixed.days.slice(0, 2).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-13'])
  expect(mixed.faults).toEqual([expect.stringContaining('A4')])
})
