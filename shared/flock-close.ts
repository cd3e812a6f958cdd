import type { FlockFeed } from './feed-book.ts'
import type { FinalFigures } from './flock-figures/final.ts'
import { type GrownBy, inNoLot, type LackingWhy } from './flock-figures/grown.ts'
import type { CostKind, CostRow, EggSale, SoldLot } from './flock-sales.ts'
import { isHens } from './flocks.ts'
import type { HouseType } from './signals.ts'
import { formatSignal } from './signals.ts'
import { text } from './text.ts'
import { type Reader, shownUnit } from './units.ts'
import { daysBetween } from './zone-time.ts'

/** The figures, in the order they are shown, by part. */
const parts = {
  birds: ['days', 'placed', 'movedIn', 'movedOut', 'dead', 'culled', 'livability', 'sold', 'unaccounted'],
  meat: ['liveKg', 'meanWeight', 'carcassKg', 'yield', 'condemned'],
  eggs: ['eggsLaid', 'eggsSold', 'eggsSoldKg'],
  feed: ['feedOpening', 'feedDelivered', 'feedRemoved', 'feedLeft', 'feedUsed', 'feedRecorded'],
  results: ['meanAge', 'conversion', 'efficiency', 'feedPerTenEggs', 'feedPerKgEgg'],
  money: [
    'incomeBirds',
    'incomeEggs',
    'income',
    'costChicks',
    'costFeed',
    'costMedicine',
    'costEnergy',
    'costOther',
    'cost',
    'margin',
    'marginPerBird',
    'costPerKg',
    'costPerEgg',
  ],
} as const
export type ClosePart = keyof typeof parts
export type CloseName = (typeof parts)[ClosePart][number]
export const closeNames = Object.values(parts).flat() as [CloseName, ...CloseName[]]
export const moneyNames: readonly CloseName[] = parts.money

export const closePartNames = {
  birds: text('鸡只', 'Birds'),
  meat: text('销售或屠宰', 'Sale or slaughter'),
  eggs: text('蛋', 'Eggs'),
  feed: text('饲料', 'Feed'),
  results: text('成绩', 'Results'),
  money: text('成本与收入', 'Cost and income'),
} as const satisfies Record<ClosePart, object>

const figure = (zh: string, en: string, unit = '', decimals = 0) => ({ label: text(zh, en), unit, decimals })
/** Name, unit and decimals of each; `money`, and what is for a unit of weight, is in the account's currency. */
export const closeFigures: Readonly<Record<CloseName, ReturnType<typeof figure>>> = {
  days: figure('饲养天数', 'Days in the house'),
  placed: figure('入舍', 'Placed'),
  movedIn: figure('转入', 'Moved in'),
  movedOut: figure('转出', 'Moved out'),
  dead: figure('死亡', 'Dead'),
  culled: figure('淘汰', 'Culled'),
  livability: figure('存活率', 'Livability', '%', 2),
  sold: figure('出售', 'Sold'),
  unaccounted: figure('去向不明', 'Not accounted for'),
  liveKg: figure('活重', 'Live weight', 'kg'),
  meanWeight: figure('平均活重', 'Mean live weight', 'g'),
  carcassKg: figure('胴体重', 'Carcass weight', 'kg'),
  yield: figure('屠宰率', 'Carcass yield', '%', 1),
  condemned: figure('不合格', 'Condemned'),
  eggsLaid: figure('产蛋', 'Laid'),
  eggsSold: figure('售蛋', 'Sold'),
  eggsSoldKg: figure('售蛋重量', 'Sold, weight', 'kg'),
  feedOpening: figure('上批结余', 'Left by the flock before', 'kg'),
  feedDelivered: figure('进料', 'Delivered', 'kg'),
  feedRemoved: figure('运出', 'Taken away', 'kg'),
  feedLeft: figure('结余转下批', 'Left to the next flock', 'kg'),
  feedUsed: figure('实际耗料', 'Used', 'kg'),
  feedRecorded: figure('日报耗料', 'As recorded by day', 'kg'),
  meanAge: figure('平均出栏日龄', 'Mean age at sale', '', 1),
  conversion: figure('料肉比', 'Feed conversion', '', 3),
  efficiency: figure('欧洲效益指数', 'EPEF'),
  feedPerTenEggs: figure('每 10 枚蛋耗料', 'Feed per 10 eggs', 'kg', 2),
  feedPerKgEgg: figure('料蛋比', 'Feed to egg weight', '', 3),
  incomeBirds: figure('售鸡收入', 'Birds sold', 'money'),
  incomeEggs: figure('售蛋收入', 'Eggs sold', 'money'),
  income: figure('收入合计', 'Income', 'money'),
  costChicks: figure('鸡苗', 'Chicks or pullets', 'money'),
  costFeed: figure('饲料', 'Feed', 'money'),
  costMedicine: figure('药品疫苗', 'Medicine and vaccines', 'money'),
  costEnergy: figure('水电燃料', 'Energy and water', 'money'),
  costOther: figure('其他成本', 'Other costs', 'money'),
  cost: figure('成本合计', 'Cost', 'money'),
  margin: figure('毛利', 'Margin', 'money'),
  marginPerBird: figure('每只入舍鸡毛利', 'Margin per bird placed', 'money', 3),
  costPerKg: figure('单位活重成本', 'Cost of live weight', '/kg', 3),
  costPerEgg: figure('每枚蛋成本', 'Cost per egg', 'money', 4),
}

