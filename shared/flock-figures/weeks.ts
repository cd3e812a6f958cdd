import { tellsLosses } from '../flocks.ts'
import type { Opening } from '../opening.ts'
import {
  eggMass,
  eggsPerHenHoused,
  feedPerTenEggs,
  fertility,
  hatchability,
  hatchingEggShare,
  hatchOfFertile,
  henDayRate,
  henHousedRate,
  IN_LAY,
  weeklyEggsPerHenHoused,
} from './eggs.ts'
import { averageDailyGain, feedConversionBetween } from './growth.ts'
import { intakePerBird, waterToFeed } from './intake.ts'
import { type DayFigures, LONGEST_GAP } from './ledger.ts'
import { mortalityOf } from './stock.ts'

/** A week of a flock's life, from the records of its days. */
export interface WeekFigures {
  /** The n-th week of life, complete at 7·n days. */
  week: number
  /** Age on its last recorded day. */
  age: number
  /** Its recorded days. */
  days: number
  /** Ages of the days that are over and have the figure. */
  recorded: Record<'rate' | 'eggWeight' | 'feed' | 'water', number[]>
  /** Nobody knows how many birds there are, as {@link DayFigures.isUncounted}. */
  isUncounted?: true
  alive: number | null
  /** Birds alive at its start. */
  birds: number | null
  dead: number
  culled: number
  /** How much of the flock that was housed is there on its last morning, as {@link DayFigures.housedShare}. */
  housedShare: number
  /** Of the birds alive at the start of the week, less those that left alive and with those that came, %. */
  mortality: number | null
  /** Ages of the first and the last day of which `mortality` is; null without. */
  lossDays: { from: number; until: number } | null
  /** Since placement up to the last day of the week with losses entered, %. */
  losses: number | null
  eggs: number | null
  /** Eggs per hen housed up to its end, of the hens that are still there; null if they were not counted from the beginning. */
  eggsPerHen: number | null
  /** Days up to its end on which eggs were counted, of all since the first of them. */
  eggDays: EggDays
  rate: number | null
  henHoused: number | null
  eggWeight: number | null
  eggMass: number | null
  feed: number | null
  feedPerTen: number | null
  water: number | null
  waterFeed: number | null
  /** The last of the week, and the age at that weighing. */
  weight: number | null
  weighedAt: number | null
  /** g a day, and kg of feed per kg, since the weighing before. */
  dailyGain: number | null
  conversion: number | null
  uniformity: number | null
  hatching: number | null
  eggsOfWeek: number | null
  fertility: number | null
  hatchability: number | null
  hatchOfFertile: number | null
  maleWeight: number | null
  maleFeed: number | null
  maleLosses: number | null
  malesPerHundred: number | null
}

/** On how many days eggs were counted, of all on which hens laid; days before a take-over whose eggs are known are counted. */
export interface EggDays {
  /** Ages between which they are. */
  from: number
  until: number
  counted: number
  of: number
  /** Ages of the others, while they are few enough for a sum. */
  lacking: number[]
}

export const weekOf = (age: number): number => Math.floor(age / 7) + 1

/** Share of the days that may lack their eggs before a sum of eggs says too little. */
export const EGG_DAYS_LACKING = 0.05

/** Whether so many days lack their eggs that there is no sum of them. */
const lackTooMany = ({ counted, of }: Pick<EggDays, 'counted' | 'of'>): boolean =>
  of - counted > EGG_DAYS_LACKING * of

/**
 * The age up to which hens laid: the last recorded day that is over and had birds on its evening, whether its eggs were
 * recorded or not; of hens that have not begun, or hardly laid any more, the last with a count.
 */
function laidUntil(days: readonly DayFigures[]): number {
  const counted = days.filter(({ eggs, isSoFar }) => eggs !== null && !isSoFar)
  const last = counted.at(-1)
  const hasBegun = counted.some(({ eggs }) => eggs)
  const wasInLay = counted.some(({ rate }) => rate !== null && rate >= IN_LAY)
  const isOver = last?.eggs === 0 || (wasInLay && last?.rate != null && last.rate < IN_LAY)
  const present = days.findLast(({ alive, isSoFar }) => !isSoFar && alive !== 0)
  return Math.max(last?.age ?? 0, hasBegun && !isOver ? (present?.age ?? 0) : 0)
}

