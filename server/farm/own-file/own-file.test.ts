import { expect, test } from 'vitest'
import { daysAfter } from '#shared/zone-time.ts'
import { type Layout, on, readBy, textFile, type Value, workbook } from './testing/own-workbook.ts'

const problemsOf = ({ sheets }: Layout) =>
  sheets.flatMap(({ columns }) =>
    columns.flatMap(({ title, problem }) => (problem ? [`${title}: ${problem}`] : [])),
  )

const first = { flockId: 'L-1', day: '2026-03-02', dead: 3, feed: 1_150 }
const second = { flockId: 'L-1', day: '2026-03-03', dead: 5, feed: 1_160.5 }

test('a list with its own titles below a heading of the farm', async () => {
  const { days, faults } = readBy(
    await workbook({
      Data: [
        ['Green Valley Farm', null, null, null],
        ['Production records 2026', null, null, null],
        [],
        ['Date', 'Barn', 'Mortality', 'Feed (kg)'],
        [on('2026-03-02'), 'House 1', 3, 1_150],
        [on('2026-03-03'), 'House 1', 5, 1_160.5],
        ['Total', null, 8, 2_310.5],
      ],
    }),
  )
  expect(faults).toEqual([])
  expect(days).toEqual([first, second])
})

test.each([
  ['Hens moved in', 'Males moved in', 'Transferred out', 'Males transferred out'],
  ['转入母鸡', '转入公鸡', '转出', '公鸡转出(只)'],
])('males that came and left apart from the hens: %s', async (...titles) => {
  const { days } = readBy(
    await workbook({
      'House 1': [
        ['Date', ...titles],
        [on('2026-03-02'), 400, 40, 20, 2],
      ],
    }),
  )
  const males = { movedInMales: 40, movedOutMales: 2 }
  expect(days).toEqual([{ flockId: 'L-1', day: '2026-03-02', movedIn: 400, movedOut: 20, ...males }])
})

test('a sheet for each house, in Chinese, with figures that follow from others', async () => {
  const head = ['日期', '日龄', '存栏', '死亡(只)', '淘汰', '耗料(公斤)', '产蛋数(枚)', '产蛋率(%)', '破蛋']
  const { days, faults, layout } = readBy(
    await workbook({
      '1号舍': [head, ['2026年3月2日', 128, 9_997, 3, 1, 1_150, 8_600, 86, 40]],
      '2栋': [head, ['2026年3月2日', 128, 9_990, 10, 0, 1_100, 8_000, 80, 25]],
    }),
  )
  expect(faults).toEqual([])
  expect(days).toEqual([
    { flockId: 'L-1', day: '2026-03-02', dead: 3, culled: 1, feed: 1_150, eggsSound: 8_560, eggsBroken: 40 },
    { flockId: 'L-2', day: '2026-03-02', dead: 10, culled: 0, feed: 1_100, eggsSound: 7_975, eggsBroken: 25 },
  ])
  expect(problemsOf(layout).slice(0, 3)).toEqual(['日龄: derived', '存栏: derived', '产蛋率(%): derived'])
})

test('the houses side by side, each under a title over its columns', async () => {
  const { days, faults } = readBy(
    await workbook({
      March: [
        [null, { over: 2, value: 'House 1' }, { over: 2, value: 'House 2' }],
        ['Date', 'Dead', 'Feed kg', 'Dead', 'Feed kg'],
        [on('2026-03-02'), 3, 1_150, 10, 1_100],
        [on('2026-03-03'), 5, 1_160.5, 0, 1_090],
      ],
    }),
  )
  expect(faults).toEqual([])
  expect(days).toEqual([
    first,
    { flockId: 'L-2', day: '2026-03-02', dead: 10, feed: 1_100 },
    second,
    { flockId: 'L-2', day: '2026-03-03', dead: 0, feed: 1_090 },
  ])
})

test('a house that is named once for all its rows', async () => {
  const { days, faults } = readBy(
    await workbook({
      Sheet1: [
        ['House', 'Date', 'Dead', 'Feed kg'],
        ['House 1', on('2026-03-02'), 3, 1_150],
        [null, on('2026-03-03'), 5, 1_160.5],
        ['House 2', on('2026-03-02'), 10, 1_100],
      ],
    }),
  )
  expect(faults).toEqual([])
  expect(days).toEqual([first, second, { flockId: 'L-2', day: '2026-03-02', dead: 10, feed: 1_100 }])
})

