import type { HouseType } from '../signals.ts'
import { type Text, text } from '../text.ts'
import { shownUnit } from '../units.ts'
import { henDayRate, IN_LAY } from './eggs.ts'

/** What a house counts of its flock day by day with a meter, a scale or a counter that can stand still. */
export const counters = ['water', 'feed', 'eggs'] as const
export type Counter = (typeof counters)[number]

/** With so many days in a row of the same count a counter stands still (practice). */
const STILL_DAYS = 3

const areSteps = (amount: number, step: number): boolean =>
  Math.abs(amount / step - Math.round(amount / step)) < 0.001

interface CounterRule {
  unit: 'L' | 'kg' | ''
  /** Less comes out the same on several days by chance. In the unit */
  from: number
  /** Whether an amount is what people round to or work out, so that it may be the same on several days. */
  isPlanned: (amount: number) => boolean
  /** Names of the doubts that somebody answers with yes: there was none at all, it is the same again, it is unusual. */
  doubts: readonly string[]
}

const inImperial = (unit: 'L' | 'kg', amount: number) => shownUnit(unit, 'imperial').shown(amount)

const rules: Readonly<Record<Counter, CounterRule>> = {
  water: {
    unit: 'L',
    from: 1_000,
    // Whole hundreds of L, and tens of gallons.
    isPlanned: litres => areSteps(litres, 100) || areSteps(inImperial('L', litres), 10),
    doubts: ['noWater', 'waterStill'],
  },
  feed: {
    unit: 'kg',
    from: 100,
    // Bags, and fives of kg or lb; what is no whole kg or lb was worked out of a ration and not read off a scale.
    isPlanned: kg => {
      const lb = inImperial('kg', kg)
      return areSteps(kg, 5) || areSteps(lb, 5) || !(areSteps(kg, 1) || areSteps(lb, 1))
    },
    doubts: ['noFeed', 'feedStill', 'feedFar'],
  },
  eggs: {
    unit: '',
    from: 2_000,
    // Trays and tens, and dozens.
    isPlanned: eggs => areSteps(eggs, 10) || areSteps(eggs, 12),
    doubts: ['noEggs', 'eggsStill'],
  },
}

/** What a counter counted on a day as recorded, in L, kg or eggs, and the birds that it was of. */
export interface CountedDay {
  day: string
  amount: number | null
  /** Null if nobody said how many were placed. */
  birds: number | null
  isSoFar: boolean
  /** Somebody was asked, and says that it is right. */
  isSure?: boolean
}

/** Birds that get a ration, the same for days and on some days none (practice). */
export const isRationed = (type: HouseType | undefined): boolean => type === 'pullet' || type === 'breeder'

/** Whether feed was worked out in whole g a bird, and not read off a scale. */
const isWholeGrams = (kg: number, birds: number | null): boolean =>
  birds !== null && birds > 0 && areSteps((1_000 * kg) / birds, 1)

interface Of {
  type?: HouseType | undefined
  /** On the days of the same count, as far as known. */
  birds?: readonly (number | null)[]
}

/** Whether the last of these amounts repeats those of the days before it to the litre, the kg or the egg. */
export function isRepeated(
  counter: Counter,
  amounts: readonly number[],
  { type, birds = [] }: Of = {},
): boolean {
  const { from, isPlanned } = rules[counter]
  const last = amounts.at(-1) ?? 0
  if (counter === 'feed' && (isRationed(type) || birds.some(each => isWholeGrams(last, each)))) return false
  const same = amounts.length - 1 - amounts.findLastIndex(amount => amount !== last)
  return same >= STILL_DAYS && last >= from && !isPlanned(last)
}

/** The days before one whose amounts say whether it repeats them. */
export const REPEATED_BEFORE = STILL_DAYS - 1

type Told = CountedDay & { amount: number }
const toldOf = (days: readonly CountedDay[]): Told[] =>
  days.flatMap(each => (each.amount === null ? [] : [{ ...each, amount: each.amount }]))

/**
 * Whether nothing at all on the day after these days, which are in order, would be a counter that stands still: birds drink
 * and eat every day, and hens that lay do not stop from one day to the next. Coming into lay, and in a moult, they may.
 */
export function isNothingOdd(
  counter: Counter,
  before: readonly CountedDay[],
  type: HouseType | undefined,
): boolean {
  const told = toldOf(before)
  if (counter === 'water') return told.some(({ amount }) => amount !== 0)
  const last = told.findLast(({ amount, isSure }) => amount !== 0 || isSure)
  if (!last || last.amount === 0) return false
  if (counter === 'feed') return !isRationed(type) || told.at(-1)?.amount === 0
  return last.birds ? henDayRate(last.amount, last.birds) >= IN_LAY : last.amount >= rules.eggs.from
}

/**
 * The days, which are in order, whose count is not believed since its counter stood still: nothing at all though there are
 * birds, or the same count for days. The first day with that count may be right.
 */
export function stillDays(
  counter: Counter,
  days: readonly CountedDay[],
  type?: HouseType,
): ReadonlySet<string> {
  const still = new Set<string>()
  const told = toldOf(days)
  for (const [i, { day, amount, birds, isSoFar, isSure }] of told.entries()) {
    if (isSoFar || isSure) continue
    if (amount === 0 && birds !== 0 && isNothingOdd(counter, told.slice(0, i), type)) still.add(day)
    const run = told.slice(Math.max(0, i - REPEATED_BEFORE), i + 1)
    const amounts = run.map(each => each.amount)
    if (isRepeated(counter, amounts, { type, birds: run.map(each => each.birds) }))
      for (const each of run.slice(1)) if (!each.isSure) still.add(each.day)
  }
  return still
}

/**
 * Whether a count that repeats, or is nothing at all, was confirmed when it was recorded: doubts are kept by name and figure,
 * and one of another figure says nothing of this.
 */
export const isCountSure = (
  counter: Counter,
  confirmed: readonly string[] | undefined,
  amount: number | null,
): boolean => rules[counter].doubts.some(name => confirmed?.includes(`${name} ${amount}`))

/** What a counter that stands still is called, the unit of its amount, and what is said of it: `{amount}` was recorded. */
export const stillMeter: Readonly<Record<Counter, { unit: string; title: Text; says: Text }>> = {
  water: {
    unit: rules.water.unit,
    title: text('水表不走数', 'Water meter stands still'),
    says: text(
      '记录为 {amount}。请先确认鸡群有水，再检查水表。',
      '{amount} recorded. See first that the birds have water, then check the meter.',
    ),
  },
  feed: {
    unit: rules.feed.unit,
    title: text('料秤不走数', 'Feed scale stands still'),
    says: text(
      '记录为 {amount}。请先确认鸡群有料，再检查料秤。',
      '{amount} recorded. See first that the birds have feed, then check the scale.',
    ),
  },
  eggs: {
    unit: rules.eggs.unit,
    title: text('计蛋器不走数', 'Egg counter stands still'),
    says: text(
      '记录为 {amount} 枚。请先确认集蛋带在走、鸡群在产蛋，再检查计数器。',
      '{amount} eggs recorded. See first that the egg belts run and the hens lay, then check the counter.',
    ),
  },
}
