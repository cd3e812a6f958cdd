import { describe, expect, test } from 'vitest'
import { daysAfter } from '#shared/zone-time.ts'
import type { Place } from './places.ts'
import { type Layout, on, places, readBy, textFile, type Value, workbook } from './testing/own-workbook.ts'

/** The file of House 1 with these rows, the first on 2 March; null is an empty row. */
const house1 = (head: readonly string[], rows: readonly (readonly Value[])[]) =>
  workbook({ 'House 1': [head, ...rows] })
const dated = (day: string, ...values: Value[]) => [on(`2026-03-${day}`), ...values]
const sumOf = (days: readonly Record<string, unknown>[], field: string) =>
  days.reduce((sum, day) => sum + Number(day[field] ?? 0), 0)
const spanIs = (is: 'day' | 'upTo' | 'from') => (layout: Layout) => ({
  ...layout,
  sheets: layout.sheets.map(sheet => ({ ...sheet, span: sheet.span && { ...sheet.span, is } })),
})

describe('a running total over a gap', () => {
  test.each<[string, string, number, number, number[]]>([
    ['losses of a weekend', 'Cum. mortality', 10, 17, [2, 3, 2]],
    ['nothing at all', 'Cum. mortality', 10, 10, [0, 0, 0]],
    ['fewer birds than days', 'Cum. mortality', 10, 12, [1, 0, 1]],
    ['eggs', 'Cumulative eggs (pcs)', 20_000, 45_501, [8_500, 8_501, 8_500]],
    ['feed', 'Feed to date (kg)', 1_100, 4_600, [1_166.667, 1_166.666, 1_166.667]],
  ])('%s is spread over its days, and adds up exactly', async (_, title, before, after, shares) => {
    const { days, faults, notes, spread } = readBy(
      await house1(['Date', title], [dated('02', before), dated('05', after)]),
    )
    expect(faults).toEqual([])
    const told = days.map(({ flockId: _, day: __, ...figures }) => Object.values(figures)[0])
    expect(told).toEqual([before, ...shares])
    expect(days.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
    expect(spread).toHaveLength(after > before ? 3 : 0)
    expect(notes).toHaveLength(after > before ? 1 : 0)
  })

  test('no day has a week’s losses, and what is spread says so', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => [on(daysAfter('2026-03-02', 7 * i)), 4 + 28 * i])
    const { days, faults, spread } = readBy(await house1(['Date', 'Cum. mortality'], rows))
    expect(faults).toEqual([])
    expect(Math.max(...days.map(({ dead }) => Number(dead)))).toBeLessThanOrEqual(4)
    expect(sumOf(days, 'dead')).toBe(4 + 28 * 5)
    expect(spread).toContain('2026-03-03 dead 28 2026-03-03 2026-03-09')
  })

  test('the order of rows, a row told twice and a next sheet change nothing', async () => {
    const head = ['Date', 'Cum. mortality']
    const { days, faults } = readBy(
      await workbook({
        'House 1 March': [head, dated('04', 9), dated('02', 3), dated('04', 9), dated('03', 5)],
        'House 1 rest': [head, dated('05', 12)],
      }),
    )
    expect(faults).toEqual([])
    expect(days.map(({ day, dead }) => [day, dead]).toSorted()).toEqual([
      ['2026-03-02', 3],
      ['2026-03-03', 2],
      ['2026-03-04', 4],
      ['2026-03-05', 3],
    ])
  })

  test('a total that falls is told at its cell with the one before', async () => {
    const { faults, days } = readBy(
      await house1(['Date', 'Cum. mortality'], [dated('02', 40), dated('03', 44), dated('04', 2)]),
    )
    expect(faults).toEqual([expect.stringMatching(/^B4 .*smaller.*B3/)])
    expect(days.find(({ day }) => day === '2026-03-04')?.dead).toBeUndefined()
  })

  test('of two flocks each has its own total, of one that begins in the middle its reader is told', async () => {
    const [house1Now, ...others] = places
    const old: Place = {
      ...(house1Now as Place),
      house: 'House 1 · L-0',
      number: 'L-0',
      placedOn: '2025-01-01',
      until: '2026-02-20',
      isFlock: true,
    }
    const both = [{ ...(house1Now as Place), before: [old] }, ...others, old]
    const rows = [
      [on('2026-02-18'), 400],
      [on('2026-02-19'), 403],
      [on('2026-03-01'), 2],
      [on('2026-03-02'), 5],
    ]
    const { days, faults, notes } = readBy(await house1(['Date', 'Cum. mortality'], rows), undefined, both)
    expect(faults).toEqual([])
    expect(days).toEqual([
      { flockId: 'L-0', day: '2026-02-19', dead: 3 },
      { flockId: 'L-1', day: '2026-03-01', dead: 2 },
      { flockId: 'L-1', day: '2026-03-02', dead: 3 },
    ])
    expect(notes).toEqual([expect.stringContaining('begins with 400 in B2')])
  })

  test('birds sold over several days, and a gap of months, are asked about', async () => {
    const { faults } = readBy(
      await house1(
        ['Date', 'Cum. mortality', 'Cumulative birds sold'],
        [dated('02', 3, 0), dated('05', 9, 500), [on('2026-06-01'), 90, 500]],
      ),
    )
    expect(faults).toEqual([
      expect.stringMatching(/^C3 .*nothing tells on which/),
      expect.stringMatching(/^B4 .*days lie.*88/),
    ])
  })
})

