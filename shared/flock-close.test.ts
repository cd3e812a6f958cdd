import { expect, test } from 'vitest'
import {
  type Closing,
  closeFiguresOf,
  closeNames,
  closeRows,
  moneyNames,
  withoutMoney,
} from './flock-close.ts'
import { type FinalFigures, finalFigures, noFinal } from './flock-figures/final.ts'
import { ledgerOf, type ToldDay } from './flock-figures/ledger.ts'
import { type DayFacts, recordNumberNames } from './flocks.ts'
import type { Opening } from './opening.ts'
import { daysAfter, daysBetween } from './zone-time.ts'

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

const nothingTold = Object.fromEntries(recordNumberNames.map(name => [name, null])) as unknown as DayFacts

interface Grown {
  placedOn?: string
  placed?: number
  takenOver?: Opening
  /** Of a record of a day, besides the feed. */
  days?: Readonly<Record<string, Partial<DayFacts>>>
  lots?: Closing['lots']
  /** kg a day; null: nobody recorded any. */
  fed?: number | null
  book?: number
}

/** Broilers hatched on 1 January with their figures as the server adds them up: by records, lots and the feed book. */
function grown({
  placedOn = broilers.placedOn,
  placed = 10_000,
  takenOver,
  days = {},
  lots = [],
  fed = 900,
  book,
}: Grown) {
  const { dayZero, until, type } = broilers
  const told: ToldDay[] = []
  for (let day = placedOn; day <= until; day = daysAfter(day, 1))
    told.push({ ...nothingTold, day, dead: 0, culled: 0, feed: day < until ? fed : null, ...days[day] })
  const opening = takenOver ?? null
  const placedAge = daysBetween(dayZero, placedOn)
  const ledger = ledgerOf({ dayZero, placedOn, placedCount: placed, soldUndated: 0, opening }, told)
  const feedKg = book ?? null
  const settled = {
    lots: lots.map(({ day, birds, liveKg }) => ({
      age: daysBetween(dayZero, day),
      birds,
      kg: liveKg ?? null,
    })),
    feedKg,
  }
  const final = finalFigures({
    type,
    days: ledger,
    weeks: [],
    placedCount: placed,
    placedAge,
    opening,
    countedFrom: opening ? 0 : placedAge,
    hensHoused: null,
    chickWeight: 40,
    settled: lots.length > 0 ? settled : null,
  })
  const sum = (read: (day: ToldDay) => number | null | undefined) =>
    told.reduce((all, day) => all + (read(day) ?? 0), 0)
  const closing: Closing = {
    ...broilers,
    placedOn,
    placed,
    takenOver: opening !== null,
    told: {
      dead: sum(({ dead }) => dead),
      culled: sum(({ culled }) => culled),
      sold: sum(({ sold }) => sold),
      movedIn: sum(({ movedIn }) => movedIn),
      movedOut: sum(({ movedOut }) => movedOut),
    },
    final,
    lots,
    feed: book === undefined ? null : { ...feed, used: book },
  }
  const close: ReturnType<typeof closeFiguresOf> = closeFiguresOf(closing)
  return { final: final as FinalFigures, closing, ...close }
}

const died = { '2026-01-10': { dead: 300, culled: 100 } }
const moved = '2026-02-03'

test('EPEF and conversion by slaughter weights and the feed book, as a grower works them out by hand', () => {
  const { values, lacks, final } = grown({ days: died, lots: [lot], book: 38_400 })
  expect(values.conversion).toBeCloseTo(1.6, 6)
  // 96 % x 2.5 kg / (41 days x 1.6) x 100
  expect(values.efficiency).toBeCloseTo((96 * 2.5 * 100) / (41 * 1.6), 6)
  expect(values.unaccounted).toBe(0)
  expect(lacks).toMatchObject({ conversion: { why: 'byLots' }, efficiency: { why: 'byLots' } })
  // The page of the flock has the same, though no weight stands in the records.
  expect([final.feedConversion, final.efficiency]).toEqual([values.conversion, values.efficiency])
})

const weighedAtMove = { [moved]: { weight: 2_000 } }
const halfOut = { ...died, [moved]: { movedOut: 4_800, weight: 2_000 } }
const halfLot = { ...lot, birds: 4_800, liveKg: 12_000 }
const carried: Opening = {
  placedOn: '2026-01-01',
  lost: 200,
  sold: 0,
  soldKg: 0,
  eggs: null,
  feed: 14_000,
  water: null,
  malesPlaced: null,
  malesLost: null,
}
const begun = { placedOn: moved, placed: 4_800, takenOver: carried, lots: [halfLot], book: 5_200 }

