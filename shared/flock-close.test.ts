import { expect, test } from 'vitest'
import {
  type Closing,
  closeFiguresOf,
  closeNames,
  closeRows,
  moneyNames,
  withoutMoney,
} from './flock-close.ts'
import { noFinal } from './flock-figures/final.ts'

const broilers: Closing = {
  type: 'broiler',
  placedOn: '2026-01-01',
  until: '2026-02-11',
  isClosed: true,
  dayZero: '2026-01-01',
  takenOver: false,
  placed: 10_000,
  told: { dead: 300, culled: 100, sold: 0, movedIn: 0, movedOut: 0 },
  final: { ...noFinal, livability: 96 },
  lots: [],
  eggs: [],
  costs: [],
  feed: null,
  energyCost: null,
}
const feed = {
  opening: 500,
  delivered: 39_000,
  removed: 0,
  left: 1_100,
  used: 38_400,
  fed: 38_000,
  unrecorded: 0,
  countedOn: '2026-02-12',
  cost: 115_200,
  unpriced: 0,
}
const hens: Closing = {
  ...broilers,
  type: 'layer',
  final: { ...noFinal, livability: 95, eggs: 3_000_000, feedPerKgEgg: 2.1 },
  feed: { ...feed, used: 450_000, cost: 1_350_000 },
}
const lot = {
  day: '2026-02-11',
  birds: 9_600,
  liveKg: 24_000,
  price: '9.2',
  per: 'liveKg',
  buyer: '',
} as const

test('EPEF and conversion by slaughter weights and the feed book, as a grower works them out by hand', () => {
  const { values } = closeFiguresOf({ ...broilers, feed, lots: [lot] })
  expect(values.conversion).toBeCloseTo(1.6, 6)
  // 96 % x 2.5 kg / (41 days x 1.6) x 100
  expect(values.efficiency).toBeCloseTo((96 * 2.5 * 100) / (41 * 1.6), 6)
  expect(values.unaccounted).toBe(0)
})

test('without sales, without a book and without prices every figure says why it is absent', () => {
  const { values, lacks } = closeFiguresOf(broilers)
  expect(lacks).toMatchObject({
    sold: { why: 'noLots' },
    feedUsed: { why: 'noBook' },
    conversion: { why: 'noLots' },
    income: { why: 'noIncome' },
    costFeed: { why: 'noBook' },
    margin: { why: 'noChicks' },
  })
  expect(values.margin).toBeNull()
})

test('a lot without its price leaves the income open; one paid in all counts as it is', () => {
  const unpriced = { ...lot, price: null }
  const chicks = { kind: 'chicks' as const, what: '', amount: '30000' }
  const open = closeFiguresOf({ ...broilers, feed, lots: [lot, unpriced], costs: [chicks] })
  expect(open.lacks).toMatchObject({ incomeBirds: { why: 'noPrice', n: 1 }, margin: { why: 'noIncome' } })
  const inAll = closeFiguresOf({
    ...broilers,
    feed,
    lots: [{ ...lot, price: '220000', per: 'total' }],
    costs: [chicks],
  })
  expect(inAll.values).toMatchObject({ income: 220_000, cost: 145_200, margin: 74_800 })
  expect(inAll.values.costPerKg).toBeCloseTo(145_200 / 24_000, 6)
})

test('hens are closed by eggs of each class and feed per egg', () => {
  const { values } = closeFiguresOf({
    ...hens,
    eggs: [
      { day: '2026-02-01', grade: 'L', eggs: 2_000_000, eggKg: 130_000, price: '9', per: 'kg', buyer: '' },
      { day: '2026-02-01', grade: 'second', eggs: 50_000, price: '0.3', per: 'egg', buyer: '' },
    ],
    costs: [{ kind: 'chicks', what: 'pullets', amount: '350000' }],
  })
  expect(values).toMatchObject({ eggsLaid: 3_000_000, eggsSold: 2_050_000, incomeEggs: 1_185_000 })
  expect(values.feedPerTenEggs).toBeCloseTo(1.5, 6)
  expect(values.costPerEgg).toBeCloseTo(1_700_000 / 3_000_000, 6)
  // Broilers’ figures are none of theirs.
  expect(values.efficiency).toBeNull()
})

test('people without the right to money get no figure of it, and every figure has its row', () => {
  const close = closeFiguresOf({ ...broilers, feed, lots: [lot] })
  const bare = withoutMoney(close)
  for (const name of moneyNames) {
    expect(bare.values[name]).toBeNull()
    expect(bare.lacks[name]).toBeUndefined()
  }
  const rows = (['birds', 'meat', 'eggs', 'feed', 'results', 'money'] as const).flatMap(part =>
    closeRows(part, close, null),
  )
  const known = closeNames.filter(name => close.values[name] !== null || close.lacks[name])
  expect(rows.map(({ name }) => name).sort()).toEqual([...known].sort())
})

test('eggs of some days say of how many they are, and nothing is worked out per egg of them', () => {
  const some = { why: 'eggs', days: 330, of: 334 } as const
  const costs = [{ kind: 'chicks', amount: '90000' }] as unknown as Closing['costs']
  const whole = { ...hens, costs }
  const lacking: Closing = { ...whole, final: { ...hens.final, feedPerTenEggs: 1.52, lacks: { eggs: some } } }
  expect(closeFiguresOf(whole).lacks.eggsLaid).toBeUndefined()
  const { values, lacks } = closeFiguresOf(lacking)
  expect(values.eggsLaid).toBe(3_000_000)
  expect(lacks.eggsLaid).toEqual({ why: 'eggDays', n: 330, of: 334 })
  expect(closeRows('eggs', { values, lacks }, null)[0]).toMatchObject({
    value: 3_000_000,
    lacking: lacks.eggsLaid,
  })
  // By the book it would be of all the feed and not of all the eggs.
  expect(closeFiguresOf(whole).values.feedPerTenEggs).toBeCloseTo(1.5, 9)
  expect(values.feedPerTenEggs).toBe(1.52)
})

test('feed that lacks days makes no conversion without a book', () => {
  const grown = { ...broilers, lots: [lot], final: { ...broilers.final, feedTotal: 38_400 } }
  expect(closeFiguresOf(grown).values.conversion).toBeCloseTo(1.6, 9)
  const some = { why: 'feed', days: 40, of: 42 } as const
  const { values, lacks } = closeFiguresOf({
    ...grown,
    final: { ...grown.final, lacks: { feedTotal: some } },
  })
  expect([values.conversion, values.feedRecorded]).toEqual([null, null])
  expect([lacks.conversion?.why, lacks.feedRecorded?.why]).toEqual(['noBook', 'noFeed'])
})
