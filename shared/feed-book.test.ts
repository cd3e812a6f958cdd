import { expect, test } from 'vitest'
import { type FeedLine, feedDays, flockFeedOf, isFarOff, lastsOf, settledOn, shortOn } from './feed-book.ts'

const line = (day: string, kind: FeedLine['kind'], kg: number, price: number | null = null): FeedLine => ({
  day: `2026-03-${day}`,
  kind,
  kg,
  price,
})
const fed = (days: Readonly<Record<string, number>>) =>
  new Map(Object.entries(days).map(([day, kg]) => [`2026-03-${day}`, kg]))
const stocks = (lines: FeedLine[], eaten: Readonly<Record<string, number>>, to = '05') =>
  feedDays(lines, fed(eaten), `2026-03-${to}`).map(({ stock }) => stock)

test('the stock of an evening is what came less what went, in whatever order lines were entered', () => {
  const lines = [line('01', 'delivery', 1_000), line('03', 'delivery', 500), line('04', 'removed', 200)]
  const eaten = { '01': 100, '02': 100, '03': 100, '04': 100, '05': 100 }
  expect(stocks(lines, eaten)).toEqual([900, 800, 1_200, 900, 800])
  expect(stocks(lines.toReversed(), eaten)).toEqual([900, 800, 1_200, 900, 800])
})

test('a shortage is found on its first day, although a later delivery makes up for it', () => {
  const days = feedDays(
    [line('01', 'delivery', 150), line('04', 'delivery', 900)],
    fed({ '01': 100, '02': 100, '03': 100 }),
    '2026-03-05',
  )
  expect(shortOn(days)).toEqual({ day: '2026-03-02', kg: 50 })
})

test('a stock taken opens a book without a correction, and corrects one that is open', () => {
  const days = feedDays(
    [line('01', 'counted', 400), line('03', 'counted', 150)],
    fed({ '02': 100, '03': 100 }),
    '2026-03-03',
  )
  expect(days.map(({ stock, correction }) => ({ stock, correction }))).toEqual([
    { stock: 400, correction: 0 },
    { stock: 300, correction: 0 },
    { stock: 150, correction: -50 },
  ])
})

test('feed costs the mean price of what is in the silo, and what a stock taken misses was eaten', () => {
  // 1,000 kg at 300 and 1,000 kg at 400 a tonne: 350 a tonne.
  const days = feedDays(
    [line('01', 'delivery', 1_000, 300), line('02', 'delivery', 1_000, 400), line('03', 'counted', 900)],
    fed({ '02': 500, '03': 500 }),
    '2026-03-03',
  )
  expect(days.map(({ cost }) => Math.round(100 * cost) / 100)).toEqual([0, 175, 210])
  expect(days.at(-1)).toMatchObject({ used: 600, unpriced: 0 })
})

test('feed without a price is known as such, and a price after it does not price what was there', () => {
  const span = { after: null, placedOn: '2026-03-01', fedUntil: '2026-03-02', to: '2026-03-03' }
  const days = feedDays(
    [line('01', 'delivery', 1_000, null), line('02', 'delivery', 1_000, 400)],
    fed({ '02': 1_000, '03': 500 }),
    '2026-03-03',
  )
  expect(flockFeedOf(days, span)).toMatchObject({ used: 1_500, unpriced: 750, cost: null })
})

test('a book that begins in the middle of a flock does not tell what that flock ate', () => {
  const days = feedDays([line('10', 'delivery', 1_000)], fed({ '11': 100 }), '2026-03-12')
  const span = { after: null, fedUntil: '2026-03-11', to: '2026-03-12' }
  expect(flockFeedOf(days, { ...span, placedOn: '2026-03-01' })).toBeNull()
  expect(flockFeedOf(days, { ...span, placedOn: '2026-03-10' })).toMatchObject({ used: 100, left: 900 })
})

test('what one flock leaves the next begins with, and nothing is used twice', () => {
  const lines = [
    line('01', 'delivery', 1_000, 300),
    line('05', 'counted', 350),
    line('07', 'delivery', 650, 300),
  ]
  const days = feedDays(lines, fed({ '02': 300, '03': 300, '09': 100 }), '2026-03-09')
  const settled = settledOn(lines, '2026-03-03', '2026-03-08')
  expect(settled).toBe('2026-03-05')
  const first = flockFeedOf(days, {
    after: null,
    placedOn: '2026-03-01',
    fedUntil: '2026-03-03',
    to: settled,
  })
  const second = flockFeedOf(days, {
    after: settled,
    placedOn: '2026-03-08',
    fedUntil: '2026-03-08',
    to: '2026-03-09',
  })
  expect(first).toMatchObject({ opening: 0, delivered: 1_000, left: 350, used: 650, cost: 195 })
  expect(second).toMatchObject({ opening: 350, delivered: 650, left: 900, used: 100, cost: 30 })
})

test('feed lasts by the use of the last days; too few of them say nothing', () => {
  const eaten = { '01': 100, '02': 100, '03': 100, '04': 100 }
  const days = feedDays([line('01', 'delivery', 1_000)], fed(eaten), '2026-03-05')
  expect(lastsOf(days, '2026-03-05')).toEqual({ perDay: 100, until: '2026-03-11' })
  expect(lastsOf(days.slice(-2), '2026-03-05')).toBeNull()
})

test('a scale is doubted only where the difference is one of feed, not of weighing', () => {
  expect(isFarOff(10_000, 10_400)).toBe(false)
  expect(isFarOff(10_000, 8_000)).toBe(true)
  expect(isFarOff(600, 200)).toBe(false)
})