/** Birds taken over: what they had behind them, and the age from which that counts. */
export interface TakenOver {
  opening: Opening
  countedFrom: number
}

/** Hens housed on a morning: those that left took their share of them along, and those that came brought theirs. */
type Housed = (day: DayFigures) => number | null

function housedOf(
  days: readonly DayFigures[],
  hensHoused: number | null,
  { isOfLay, housedAge }: Begun,
): Housed {
  const isHoused = (day: DayFigures) => Boolean(day.eggs) && day.age > (housedAge ?? -1)
  const from = isOfLay ? (days.find(isHoused)?.housedShare ?? 1) : 1
  return ({ housedShare }) => hensHoused && (hensHoused * housedShare) / from
}

interface Begun {
  placedAge: number
  taken?: TakenOver
  /** The hens housed are those that came into lay, and not those placed. */
  isOfLay?: boolean
  /** The age on whose evening they were all there: pullets come over several nights. */
  housedAge?: number | undefined
}

/** The weeks of a flock in order; weeks without any record are missing. */
export function weeksOf(
  days: readonly DayFigures[],
  hensHoused: number | null,
  begun: Begun = { placedAge: days[0]?.age ?? 0 },
): WeekFigures[] {
  const { placedAge, taken } = begun
  const byWeek = Map.groupBy(days, ({ age }) => weekOf(age))
  const housed = housedOf(days, hensHoused, begun)
  const laid = eggsOver(days, { placedAge, taken, hensHoused, housed })
  return [...byWeek].map(([week, told]) => {
    const figures = figuresOf(week, told, { placedAge, days, housed })
    return { ...figures, ...laid(figures.age) }
  })
}

/** Eggs up to an age per hen housed, and of how many days: null once too many days lack theirs. */
function eggsOver(
  days: readonly DayFigures[],
  {
    placedAge,
    taken,
    hensHoused,
    housed,
  }: Pick<Begun, 'placedAge'> & { taken: TakenOver | undefined; hensHoused: number | null; housed: Housed },
) {
  const counted = days.filter(({ eggs, isSoFar }) => eggs !== null && !isSoFar)
  const first = counted[0]
  // Hens taken over in lay: what they laid before nobody recorded, unless their opening figures tell.
  const before = hensHoused ? eggsPerHenHoused(taken?.opening.eggs ?? 0, hensHoused) : 0
  const isWhole =
    first !== undefined &&
    taken?.opening.eggs !== null &&
    ((first.rate ?? 100) < IN_LAY || first.age - placedAge <= LONGEST_GAP)
  // Days before the birds were taken over count as counted: their eggs are in the sum, but for those known to lack theirs.
  const [from, earlier] = taken ? [taken.countedFrom, placedAge - taken.countedFrom] : [first?.age ?? 0, 0]
  const gaps = Math.min(earlier, taken?.opening.gaps?.eggs ?? 0)
  const since = taken?.opening.eggs ? Math.min(first?.age ?? 0, placedAge + 1) : (first?.age ?? 0)
  const end = laidUntil(days)
  return (age: number): Pick<WeekFigures, 'eggsPerHen' | 'eggDays'> => {
    const until = counted.filter(day => day.age <= age)
    const eggs = until.reduce((sum, day) => {
      const hens = housed(day)
      return hens ? sum + eggsPerHenHoused(day.eggs ?? 0, hens) : sum
    }, before)
    // The last day of a week may not be over.
    const last = Math.min(age, end)
    const here = first && first.age <= last ? last - since + 1 : 0
    const isTold = isWhole && !lackTooMany({ counted: until.length, of: here })
    const ages = new Set(until.map(day => day.age))
    const eggDays = {
      from,
      until: last,
      counted: here && until.length + earlier - gaps,
      of: here && here + earlier,
      lacking: isTold
        ? Array.from({ length: here }, (_, i) => since + i).filter(each => !ages.has(each))
        : [],
    }
    return { eggsPerHen: isTold && hensHoused && eggs > 0 ? eggs : null, eggDays }
  }
}

