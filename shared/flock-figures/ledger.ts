import type { DayFacts } from '../flocks.ts'
import { eggsOf, lossNames, tellsLosses } from '../flocks.ts'
import { type Opening, startedMales, startedWith } from '../opening.ts'
import type { HouseType } from '../signals.ts'
import { daysBetween } from '../zone-time.ts'
import { henDayRate } from './eggs.ts'
import { intakePerBird, waterToFeed } from './intake.ts'
import { type CountedDay, type Counter, isCountSure, stillDays } from './still-meter.ts'
import { cumulativeMortality, mortalityOf } from './stock.ts'

/** What a flock's figures start from. Days are yyyy-mm-dd. */
export interface FlockBase {
  /** What the birds are kept for: some get a ration. */
  type?: HouseType
  /** The day from which standards count the age: the hatch, or the placement of chicks. */
  dayZero: string
  placedOn: string
  /** Birds placed, without the males of breeders; null if unknown. */
  placedCount: number | null
  /** For breeders, the males, counted separately. */
  placedMales?: number | null
  /** Left without a dated record: not counted as stock on any day. */
  soldUndated: number
  /** What the birds had behind them when they were taken over. */
  opening?: Opening | null
  /** The day that is not over yet at the house: what is recorded for it is only so far. */
  today?: string | null
}

/**
 * Days in a row without losses entered that the next ones entered may stand for, whatever else was recorded on them. Behind a
 * longer gap nobody knows how many birds died, so what counts from the placement has no value.
 */
export const LONGEST_GAP = 7

/** A day of a flock as recorded. */
export type ToldDay = DayFacts & { day: string; confirmed?: readonly string[] }

/** A day of a flock with what follows from all records up to it. Per bird: g and mL; shares in %. */
export interface DayFigures {
  day: string
  /** As standards count. */
  age: number
  /** The day is not over: eggs, feed and water are only so far. */
  isSoFar: boolean
  /** Losses were not entered all the time before: nobody knows how many birds there are. Missing where it is known. */
  isUncounted?: true
  /** This morning and tonight; null if nobody said how many were placed. */
  aliveAtStart: number | null
  alive: number | null
  /** Placed at the beginning and moved in up to the evening; null if nobody said how many were placed. */
  stocked: number | null
  /** How much of the flock that was housed is there this morning: birds that left alive or came change it, losses do not. */
  housedShare: number
  /** For breeders, the males tonight; null if nobody said how many were placed. */
  males: number | null
  /** Males placed at the beginning and moved in up to the evening, and those of them lost; null if unknown. */
  stockedMales: number | null
  lostMales: number
  dead: number | null
  culled: number | null
  /** Dead and culled of the day, in % of the birds alive in the morning. */
  mortality: number | null
  /** Dead and culled since placement, those before the birds were taken over included where known. */
  lost: number
  /** Of those placed and moved in; null if unknown, not entered yet, or not from the placement on. */
  losses: number | null
  eggs: number | null
  /** Fit to be set, and what became of eggs that were: set, fertile, and chicks. */
  eggsHatching: number | null
  eggsSet: number | null
  eggsFertile: number | null
  chicks: number | null
  rate: number | null
  eggWeight: number | null
  feedKg: number | null
  feed: number | null
  waterL: number | null
  water: number | null
  waterFeed: number | null
  /** As recorded where its counter stood still, L, kg or eggs: no figure is made of it. Missing where all is believed. */
  still?: Partial<Record<Counter, number>>
  weight: number | null
  uniformity: number | null
  sold: number
  soldKg: number
  movedIn: number
  movedOut: number
  /** Of breeders: males lost since placement in % of those placed and moved in, g of feed per male, and their weight. */
  maleLosses: number | null
  maleFeed: number | null
  maleWeight: number | null
}