/** Why a figure is absent. */
const whyNames = {
  noLots: text('未录入销售', 'no sales entered'),
  lotsPart: text('还有 {n} 只未录入销售', '{n} birds are in no lot'),
  noLive: text('有批次未录活重', 'a lot has no live weight'),
  noCarcass: text('未录胴体重', 'no carcass weight'),
  noBook: text('料账未覆盖本批', 'the feed book does not cover it'),
  feedDays: text('{n} 天未记耗料，且未盘点', 'feed not recorded on {n} days, and no stock taken'),
  noFeed: text('耗料不全', 'feed not recorded throughout'),
  feedOf: text('{of} 天中 {n} 天有耗料记录', 'feed on {n} of {of} days'),
  movedWeight: text('转群前后未称重', 'not weighed around the day birds were moved'),
  noBirds: text('鸡数不明', 'number of birds unknown'),
  before: text('来舍前的耗料或出栏不明', 'feed or sales before they came are not known'),
  byLots: text('按出栏批次体重', 'by the weights sold'),
  byRecords: text('按日报出栏体重', 'by the daily records'),
  byWeighing: text('按最近一次称重', 'by the last weighing'),
  byBook: text('按料账', 'by the feed book'),
  byDays: text('按产蛋与耗料均有记录的日子', 'of the days with both recorded'),
  eggDays: text('{of} 天中 {n} 天有产蛋记录', 'eggs on {n} of {of} days'),
  noEggs: text('未录入售蛋', 'no eggs sold entered'),
  noEggKg: text('售蛋未记重量', 'weight not entered'),
  noPrice: text('有 {n} 行未录价格', '{n} rows without a price'),
  feedPrice: text('{of} 中 {n} 无单价', '{n} of {of} without a price'),
  notEntered: text('未录入', 'not entered'),
  noMeter: text('无电表或电价，未录入', 'no meter or price, and not entered'),
  noChicks: text('未录鸡苗成本', 'cost of chicks not entered'),
  noFeedCost: text('饲料成本不明', 'cost of feed not known'),
  noIncome: text('收入不全', 'income not known'),
  unrecorded: text('记录不全', 'not recorded throughout'),
  hidden: text('仅批次管理人员可见', 'for those who manage flocks'),
} as const
export type CloseWhy = keyof typeof whyNames
export const closeWhys = Object.keys(whyNames) as [CloseWhy, ...CloseWhy[]]
export interface CloseLacks {
  why: CloseWhy
  n?: number | undefined
  of?: number | undefined
}

