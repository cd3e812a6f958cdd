import type { RecordSheet } from './contracts/flock-records.ts'
import { changeOf } from './flock-figures/ledger.ts'
import { standardIn } from './flock-figures/standard.ts'
import { type Counter, counters, isRepeated } from './flock-figures/still-meter.ts'
import { mortalityOf } from './flock-figures/stock.ts'
import { lossBounds } from './flock-verdicts/losses.ts'
import {
  type DayFacts,
  eggsOf,
  lossNames,
  type Metered,
  type RecordNumber,
  recordNumberNames,
} from './flocks.ts'
import { feedAt, weightAt } from './standards/standards.ts'

/** Eggs per hen alive in the morning above which a record needs a reason. */
export const EGGS_MOST = 1.05
/** This many times the weekly mean raises a question, from a minimum number of birds. */
const DEAD_TIMES = 3
const DEAD_FROM = 6
/** Feed per bird this share off the weekly mean. */
const FEED_SHARE = 0.3
/** A weight may change by this share per day. */
const WEIGHT_SHARE = 0.15
/** Fewer birds say little about a house. */
const SAMPLE_LEAST = 30
/** An entered value this share off the measured one. */
const METER_SHARE = 0.1

export type DoubtKey =
  | 'deadMany'
  | 'noLosses'
  | 'eggsAboveHens'
  | 'eggsFarAboveHens'
  | 'noWater'
  | 'noFeed'
  | 'noEggs'
  | `${Counter}Still`
  | 'feedFar'
  | 'feedShort'
  | 'weightFar'
  | 'smallSample'
  | `${Metered}Meter`

/** A question shown beside a field; the entered value stays. */
export interface Doubt {
  key: DoubtKey
  /** The field it is shown under. */
  field: RecordNumber | 'eggs' | 'weights'
  /** What was entered, and what it is compared with. */
  typed: number
  against: number
}

type Facts = Partial<DayFacts> & { weights?: readonly number[] | null | undefined }
type Day = Pick<
  RecordSheet,
  'aliveAtStart' | 'lostMean' | 'feedMean' | 'weightBefore' | 'weighedDaysAgo' | 'measured'
> &
  Partial<
    Pick<
      RecordSheet,
      'type' | 'breed' | 'standard' | 'age' | 'feedStock' | 'countedBefore' | 'nothingOdd' | 'day' | 'today'
    >
  >

/** What should be checked again before a day is believed. */
export function doubtsOf(facts: Facts, day: Day): Doubt[] {
  const found = [...birdDoubts(facts, day), ...eggDoubts(facts, day), ...stillDoubts(facts, day)]
  return [...found, ...intakeDoubts(facts, day), ...weighingDoubts(facts, day), ...meterDoubts(facts, day)]
}

/** An answered doubt stays answered for the value it was about. */
export const answerOf = ({ key, typed }: Pick<Doubt, 'key' | 'typed'>): string => `${key} ${typed}`

/** Doubts that nobody has answered yet. The meter has not counted all of a day that is not over, so it says nothing against it. */
export const openDoubts = (
  facts: Facts,
  day: Day & Pick<RecordSheet, 'day' | 'today'>,
  answered: readonly string[],
): Doubt[] =>
  doubtsOf(facts, day).filter(
    doubt => !answered.includes(answerOf(doubt)) && !(doubt.key.endsWith('Meter') && day.day >= day.today),
  )

/** A day with other figures, but no losses: none died, or nobody looked. */
const lacksLosses = (facts: Facts, aliveAtStart: number | null): Doubt[] =>
  aliveAtStart === 0 ||
  aliveTonight(facts, aliveAtStart) === 0 ||
  lossNames.some(name => facts[name] != null) ||
  recordNumberNames.every(name => facts[name] == null)
    ? []
    : [{ key: 'noLosses', field: 'dead', typed: 0, against: 0 }]

/** Losses as the alarm about them counts them, culls included: many times the usual, or over the limit of the age. */
function birdDoubts(facts: Facts, { lostMean, aliveAtStart, type, age, breed, standard }: Day): Doubt[] {
  const { dead, culled } = facts
  const lost = (dead ?? 0) + (culled ?? 0)
  if (lost < DEAD_FROM) return lacksLosses(facts, aliveAtStart)
  const bounds =
    type === undefined || age === undefined ? null : lossBounds({ type, breed: breed ?? null, standard }, age)
  const percent = aliveAtStart ? mortalityOf(lost, aliveAtStart) : null
  const isUnusual = !bounds || percent === null || percent > bounds.usual
  const isMany = lostMean !== null && lost >= DEAD_TIMES * lostMean && isUnusual
  const isOver = bounds !== null && percent !== null && percent > bounds.warning
  if (!isMany && !isOver) return []
  const against = lostMean ?? ((bounds?.usual ?? 0) * (aliveAtStart ?? 0)) / 100
  return [{ key: 'deadMany', field: 'dead', typed: lost, against }]
}

function eggDoubts(facts: Facts, { aliveAtStart }: Day): Doubt[] {
  const eggs = eggsOf(facts)
  if (eggs === null || aliveAtStart === null || eggs <= aliveAtStart) return []
  const key = eggs > EGGS_MOST * aliveAtStart ? 'eggsFarAboveHens' : 'eggsAboveHens'
  return [{ key, field: 'eggs', typed: eggs, against: aliveAtStart }]
}