/** What is carried from day to day. */
interface Carried {
  stock: number | null
  stocked: number | null
  housedShare: number
  males: number | null
  stockedMales: number | null
  lost: number
  lostMales: number
  /** The last day up to which losses are accounted for: those of both sexes are entered together, and none may be left blank. */
  last: string
  /** Whether any were entered, of females and unsexed birds and of the males of breeders: who never enters those has no zero. */
  isTold: boolean
  areMalesTold: boolean
  /** Whether losses are known since the placement. */
  isWhole: boolean
}

/**
 * The days of a flock in order, whatever order they come in: each builds on all before it, so that a day recorded late
 * changes those after it. Days without a record are missing.
 */
export function ledgerOf(base: FlockBase, told: readonly ToldDay[]): DayFigures[] {
  const stock = base.placedCount === null ? null : Math.max(0, base.placedCount - base.soldUndated)
  let before: Carried = {
    stock,
    stocked: startedWith(base.placedCount, base.opening),
    housedShare: 1,
    males: base.placedMales ?? null,
    stockedMales: startedMales(base.placedMales, base.opening),
    lost: base.opening?.lost ?? 0,
    lostMales: base.opening?.malesLost ?? 0,
    last: base.placedOn,
    isTold: false,
    areMalesTold: false,
    isWhole: true,
  }
  const days = [...told].sort((a, b) => (a.day < b.day ? -1 : 1))
  const figures = days.map(facts => {
    const after = carriedOn(base, before, facts)
    const figuresOfDay = dayOf(base, facts, before, after)
    before = after
    return figuresOfDay
  })
  const confirmed = new Map(days.map(each => [each.day, each.confirmed]))
  return (['water', 'feed', 'eggs'] as const).reduce(
    (told, counter) => withoutStill(told, counter, { confirmed, type: base.type }),
    figures,
  )
}

/** What a counter counted on a day: as believed, and its figures of a day on which it is not. */
const countedBy = {
  water: { read: ({ waterL }) => waterL, without: { waterL: null, water: null, waterFeed: null } },
  feed: { read: ({ feedKg }) => feedKg, without: { feedKg: null, feed: null, waterFeed: null } },
  eggs: { read: ({ eggs }) => eggs, without: { eggs: null, rate: null } },
} as const satisfies Record<
  Counter,
  { read: (day: DayFigures) => number | null; without: Partial<DayFigures> }
>

/** What was recorded of a day, whether it is believed or not; null if nothing was. */
export const recordedOf = (counter: Counter, day: DayFigures): number | null =>
  day.still?.[counter] ?? countedBy[counter].read(day)

interface Asked {
  confirmed: ReadonlyMap<string, readonly string[] | undefined>
  type: HouseType | undefined
}

/** The days as a counter counted them, whether they are believed or not. */
export const countedDays = (
  counter: Counter,
  days: readonly DayFigures[],
  confirmed: Asked['confirmed'],
): CountedDay[] =>
  days.map(each => ({
    day: each.day,
    amount: recordedOf(counter, each),
    birds: each.alive,
    isSoFar: each.isSoFar,
    isSure: isCountSure(counter, confirmed.get(each.day), recordedOf(counter, each)),
  }))

/** Without what was counted on days on which the counter stood still, but for those of which somebody says that it is right. */
function withoutStill(days: DayFigures[], counter: Counter, { confirmed, type }: Asked): DayFigures[] {
  const still = stillDays(counter, countedDays(counter, days, confirmed), type)
  const { read, without } = countedBy[counter]
  return days.map(day => {
    const amount = read(day)
    if (amount === null || !still.has(day.day)) return day
    return { ...day, ...without, still: { ...day.still, [counter]: amount } }
  })
}