/** The reason in words, with its numbers. */
export const closeLacksSay = ({ why, n, of }: CloseLacks, reader: Reader): string => {
  const unit = why === 'feedPrice' ? 'kg' : ''
  const number = (value: number | undefined) => formatSignal(value ?? 0, { unit, decimals: 0 }, reader)
  return whyNames[why][reader.language].replace('{n}', number(n)).replace('{of}', number(of))
}

/** The unit of a figure as its reader sees it, with the currency where it is money; '' if it has none. */
export const closeUnit = (unit: string, currency: string, { units }: Pick<Reader, 'units'>): string => {
  if (unit === 'money') return currency
  return unit.startsWith('/') ? `${currency}${shownUnit(unit, units).unit}` : shownUnit(unit, units).unit
}

export interface CloseFigures {
  values: Record<CloseName, number | null>
  /** Why a figure is absent; of one that is there what it rests on, and of how many days eggs are where some lack theirs. */
  lacks: Partial<Record<CloseName, CloseLacks>>
}

/** What a flock is closed with, as stored. Days count at its house. */
export interface Closing {
  type: HouseType
  placedOn: string
  /** Last day with birds; today while there are some. */
  until: string
  isClosed: boolean
  dayZero: string
  takenOver: boolean
  placed: number | null
  told: { dead: number; culled: number; sold: number; movedIn: number; movedOut: number }
  final: FinalFigures
  lots: readonly SoldLot[]
  eggs: readonly EggSale[]
  costs: readonly CostRow[]
  feed: FlockFeed | null
  /** What metered power cost; null without meter or price. */
  energyCost: number | null
}

type Found = number | CloseLacks | null

/** The figures an owner closes a flock with. Kinds of birds have those that make sense for them; others are null. */
export function closeFiguresOf(closing: Closing): CloseFigures {
  const isLaying = isHens(closing)
  const found: Partial<Record<CloseName, Found>> = {
    ...birdsOf(closing),
    ...meatOf(closing),
    ...(isLaying ? eggsOf(closing) : {}),
    ...feedOf(closing),
  }
  Object.assign(found, closing.type === 'broiler' ? grownOf(closing) : {})
  Object.assign(found, isLaying ? layingOf(closing) : {})
  Object.assign(found, moneyOf(closing, found))
  const values = {} as Record<CloseName, number | null>
  const lacks: CloseFigures['lacks'] = {}
  for (const name of closeNames) {
    const value = found[name] ?? null
    values[name] = typeof value === 'number' ? value : null
    if (value !== null && typeof value === 'object') lacks[name] = value
  }
  return { values, lacks: { ...lacks, ...restsOn(closing, values) } }
}

type Figures = Partial<Record<CloseName, Found>>
const numberIn = (found: Figures, name: CloseName): number | null => {
  const value = found[name]
  return typeof value === 'number' ? value : null
}
const total = <Row>(rows: readonly Row[], read: (row: Row) => number | null | undefined): number =>
  rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)

const unrecorded: CloseLacks = { why: 'unrecorded' }

function birdsOf({ placedOn, until, placed, told, final, lots, isClosed }: Closing): Figures {
  const sold = lots.length > 0 ? total(lots, ({ birds }) => birds) : told.sold
  const gone = told.dead + told.culled + told.movedOut + sold
  const left = placed === null ? null : placed + told.movedIn - gone
  return {
    days: daysBetween(placedOn, until) + 1,
    placed,
    movedIn: told.movedIn || null,
    movedOut: told.movedOut || null,
    ...(['unrecorded', 'untold'].includes(final.lacks?.livability?.why ?? '')
      ? { dead: unrecorded, culled: unrecorded }
      : { dead: told.dead, culled: told.culled }),
    livability: final.livability ?? unrecorded,
    sold: sold || { why: 'noLots' },
    ...(isClosed && { unaccounted: left }),
  }
}