const nothing = { water: 'noWater', feed: 'noFeed', eggs: 'noEggs' } as const

/** Counters that stand still: nothing at all, or the same as on the days before. No water is always asked about. */
function stillDoubts(
  facts: Facts,
  { aliveAtStart, countedBefore = {}, nothingOdd = [], type, day = '', today = '' }: Day,
): Doubt[] {
  const typed = { water: facts.water ?? null, feed: facts.feed ?? null, eggs: eggsOf(facts) }
  // They are caught, or the day is not over.
  const isEmpty = aliveAtStart === 0 || aliveTonight(facts, aliveAtStart) === 0
  const isSoFar = day !== '' && day >= today
  return counters.flatMap((counter): Doubt[] => {
    const amount = typed[counter]
    if (amount === null) return []
    const before = countedBefore[counter] ?? []
    const isOdd =
      counter === 'water' ? aliveAtStart !== 0 : nothingOdd.includes(counter) && !isEmpty && !isSoFar
    if (amount === 0 && isOdd) return [{ key: nothing[counter], field: counter, typed: 0, against: 0 }]
    const birds = [aliveAtStart, aliveTonight(facts, aliveAtStart)]
    if (amount > 0 && isRepeated(counter, [...before, amount], { type, birds }))
      return [{ key: `${counter}Still`, field: counter, typed: amount, against: before.length }]
    return []
  })
}

function intakeDoubts(
  { feed, feedMales }: Facts,
  { aliveAtStart, feedMean, feedStock, nothingOdd = [], day = '', today = '' }: Day,
): Doubt[] {
  const found: Doubt[] = []
  const usual = feedMean !== null && aliveAtStart ? (feedMean * aliveAtStart) / 1_000 : null
  // They are still eating today.
  const isSoFar = day !== '' && day >= today && usual !== null && (feed ?? 0) < usual
  const isAsked = feed === 0 && nothingOdd.includes('feed')
  if (feed !== null && feed !== undefined && usual && !isSoFar && !isAsked && isOff(feed, usual, FEED_SHARE))
    found.push({ key: 'feedFar', field: 'feed', typed: feed, against: usual })
  const fed = (feed ?? 0) + (feedMales ?? 0)
  // Whole kg: what a scale, or a sum of sacks, is rounded to.
  if (feedStock != null && fed > feedStock + 1)
    found.push({ key: 'feedShort', field: 'feed', typed: fed, against: feedStock })
  return found
}

function weighingDoubts({ weight, weights }: Facts, day: Day): Doubt[] {
  const { weightBefore, weighedDaysAgo } = day
  const found: Doubt[] = []
  if (weights && weights.length > 0 && weights.length < SAMPLE_LEAST)
    found.push({ key: 'smallSample', field: 'weights', typed: weights.length, against: SAMPLE_LEAST })
  if (weight && weightBefore && weighedDaysAgo) {
    const grown = (1 + WEIGHT_SHARE) ** weighedDaysAgo
    // Chicks grow more in a week than that.
    const most = Math.max(grown, (1 + WEIGHT_SHARE) * dueGrowth(day))
    if (weight > weightBefore * most || weight < weightBefore / grown)
      found.push({ key: 'weightFar', field: 'weight', typed: weight, against: weightBefore })
  }
  return found
}

/** How many times its last weight the standard gives the bird now. */
function dueGrowth({ breed, standard, age, weighedDaysAgo }: Day): number {
  const known = standardIn({ breed: breed ?? null, standard })
  if (!known || age === undefined || !weighedDaysAgo) return 1
  const [then, now] = [weightAt(known, age - weighedDaysAgo), weightAt(known, age)]
  return then && now ? now.mid / then.mid : 1
}

/** The mean feed of earlier days, g per bird, as it would be at an age: chicks eat more every day. */
export function feedDue(
  days: readonly { age: number; feed: number | null }[],
  age: number,
  flock: Parameters<typeof standardIn>[0],
): number | null {
  const known = standardIn(flock)
  const at = (day: number) => (known ? feedAt(known, day + 0.5) : null)
  const now = at(age)
  const due = days.flatMap(each => {
    const then = at(each.age)
    if (each.feed === null) return []
    return now && then && then.mid > 0 ? (each.feed * now.mid) / then.mid : each.feed
  })
  return due.length === 0 ? null : due.reduce((sum, value) => sum + value, 0) / due.length
}

function meterDoubts(facts: Facts, { measured }: Day): Doubt[] {
  const typed: Record<Metered, number | null> = {
    eggs: eggsOf(facts),
    feed: facts.feed ?? null,
    water: facts.water ?? null,
    dead: null,
  }
  return (Object.keys(typed) as Metered[]).flatMap((figure): Doubt[] => {
    const [mine, meter] = [typed[figure], measured[figure]]
    if (mine === null || !meter || !isOff(mine, meter, METER_SHARE)) return []
    return [{ key: `${figure}Meter`, field: figure, typed: mine, against: meter }]
  })
}

const isOff = (value: number, usual: number, share: number): boolean =>
  Math.abs(value - usual) > share * usual

/** Birds alive tonight; null if nobody said how many were placed. */
export const aliveTonight = (facts: Facts, aliveAtStart: number | null): number | null =>
  aliveAtStart === null ? null : aliveAtStart + changeOf(facts as DayFacts)