interface Around {
  placedAge: number
  days: readonly DayFigures[]
  housed: Housed
}

function figuresOf(
  week: number,
  days: readonly DayFigures[],
  around: Around,
): Omit<WeekFigures, 'eggsPerHen' | 'eggDays'> {
  const [first, last] = [days[0], days.at(-1)]
  const over = days.filter(({ isSoFar }) => !isSoFar)
  const birds = first?.aliveAtStart ?? null
  const weighed = days.findLast(({ weight }) => weight !== null)
  const agesOf = (read: Read) => over.filter(day => read(day) !== null).map(({ age }) => age)
  return {
    week,
    age: last?.age ?? 0,
    days: days.length,
    recorded: {
      rate: agesOf(({ rate }) => rate),
      eggWeight: agesOf(({ eggWeight }) => eggWeight),
      feed: agesOf(({ feed }) => feed),
      water: agesOf(({ water }) => water),
    },
    ...(last?.isUncounted && { isUncounted: true }),
    alive: last?.alive ?? null,
    birds,
    housedShare: last?.housedShare ?? 1,
    ...lossesIn(days, birds, around),
    uniformity: days.findLast(({ uniformity }) => uniformity !== null)?.uniformity ?? null,
    weight: weighed?.weight ?? null,
    weighedAt: weighed?.age ?? null,
    ...growthIn(weighed, around.days),
    ...laidIn(over, around.housed),
    feed: perBird(over, ({ feedKg }) => feedKg, intakePerBird),
    water: perBird(over, ({ waterL }) => waterL, intakePerBird),
    waterFeed: ratio(
      over,
      ({ waterL }) => waterL,
      ({ feedKg }) => feedKg,
      waterToFeed,
    ),
    ...hatchedIn(over),
    ...malesIn(days, over),
  }
}

/** Losses entered after a few days without any are of these as well; of how many days those after a longer gap are, nobody knows. */
function lossesIn(days: readonly DayFigures[], birds: number | null, { placedAge, days: all }: Around) {
  const first = days[0]
  const before = all.findLast(day => day.age < (first?.age ?? 0) && tellsLosses(day))
  let [last, next] = before ? [before.age, before.age + 1] : [placedAge, placedAge]
  let [lost, from, until] = [0, null as number | null, 0]
  for (const day of days.filter(tellsLosses)) {
    if (day.age - last <= LONGEST_GAP) {
      lost += (((day.dead ?? 0) + (day.culled ?? 0)) * (first?.housedShare ?? 1)) / day.housedShare
      from ??= next
      until = day.age
    }
    last = day.age
    next = last + 1
  }
  return {
    dead: sum(days, ({ dead }) => dead) ?? 0,
    culled: sum(days, ({ culled }) => culled) ?? 0,
    mortality: birds && from !== null ? mortalityOf(lost, birds) : null,
    lossDays: birds && from !== null ? { from, until } : null,
    losses: days.findLast(tellsLosses)?.losses ?? null,
  }
}

/** What was laid on the days that are over. */
function laidIn(over: readonly DayFigures[], housed: Housed) {
  const rate = perBird(over, ({ eggs }) => eggs, henDayRate)
  const eggWeight = mean(over, ({ eggWeight }) => eggWeight)
  const eggs = sum(over, ({ eggs }) => eggs)
  const days = over.filter(({ eggs }) => eggs !== null).length
  const losses = over.at(-1)?.losses ?? null
  return {
    eggs,
    rate,
    henHoused: mean(over, day => {
      const hens = housed(day)
      return day.eggs !== null && hens ? henHousedRate(day.eggs, hens) : null
    }),
    eggWeight,
    eggMass: rate !== null && eggWeight !== null ? eggMass(rate, eggWeight) : null,
    feedPerTen: ratio(
      over,
      ({ feedKg }) => feedKg,
      ({ eggs }) => eggs,
      feedPerTenEggs,
    ),
    hatching: ratio(
      over,
      ({ eggsHatching }) => eggsHatching,
      ({ eggs }) => eggs,
      hatchingEggShare,
    ),
    eggsOfWeek: rate !== null && losses !== null && days === 7 ? weeklyEggsPerHenHoused(losses, rate) : null,
  }
}