function meatOf({ lots }: Closing): Figures {
  if (lots.length === 0) return {}
  const birds = total(lots, each => each.birds)
  const hasLive = lots.every(({ liveKg }) => liveKg)
  const slaughtered = lots.filter(({ carcassKg }) => carcassKg)
  const both = slaughtered.filter(({ liveKg }) => liveKg)
  const liveKg = total(lots, each => each.liveKg)
  const carcassKg = total(slaughtered, each => each.carcassKg)
  return {
    liveKg: hasLive ? liveKg : { why: 'noLive' },
    meanWeight: hasLive ? (1_000 * liveKg) / birds : { why: 'noLive' },
    carcassKg: slaughtered.length > 0 ? carcassKg : { why: 'noCarcass' },
    ...(both.length > 0 && {
      yield: (100 * total(both, each => each.carcassKg)) / total(both, each => each.liveKg),
    }),
    ...(lots.some(({ condemned }) => condemned != null) && {
      condemned: total(lots, each => each.condemned),
    }),
  }
}

function eggsOf({ final, eggs }: Closing): Figures {
  const counted = eggs.filter(each => each.eggs)
  const weighed = eggs.filter(({ eggKg }) => eggKg)
  return {
    eggsLaid: final.eggs ?? { why: 'unrecorded' },
    eggsSold: counted.length > 0 ? total(counted, each => each.eggs) : { why: 'noEggs' },
    ...(eggs.length > 0 && {
      eggsSoldKg: weighed.length > 0 ? total(weighed, each => each.eggKg) : { why: 'noEggKg' },
    }),
  }
}

/** What the book says was used, as far as it can be relied on. */
export function usedBy({ feed }: Pick<Closing, 'feed'>): number | CloseLacks {
  if (feed === null) return { why: 'noBook' }
  return feed.countedOn === null && feed.unrecorded > 0 ? { why: 'feedDays', n: feed.unrecorded } : feed.used
}

/** Of how many days the eggs laid are; null if no day lacks its eggs. */
function eggDaysLacking({ final }: Closing): CloseLacks | null {
  const { why, days, of } = final.lacks?.eggs ?? {}
  return why === 'eggs' ? { why: 'eggDays', n: days, of } : null
}

const restsOnLots = {
  lots: 'byLots',
  records: 'byRecords',
  weighing: 'byWeighing',
} as const satisfies Record<GrownBy, CloseWhy>

/** What figures rest on that can be had in more than one way, and of how many days eggs are. */
function restsOn(closing: Closing, values: CloseFigures['values']): CloseFigures['lacks'] {
  const { by } = closing.final
  const some = eggDaysLacking(closing)
  const grown = by && { why: restsOnLots[by] }
  return {
    ...(grown && values.conversion !== null && { conversion: grown }),
    ...(grown && values.efficiency !== null && { efficiency: grown }),
    ...(values.feedPerTenEggs !== null && {
      feedPerTenEggs: { why: perEggByBook(closing) === null ? 'byDays' : 'byBook' },
    }),
    ...(values.eggsLaid !== null && some && { eggsLaid: some }),
  }
}

/** Feed by the records, if every day has its own: a conversion allows no gap. */
const wholeFeed = ({ feedTotal, lacks }: FinalFigures): number | null => (lacks?.feedTotal ? null : feedTotal)

function feedOf(closing: Closing): Figures {
  const { feed, final } = closing
  const recorded = feed?.fed ?? wholeFeed(final)
  return {
    ...(feed && {
      feedOpening: feed.opening,
      feedDelivered: feed.delivered,
      feedRemoved: feed.removed || null,
      feedLeft: feed.left,
    }),
    feedUsed: usedBy(closing),
    feedRecorded: recorded ?? { why: 'noFeed' },
  }
}

/** Why lots make no conversion yet; null if they have all birds, with their weight. */
function lotsLacking({ lots, placed, told }: Closing): CloseLacks | null {
  if (lots.length === 0) return { why: 'noLots' }
  if (placed === null) return { why: 'noBirds' }
  const inLots = total(lots, ({ birds }) => birds)
  const { birds, isPart } = inNoLot(placed + told.movedIn, { ...told, inLots })
  if (isPart) return { why: 'lotsPart', n: birds }
  return lots.every(({ liveKg }) => liveKg) ? null : { why: 'noLive' }
}