function carriedOn({ placedOn }: FlockBase, before: Carried, facts: ToldDay): Carried {
  const { stock, stocked, housedShare, males, stockedMales, lost, lostMales, last } = before
  const from = before.isTold ? last : placedOn
  return {
    stock: stock === null ? null : stock + changeOf(facts),
    stocked: stocked === null ? null : stocked + (facts.movedIn ?? 0),
    housedShare: housedShare * movedShare(stock, facts),
    males: males === null ? null : males + maleChangeOf(facts),
    stockedMales: stockedMales === null ? null : stockedMales + (facts.movedInMales ?? 0),
    lost: lost + (facts.dead ?? 0) + (facts.culled ?? 0),
    lostMales: lostMales + (facts.deadMales ?? 0) + (facts.culledMales ?? 0),
    last: lossNames.some(name => facts[name] !== null) ? facts.day : last,
    isTold: before.isTold || tellsLosses(facts),
    areMalesTold: before.areMalesTold || facts.deadMales !== null || facts.culledMales !== null,
    isWhole: before.isWhole && daysBetween(from, facts.day) <= LONGEST_GAP,
  }
}

/** How many times the birds that live on a day's moves and sales make of them. */
function movedShare(stock: number | null, facts: ToldDay): number {
  const left = stock === null ? 0 : stock - (facts.dead ?? 0) - (facts.culled ?? 0)
  const after = left + (facts.movedIn ?? 0) - (facts.movedOut ?? 0) - (facts.sold ?? 0)
  return left > 0 && after > 0 ? after / left : 1
}

/** Daily change in the stock of females and unsexed birds. */
export const changeOf = ({ dead, culled, sold, movedIn, movedOut }: ToldDay | DayFacts): number =>
  (movedIn ?? 0) - (dead ?? 0) - (culled ?? 0) - (sold ?? 0) - (movedOut ?? 0)

/** The same of the males of breeders. */
export const maleChangeOf = ({
  deadMales,
  culledMales,
  movedInMales,
  movedOutMales,
}: ToldDay | DayFacts): number =>
  (movedInMales ?? 0) - (deadMales ?? 0) - (culledMales ?? 0) - (movedOutMales ?? 0)

/** Of a figure of the house and its birds in the morning; null if either is unknown or there are none. */
const each = (
  amount: number | null,
  birds: number | null,
  figure: (amount: number, birds: number) => number,
): number | null => (amount === null || birds === null || birds <= 0 ? null : figure(amount, birds))

function dayOf(base: FlockBase, facts: ToldDay, before: Carried, after: Carried): DayFigures {
  const eggs = eggsOf(facts)
  const birds = before.stock
  const lostToday = tellsLosses(facts) ? (facts.dead ?? 0) + (facts.culled ?? 0) : null
  return {
    day: facts.day,
    age: daysBetween(base.dayZero, facts.day),
    isSoFar: base.today !== undefined && base.today !== null && facts.day >= base.today,
    ...(!after.isWhole && { isUncounted: true }),
    aliveAtStart: birds,
    alive: after.stock,
    stocked: after.stocked,
    housedShare: before.housedShare,
    males: after.males,
    stockedMales: after.stockedMales,
    lostMales: after.lostMales,
    dead: facts.dead,
    culled: facts.culled,
    mortality: each(lostToday, birds, mortalityOf),
    lost: after.lost,
    losses:
      after.stocked && after.isWhole && after.isTold ? cumulativeMortality(after.stocked, after.lost) : null,
    eggs,
    eggsHatching: facts.eggsHatching,
    eggsSet: facts.eggsSet,
    eggsFertile: facts.eggsFertile,
    chicks: facts.chicks,
    rate: each(eggs, birds, henDayRate),
    eggWeight: facts.eggWeight,
    feedKg: facts.feed,
    feed: each(facts.feed, birds, intakePerBird),
    waterL: facts.water,
    water: each(facts.water, birds, intakePerBird),
    waterFeed: facts.water !== null && facts.feed ? waterToFeed(facts.water, facts.feed) : null,
    weight: facts.weight,
    uniformity: facts.uniformity,
    sold: facts.sold ?? 0,
    soldKg: facts.soldKg ?? 0,
    movedIn: facts.movedIn ?? 0,
    movedOut: facts.movedOut ?? 0,
    maleLosses:
      after.stockedMales && after.isWhole && after.areMalesTold
        ? cumulativeMortality(after.stockedMales, after.lostMales)
        : null,
    maleFeed: each(facts.feedMales, before.males, intakePerBird),
    maleWeight: facts.weightMales,
  }
}