test.each<[string, Grown, { kg: number; feed: number; age: number; lived: number } | string]>([
  ['sold whole', { days: died, lots: [lot], book: 38_400 }, { kg: 24_000, feed: 38_400, age: 41, lived: 96 }],
  [
    'half moved out at 33 days',
    { days: halfOut, lots: [halfLot], book: 33_000 },
    { kg: 12_000 + 9_600, feed: 33_000, age: 37, lived: 96 },
  ],
  ['begun by that move', begun, { kg: 12_000, feed: 19_200, age: 41, lived: 96 }],
  [
    'begun by a move, what they ate before not known',
    { ...begun, takenOver: { ...carried, feed: null } },
    'before',
  ],
  [
    'begun by a move, some were sold before without a weight',
    { ...begun, takenOver: { ...carried, sold: 100, soldKg: null } },
    'movedWeight',
  ],
  ['placed grown, with no past', { ...begun, takenOver: undefined as never }, 'before'],
  [
    'a lot missing',
    { days: died, lots: [{ ...lot, birds: 9_000, liveKg: 22_500 }], book: 38_400 },
    'lotsPart',
  ],
  ['a lot without its weight', { days: died, lots: [{ ...lot, liveKg: null }], book: 38_400 }, 'noLive'],
  [
    'without a book, by the records',
    { days: died, lots: [lot] },
    { kg: 24_000, feed: 36_900, age: 41, lived: 96 },
  ],
  ['neither book nor feed', { days: died, lots: [lot], fed: null }, 'noBook'],
])('a flock %s: one conversion of all feed and all kilograms, or the reason for none', (_, how, due) => {
  const { values, lacks, final } = grown(how)
  if (typeof due === 'string') {
    expect([values.conversion, values.efficiency]).toEqual([null, null])
    expect([lacks.conversion?.why, lacks.efficiency?.why]).toEqual([due, due])
    return
  }
  const conversion = due.feed / due.kg
  const birds = due.kg === 21_600 || due.kg === 24_000 ? 9_600 : 4_800
  expect(values.conversion).toBeCloseTo(conversion, 9)
  expect(values.efficiency).toBeCloseTo((100 * due.lived * (due.kg / birds)) / (due.age * conversion), 6)
  expect([final.feedConversion, final.efficiency]).toEqual([values.conversion, values.efficiency])
})

test('a move between weighings counts at the weight of its day, and without any around it there is no conversion', () => {
  const out = { ...died, [moved]: { movedOut: 4_800 } }
  const between = grown({ days: { ...out, '2026-01-29': { weight: 1_500 } }, lots: [halfLot], book: 33_000 })
  // From 1.5 kg at 28 days to the 2.5 kg of the lot at 41.
  const at33 = 1.5 + 5 / 13
  expect(between.values.conversion).toBeCloseTo(33_000 / (12_000 + 4_800 * at33), 9)
  const unweighed = grown({ days: out, lots: [halfLot], book: 33_000 })
  expect([unweighed.values.conversion, unweighed.lacks.conversion?.why]).toEqual([null, 'movedWeight'])
})

test('without lots it is that of the records, and says so; lots that are not whole yet show none', () => {
  const byWeighing = grown({ days: { ...died, ...weighedAtMove } })
  expect(byWeighing.values.conversion).toBeCloseTo((33 * 900) / (9_600 * 2), 9)
  expect(byWeighing.final.feedConversion).toBe(byWeighing.values.conversion)
  expect(byWeighing.lacks.conversion).toEqual({ why: 'byWeighing' })
  const sold = { ...died, '2026-02-11': { sold: 9_600, soldKg: 24_000, feed: 0 } }
  expect(grown({ days: sold }).lacks.conversion).toEqual({ why: 'byRecords' })
})

test('hens: feed per egg is of this house, by the book from the beginning only, and says by what', () => {
  const { final } = hens
  const close = (more: Partial<Closing>) => closeFiguresOf({ ...hens, ...more })
  const records: FinalFigures = { ...final, feedPerTenEggs: 1.52 }
  for (const type of ['layer', 'breeder'] as const) {
    const movedOut = close({ type, told: { ...hens.told, movedOut: 5_000 } })
    expect([movedOut.values.feedPerTenEggs, movedOut.lacks.feedPerTenEggs]).toEqual([1.5, { why: 'byBook' }])
    const taken = close({ type, takenOver: true, final: records })
    expect([taken.values.feedPerTenEggs, taken.lacks.feedPerTenEggs]).toEqual([1.52, { why: 'byDays' }])
    expect(close({ type, takenOver: true }).lacks.feedPerTenEggs).toEqual({ why: 'noFeed' })
    expect(taken.values.conversion).toBeNull()
  }
  const pullets = close({ type: 'pullet', told: { ...hens.told, movedOut: 9_600 } })
  expect([pullets.values.conversion, pullets.values.feedPerTenEggs]).toEqual([null, null])
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
  const lacking = { ...died, '2026-01-20': { feed: null } }
  const { values, lacks } = grown({ days: lacking, lots: [lot] })
  expect([values.conversion, values.feedRecorded]).toEqual([null, null])
  expect([lacks.conversion?.why, lacks.feedRecorded?.why]).toEqual(['noBook', 'noFeed'])
  expect(grown({ days: lacking, lots: [lot], book: 38_400 }).values.conversion).toBeCloseTo(1.6, 9)
})