/** The same reasons as the flock's own figures have, in the words of a close. */
const lackingWhys = {
  weighing: 'noLive',
  feed: 'feedOf',
  soldWeight: 'movedWeight',
  losses: 'unrecorded',
  eggs: 'unrecorded',
  began: 'unrecorded',
  birds: 'noBirds',
  water: 'unrecorded',
  opening: 'before',
  unrecorded: 'unrecorded',
  untold: 'unrecorded',
} as const satisfies Record<LackingWhy, CloseWhy>

/** Why the flock's own figure is absent. */
function ownLacking({ final, feed }: Closing, name: 'feedConversion' | 'efficiency'): CloseLacks {
  const { why, days, of } = final.lacks?.[name] ?? { why: 'unrecorded' }
  if (why !== 'feed') return { why: lackingWhys[why] }
  const byBook = usedBy({ feed })
  return typeof byBook === 'number' ? { why: 'feedOf', n: days, of } : byBook
}

/**
 * Conversion and EPEF: those of the flock's page. They rest on the lots and the feed book once these are whole, on the records
 * where no lot was entered, and are absent in between: part of the kilograms makes no conversion of all the feed.
 */
function grownOf(closing: Closing): Figures {
  const { lots, final, dayZero } = closing
  const lacking = lotsLacking(closing)
  const birds = total(lots, each => each.birds)
  const age = total(lots, each => each.birds * daysBetween(dayZero, each.day)) / birds
  const isUnsold = lacking?.why === 'noLots'
  const told = (name: 'feedConversion' | 'efficiency'): Found =>
    lacking && !isUnsold ? lacking : (final[name] ?? lacking ?? ownLacking(closing, name))
  return {
    ...(lots.length > 0 && { meanAge: age }),
    conversion: told('feedConversion'),
    efficiency: told('efficiency'),
  }
}

/** kg per 10 eggs by the feed book and all eggs of this house; null where either is not known from the beginning. */
function perEggByBook(closing: Closing): number | null {
  const { final, takenOver } = closing
  const used = usedBy(closing)
  const isWhole = !takenOver && eggDaysLacking(closing) === null
  return isWhole && typeof used === 'number' && final.eggs ? (10 * used) / final.eggs : null
}

/** Feed per egg by the book; of birds taken over, and where days lack their eggs, as the records have it. */
const layingOf = (closing: Closing): Figures => ({
  feedPerTenEggs: perEggByBook(closing) ?? closing.final.feedPerTenEggs ?? { why: 'noFeed' },
  feedPerKgEgg: closing.final.feedPerKgEgg ?? { why: 'unrecorded' },
})

/** Pounds of kilograms. */
const inLb = (kg: number | null | undefined) => (kg == null ? kg : shownUnit('kg', 'imperial').shown(kg))

function paidFor({ price, per, birds, liveKg, carcassKg }: SoldLot): number | null {
  if (price == null) return null
  const of = { liveKg, carcassKg, liveLb: inLb(liveKg), carcassLb: inLb(carcassKg), bird: birds, total: 1 }[
    per
  ]
  return of == null ? null : Number(price) * of
}
function paidForEggs({ price, per, eggs, eggKg }: EggSale): number | null {
  if (price == null) return null
  const of = { egg: eggs, kg: eggKg, lb: inLb(eggKg), total: 1 }[per]
  return of == null ? null : Number(price) * of
}

/** What rows were paid; absent if one has no price. */
function paid<Row>(rows: readonly Row[], read: (row: Row) => number | null): Found {
  const unpriced = rows.filter(row => read(row) === null).length
  if (rows.length === 0) return null
  return unpriced > 0 ? { why: 'noPrice', n: unpriced } : total(rows, read)
}

function costsOf(closing: Closing): Figures {
  const { costs, feed, energyCost } = closing
  const typed = (...kinds: CostKind[]): number | null => {
    const rows = costs.filter(({ kind }) => kinds.includes(kind))
    return rows.length === 0 ? null : total(rows, ({ amount }) => Number(amount))
  }
  const used = usedBy(closing)
  const byBook: Found =
    feed === null || typeof used !== 'number'
      ? used
      : (feed.cost ?? { why: 'feedPrice', n: feed.unpriced, of: feed.used })
  return {
    costChicks: typed('chicks') ?? { why: 'notEntered' },
    costFeed: typed('feed') ?? byBook,
    costMedicine: typed('medicine') ?? { why: 'notEntered' },
    costEnergy: typed('energy') ?? energyCost ?? { why: 'noMeter' },
    costOther: typed('litter', 'labour', 'catching', 'cleaning', 'other') ?? { why: 'notEntered' },
  }
}

