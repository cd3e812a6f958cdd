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

test('dates of both orders leave open what could be either, whichever is chosen', () => {
  const file = textFile('Date,Dead\n13/02/2026,3\n03/04/2026,5\n02/25/2026,1\n04/04/2026,2\n')
  for (const dates of ['dmy', 'mdy'] as const) {
    const { days, faults } = readBy(file, layout => ({ ...layout, dates }))
    expect(faults.some(fault => fault.includes('A3') && fault.includes('both orders'))).toBe(true)
    expect(days.map(({ day }) => day)).not.toContain('2026-04-03')
    expect(days.map(({ day }) => day)).not.toContain('2026-03-04')
    expect(days.map(({ day }) => day)).toContain('2026-04-04')
  }
})

/** A title, what its column counts, and the unit that is taken; undefined: it is asked about. */
test.each([
  ['产蛋(公斤)', 520, 'eggsTotal', undefined],
  ['Eggs kg', 520, 'eggsTotal', undefined],
  ['产蛋(箱)', 2, 'eggsTotal', undefined],
  ['Eggs (boxes)', 2, 'eggsTotal', undefined],
  ['Eggs (cases)', 2, 'eggsTotal', 'case'],
  ['产蛋(枚)', 900, 'eggsTotal', 'pcs'],
  ['Eggs', 900, 'eggsTotal', 'pcs'],
  ['耗料(斤)', 230, 'feed', 'jin'],
  ['耗料 公斤', 115, 'feed', 'kg'],
  ['Feed (short tons)', 0.1, 'feed', 'ston'],
  ['Feed short tons', 0.1, 'feed', 'ston'],
  ['Feed (kg/day)', 115, 'feed', 'kg'],
  ['Feed (担)', 2, 'feed', undefined],
  ['Feed', 115, 'feed', 'kg'],
  ['用水量(吨)', 0.23, 'water', 't'],
  ['Water (L)', 230, 'water', 'L'],
  ['体重(斤)', 3.8, 'weight', 'jin'],
  ['体重(kg)', 1.9, 'weight', 'kg'],
  ['Weight (g)', 1_900, 'weight', 'g'],
])('a column “%s” of %d', async (title, value, use, unit) => {
  const { layout } = readBy(
    await workbook({
      'House 1': [
        ['Date', title],
        [on('2026-03-02'), value],
        [on('2026-03-03'), value],
      ],
    }),
  )
  expect(layout.sheets[0]?.columns.find(column => column.use === use)?.unit ?? undefined).toBe(unit)
})