test('running totals become days; the first of them only where it began with the birds', async () => {
  const { days, faults, layout } = readBy(
    await workbook({
      'House 1': [
        ['Date', 'Cum. mortality', 'Feed to date (t)'],
        [on('2026-03-01'), 2, 1.1],
        [on('2026-03-02'), 5, 2.25],
        [on('2026-03-03'), 10, 3.4105],
      ],
      'House 2': [
        ['Date', 'Cum. mortality', 'Feed to date (t)'],
        [on('2026-03-10'), 40, 11],
        [on('2026-03-11'), 44, 12.1],
        [on('2026-03-12'), 43, 13.2],
      ],
    }),
  )
  expect(layout.sheets[0]?.columns.map(({ isCumulative }) => isCumulative)).toEqual([false, true, true])
  expect(days.filter(({ flockId }) => flockId === 'L-1')).toEqual([
    { flockId: 'L-1', day: '2026-03-01', dead: 2, feed: 1_100 },
    first,
    second,
  ])
  expect(days.filter(({ flockId }) => flockId === 'L-2')).toEqual([
    { flockId: 'L-2', day: '2026-03-11', dead: 4, feed: 1_100 },
    { flockId: 'L-2', day: '2026-03-12', feed: 1_100 },
  ])
  expect(faults).toEqual([expect.stringContaining('House 2!B4')])
})

test('ages of the birds in place of days, and feed in bags', async () => {
  const rows = [
    ['Age', 'Mort', 'Feed (bags of 50 kg)', 'Avg weight'],
    [1, 12, 6, 0.043],
    [2, 20, 8, 0.058],
    [3, 15, 9, 0.075],
  ] as const
  const { days, faults } = readBy(await workbook({ 'Broilers 3': rows }))
  expect(faults).toEqual([])
  expect(days[0]).toEqual({ flockId: 'B-3', day: '2026-03-01', dead: 12, feed: 300, weight: 43 })
  expect(days[2]).toEqual({ flockId: 'B-3', day: '2026-03-03', dead: 15, feed: 450, weight: 75 })
})

test('bags of which nobody says the weight are asked about, and read once it is said', async () => {
  const sheets = await workbook({
    'Broilers 3': [
      ['日龄', '死淘', '料(包)'],
      [1, 12, 6],
      [2, 20, 8],
    ],
  })
  const asked = readBy(sheets)
  expect(asked.faults).toHaveLength(2)
  expect(asked.faults[0]).toContain('C2')
  expect(asked.faults[0]).toContain('kg a bag holds')
  const { days, faults } = readBy(sheets, layout => ({ ...layout, bagKg: 40 }))
  expect(faults).toEqual([])
  expect(days.map(({ feed }) => feed)).toEqual([240, 320])
})

test('days side by side, figures below each other', async () => {
  const { days, faults, layout } = readBy(
    await workbook({
      'House 1': [
        ['', on('2026-03-02'), on('2026-03-03'), on('2026-03-04')],
        ['Dead', 3, 5, 4],
        ['Feed, kg', 1_150, 1_160.5, 1_155],
        ['Water, L', 2_100, 2_150, 2_120],
      ],
    }),
  )
  expect(layout.sheets[0]?.isAcross).toBe(true)
  expect(faults).toEqual([])
  expect(days[1]).toEqual({ ...second, water: 2_150 })
})