describe('rows a week apart', () => {
  const weekly = (title: string, values: readonly number[]) =>
    house1(
      ['Date', title, 'Avg weight (g)'],
      values.map((value, i) => [on(daysAfter('2026-03-07', 7 * i)), value, 1_500 + i]),
    )

  test.each([
    ['dates', ['Date'], (i: number) => [on(daysAfter('2026-03-07', 7 * i))]],
    ['ages', ['Age'], (i: number) => [133 + 7 * i]],
  ])('are asked about before any amount is read: %s', async (_, head, dayOf) => {
    const rows = [0, 1, 2, 3].map(i => [...dayOf(i), 21, 1_500])
    const { days, faults, layout } = readBy(await house1([...head, 'Dead', 'Avg weight (g)'], rows))
    expect(layout.sheets[0]?.span).toEqual({ days: 7, is: null })
    expect(faults).toHaveLength(4)
    expect(faults[0]).toMatch(/^B2 .*7 days apart|^B2 .*days apart/)
    expect(days.every(({ dead }) => dead === undefined)).toBe(true)
    expect(days[0]).toMatchObject({ weight: 1_500 })
  })

  test.each<['day' | 'upTo' | 'from', string, string, number, number]>([
    ['day', '2026-03-07', '2026-03-21', 3, 30],
    // The birds came on the 1st.
    ['upTo', '2026-03-01', '2026-03-21', 21, 2],
    ['from', '2026-03-07', '2026-03-27', 21, 2],
  ])('are read as somebody says: %s', async (is, from, to, count, most) => {
    const { days, faults } = readBy(await weekly('Dead', [10, 10, 30]), spanIs(is))
    expect(faults).toEqual([])
    const told = days.filter(({ dead }) => dead !== undefined)
    expect([told[0]?.day, told.at(-1)?.day, told.length]).toEqual([from, to, count])
    expect(sumOf(days, 'dead')).toBe(50)
    expect(Math.min(...told.slice(0, 7).map(({ dead }) => Number(dead)))).toBeLessThanOrEqual(most)
    if (is !== 'day') expect(Math.max(...told.map(({ dead }) => Number(dead)))).toBeLessThanOrEqual(5)
  })

  test('weeks of age are weeks, and birds are weighed at their end', async () => {
    const { days, faults, layout } = readBy(
      await workbook({
        'Broilers 3': [
          ['Week', 'Mort', 'Feed (kg)', 'Body weight (g)'],
          [1, 140, 3_500, 190],
          [2, 70, 7_700, 480],
          [3, 35, 13_300, 960],
        ],
      }),
    )
    expect(faults).toEqual([])
    expect(layout.sheets[0]).toMatchObject({ isUsed: true, span: { days: 7, is: 'from' } })
    expect(days).toHaveLength(21)
    expect(days[0]).toEqual({ flockId: 'B-3', day: '2026-03-01', dead: 20, feed: 500 })
    expect(days[6]).toMatchObject({ day: '2026-03-07', dead: 20, weight: 190 })
    expect([sumOf(days, 'dead'), sumOf(days, 'feed')]).toEqual([245, 24_500])
  })

  test('totals at the end of each week of age begin with the birds', async () => {
    const { days, faults } = readBy(
      await workbook({
        'Broilers 3': [
          ['Week', 'Cum. mortality'],
          [1, 140],
          [2, 210],
          [3, 245],
        ],
      }),
    )
    expect(faults).toEqual([])
    expect(days).toHaveLength(21)
    expect(sumOf(days, 'dead')).toBe(245)
    expect(days[13]).toEqual({ flockId: 'B-3', day: '2026-03-14', dead: 10 })
  })

  test('each house has its own weeks, and rows of each day ask nothing', async () => {
    const weeks = textFile(
      'Date,House,Dead\n2026-03-07,House 1,7\n2026-03-08,House 2,7\n2026-03-14,House 1,7\n2026-03-15,House 2,7\n',
    )
    expect(readBy(weeks).layout.sheets[0]?.span).toEqual({ days: 7, is: null })
    const daily = textFile(
      'Date,Dead\n2026-03-02,1\n2026-03-03,1\n2026-03-04,1\n2026-03-06,1\n2026-03-09,1\n',
    )
    expect(readBy(daily).layout.sheets[0]?.span).toBeUndefined()
  })
})