/** What the hatchery reported in these days. */
const hatchedIn = (over: readonly DayFigures[]) => ({
  fertility: ratio(
    over,
    ({ eggsFertile }) => eggsFertile,
    ({ eggsSet }) => eggsSet,
    fertility,
  ),
  hatchability: ratio(
    over,
    ({ chicks }) => chicks,
    ({ eggsSet }) => eggsSet,
    hatchability,
  ),
  hatchOfFertile: ratio(
    over,
    ({ chicks }) => chicks,
    ({ eggsFertile }) => eggsFertile,
    hatchOfFertile,
  ),
})

function malesIn(days: readonly DayFigures[], over: readonly DayFigures[]) {
  const last = days.at(-1)
  return {
    maleWeight: days.findLast(({ maleWeight }) => maleWeight !== null)?.maleWeight ?? null,
    maleFeed: mean(over, ({ maleFeed }) => maleFeed),
    maleLosses: last?.maleLosses ?? null,
    malesPerHundred: last?.males != null && last.alive ? (100 * last.males) / last.alive : null,
  }
}

/** Weighings further apart than this say little about the days between. */
const WEIGHED_WITHIN = 14

type Grown = Pick<DayFigures, 'age' | 'weight' | 'feedKg' | 'aliveAtStart' | 'sold' | 'movedIn' | 'movedOut'>

/** Since the weighing before, up to this one; `span`: the days between them. */
export function grownIn(weighed: Grown | undefined, days: readonly Grown[]) {
  const nothing = { dailyGain: null, conversion: null, span: null }
  if (!weighed || weighed.weight === null) return nothing
  const before = days.findLast(({ age, weight }) => weight !== null && age < weighed.age)
  if (!before || before.weight === null || weighed.age - before.age > WEIGHED_WITHIN) return nothing
  const span = weighed.age - before.age
  const dailyGain = averageDailyGain(weighed.weight, before.weight, span)
  const between = days.filter(({ age }) => age >= before.age && age < weighed.age)
  const isTold = between.length === span && between.every(({ feedKg }) => feedKg !== null)
  const hasLeft = between.some(({ sold, movedIn, movedOut }) => sold + movedIn + movedOut > 0)
  const [from, to] = [before.aliveAtStart, weighed.aliveAtStart]
  if (!isTold || hasLeft || !from || !to || weighed.weight <= before.weight)
    return { dailyGain, conversion: null, span }
  const conversion = feedConversionBetween(
    between.reduce((sum, { feedKg }) => sum + (feedKg ?? 0), 0),
    { alive: from, weightKg: before.weight / 1_000 },
    { alive: to, weightKg: weighed.weight / 1_000 },
  )
  return { dailyGain, conversion: conversion > 0 ? conversion : null, span }
}

function growthIn(weighed: DayFigures | undefined, days: readonly DayFigures[]) {
  const { dailyGain, conversion } = grownIn(weighed, days)
  return { dailyGain, conversion }
}

type Read = (day: DayFigures) => number | null

function sum(days: readonly DayFigures[], read: Read): number | null {
  const told = days.flatMap(day => read(day) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}

function mean(days: readonly DayFigures[], read: Read): number | null {
  const told = days.flatMap(day => read(day) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0) / told.length
}

/** Of the sums over the days that have both. */
function ratio(
  days: readonly DayFigures[],
  read: Read,
  other: Read,
  figure: (amount: number, of: number) => number,
): number | null {
  const told = days.filter(day => read(day) !== null && other(day) !== null)
  const [amount, of] = [sum(told, read), sum(told, other)]
  return amount === null || !of ? null : figure(amount, of)
}

/** Sums over the days on which it was recorded and birds were known: a day without it counts on neither side. */
function perBird(
  days: readonly DayFigures[],
  read: Read,
  figure: (amount: number, birds: number) => number,
): number | null {
  return ratio(days, read, ({ aliveAtStart }) => aliveAtStart, figure)
}