test('a week in a row, a column for each of its days', async () => {
  const { days, faults } = readBy(
    await workbook({
      'House 1 mortality': [
        ['House 1', null],
        ['Week from', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
        [on('2026-03-02'), 3, 5, 4, 3, 2, 6, 1],
        [on('2026-03-09'), 2, 2, 3, 1, 0, 4, 2],
      ],
    }),
  )
  expect(faults).toEqual([])
  expect(days).toHaveLength(14)
  expect(days[1]).toEqual({ flockId: 'L-1', day: '2026-03-03', dead: 5 })
  expect(days[13]).toEqual({ flockId: 'L-1', day: '2026-03-15', dead: 2 })
})

test('a text file with semicolons, decimal commas and days first', () => {
  const { days, faults } = readBy(
    textFile(
      '\ufeffDatum;Verluste;Futter kg;Eier\r\n02.03.2026;3;1.150,0;8.600\r\n13.03.2026;5;1.160,5;8.700\r\n',
    ),
  )
  expect(faults).toEqual([])
  expect(days).toEqual([
    { ...first, eggsSound: 8_600 },
    { ...second, day: '2026-03-13', eggsSound: 8_700 },
  ])
})

test('a text file of Chinese Windows', () => {
  const utf8 = '日期,死亡,耗料\n2026-03-02,3,1150\n'
  // “日期,死亡,耗料” in GBK, as no encoder for it comes with Node.
  const gbk = Buffer.concat([
    Buffer.from('c8d5c6da2ccbc0cdf62cbac4c1cf0a', 'hex'),
    Buffer.from(utf8.split('\n').slice(1).join('\n')),
  ])
  expect(readBy(textFile(gbk)).days).toEqual([first])
})

test('dates that may be day or month first are asked about, and dates of two orders told at their cell', () => {
  const either = textFile('Date,Dead\n02/03/2026,3\n03/03/2026,5\n')
  const asked = readBy(either)
  expect(asked.layout.dates).toBeNull()
  expect(asked.faults[0]).toContain('day or month first')
  const { days } = readBy(either, layout => ({ ...layout, dates: 'dmy' }))
  expect(days[0]).toEqual({ flockId: 'L-1', day: '2026-03-02', dead: 3 })
  const mixed = readBy(textFile('Date,Dead\n13/03/2026,3\n03/14/2026,5\n'))
  expect(mixed.faults).toEqual([expect.stringContaining('A3')])
})

test('two columns for one figure: neither is read before somebody has said which', async () => {
  const sheets = await workbook({
    'House 1': [
      ['Date', 'Dead', 'Mortality', 'Feed kg'],
      [on('2026-03-02'), 3, 4, 1_150],
    ],
  })
  const { days, layout } = readBy(sheets)
  expect(problemsOf(layout)).toEqual(['Dead: twice', 'Mortality: twice'])
  expect(days).toEqual([{ flockId: 'L-1', day: '2026-03-02', feed: 1_150 }])
})

test('a day in two sheets that do not agree is told with the other cell', async () => {
  const sheet = (dead: number) => [
    ['Date', 'House', 'Dead'],
    [on('2026-03-02'), 'House 1', dead],
  ]
  const { days, faults } = readBy(await workbook({ A: sheet(3), B: sheet(4) }))
  expect(days).toHaveLength(1)
  expect(faults).toEqual([expect.stringMatching(/^B!C2 .*A!C2/)])
})

test('a house that is not there, and a sheet that fits nothing', async () => {
  const unknown = readBy(
    await workbook({
      S: [
        ['Date', 'House', 'Dead'],
        [on('2026-03-02'), 'House 9', 3],
      ],
    }),
  )
  expect(unknown.faults).toEqual([expect.stringContaining('B2')])
  const nothing = readBy(
    await workbook({
      Prices: [
        ['Item', 'Supplier', 'Cost'],
        ['Straw', 'Miller', 120],
      ],
    }),
  )
  expect(nothing.layout.sheets.map(({ isUsed }) => isUsed)).toEqual([false])
  expect(nothing.days).toEqual([])
})

test('newest first is read as well, also where totals run on', async () => {
  const rows = [10, 7, 5, 2].map((dead, i) => [on(daysAfter('2026-03-04', -i)), dead])
  const { days, faults } = readBy(
    await workbook({ 'House 1': [['Date', 'Cumulative dead'], ...rows] as Value[][] }),
  )
  expect(faults).toEqual([])
  expect(days.map(({ dead }) => dead)).toEqual([2, 3, 2, 3])
})

test('feed that grows every day is no running total, and one without its name is', async () => {
  const head = ['Age', 'Feed', 'Dead'] as const
  const grown = Array.from({ length: 20 }, (_, i) => [i + 1, 260 + 90 * i, 4])
  const daily = readBy(await workbook({ 'Broilers 3': [head, ...grown] as Value[][] }))
  expect(daily.days[19]).toMatchObject({ feed: 1_970, dead: 4 })
  let sum = 0
  const summed = grown.map(([age = 0, feed = 0]) => {
    sum += feed
    return [age, sum, 4]
  })
  const totals = readBy(await workbook({ 'Broilers 3': [head, ...summed] as Value[][] }))
  expect(totals.days[19]).toMatchObject({ feed: 1_970, dead: 4 })
})