/** Sums of what is known; a margin only where income, chicks and feed are. */
function moneyOf(closing: Closing, found: Figures): Figures {
  const { lots, eggs, placed } = closing
  const isLaying = isHens(closing)
  const incomeBirds = paid(lots, paidFor)
  const incomeEggs = isLaying ? paid(eggs, paidForEggs) : null
  const costs = costsOf(closing)
  const ofIncome = [incomeBirds, incomeEggs]
  const isWhole = ofIncome.every(each => typeof each !== 'object' || each === null)
  const hasIncome = ofIncome.some(each => typeof each === 'number')
  const income: Found =
    isWhole && hasIncome ? total(ofIncome, each => each as number | null) : { why: 'noIncome' }
  const known = Object.values(costs).flatMap(each => (typeof each === 'number' ? each : []))
  const cost = known.length === 0 ? null : total(known, each => each)
  const missing: CloseLacks | null =
    numberIn(costs, 'costChicks') === null
      ? { why: 'noChicks' }
      : numberIn(costs, 'costFeed') === null
        ? { why: 'noFeedCost' }
        : typeof income !== 'number'
          ? { why: 'noIncome' }
          : null
  const costly = missing && missing.why !== 'noIncome' ? missing : null
  const margin: Found = missing ?? (income as number) - (cost ?? 0)
  const per = (of: number | null): Found => costly ?? (of && cost !== null ? cost / of : null)
  const kg = numberIn(found, 'liveKg')
  const laid = numberIn(found, 'eggsLaid')
  return {
    incomeBirds: incomeBirds ?? { why: 'noLots' },
    ...(isLaying && { incomeEggs: incomeEggs ?? { why: 'noEggs' } }),
    income,
    ...costs,
    cost: cost ?? { why: 'notEntered' },
    margin,
    marginPerBird: typeof margin === 'number' ? (placed ? margin / placed : null) : margin,
    ...(!isLaying && kg !== null && { costPerKg: per(kg) }),
    ...(isLaying && laid !== null && { costPerEgg: eggDaysLacking(closing) ?? per(laid) }),
  }
}

/** Without what only those who manage flocks are to see. */
export const withoutMoney = ({ values, lacks }: CloseFigures): CloseFigures => ({
  values: {
    ...values,
    ...(Object.fromEntries(moneyNames.map(name => [name, null])) as Partial<typeof values>),
  },
  lacks: Object.fromEntries(
    Object.entries(lacks).filter(([name]) => !moneyNames.includes(name as CloseName)),
  ),
})

/**
 * The figures of a part that are known, maybe of some days only, or whose absence says why, beside those of the flock before
 * with the same.
 */
export function closeRows(part: ClosePart, { values, lacks }: CloseFigures, before: CloseFigures | null) {
  return parts[part].flatMap(name => {
    const [value, previous] = [values[name], before?.values[name] ?? null]
    const lacking = lacks[name] ?? null
    const previousLacking = before?.lacks[name] ?? null
    return value === null && lacking === null && previous === null
      ? []
      : [{ name, ...closeFigures[name], value, lacking, previous, previousLacking }]
  })
}
export const closeParts = Object.keys(parts) as ClosePart[]

/** From this share on birds that nobody accounts for are asked about. */
const DOUBT_SHARE = 0.02
/** More or fewer birds than left: a lot is missing, or losses were not recorded. Null if it is little. */
export function birdsInDoubt({ values }: CloseFigures): number | null {
  const { unaccounted, placed } = values
  return unaccounted !== null && placed && Math.abs(unaccounted) > DOUBT_SHARE * placed ? unaccounted : null
}
