import { tellsLosses } from '../flocks.ts'
import type { Opening } from '../opening.ts'
import type { DayFigures } from './ledger.ts'

export const lackingWhys = [
  'weighing',
  'feed',
  'soldWeight',
  'losses',
  'untold',
  'eggs',
  'began',
  'birds',
  'water',
  'opening',
  'unrecorded',
] as const
export type LackingWhy = (typeof lackingWhys)[number]
/** Why it is not known how many birds were lost. */
export const lossesLacking = [
  'unrecorded',
  'untold',
  'losses',
  'opening',
] as const satisfies readonly LackingWhy[]
export type LossesLacking = (typeof lossesLacking)[number]

/** Why a figure cannot be had: what is not recorded, and on how many days of how many it is. */
export interface Lacking {
  why: LackingWhy
  days?: number | undefined
  of?: number | undefined
}

/** What the kilograms rest on: lots as their buyers account for them, the daily records, or a weighing of birds in the house. */
export const grownBy = ['lots', 'records', 'weighing'] as const
export type GrownBy = (typeof grownBy)[number]

/** What a flock's account and the feed book of its house say of birds kept for meat. */
export interface Settled {
  /** Birds that left together, with their age. */
  lots: readonly { age: number; birds: number; kg: number | null }[]
  /** Used in this house by the feed book; null where it does not reach or cannot be relied on. */
  feedKg: number | null
}

/** What a flock has grown: birds, their kg and mean age in days, and the feed for it. */
export interface Grown {
  by: GrownBy

  birds: number
  kg: number
  /** Null if some were sold at an age that is not known. */
  age: number | null
  feedKg: number
  /** Losses up to then, %. */
  losses: number | null
}

/** Placed later than at this age, birds have eaten and grown somewhere else. days */
const CHICKS_UNTIL = 7
/** Birds whose weight was not taken have that of a weighing this many days off, at most. */
const WEIGHED_NEAR = 2

interface Part {
  birds: number
  kg: number | null
  age: number
}

/** Birds that may be in no lot without a word: counting crates is not exact. */
const MISSED_SHARE = 0.01

/** Birds of a flock that neither its records nor its lots account for, and whether there are too many of them to settle it. */
export function inNoLot(
  had: number,
  gone: { dead: number; culled: number; movedOut: number; inLots: number },
): { birds: number; isPart: boolean } {
  const birds = had - gone.dead - gone.culled - gone.movedOut - gone.inLots
  return { birds, isPart: birds > MISSED_SHARE * had }
}

/**
 * What a flock has grown. Once all birds that were sold are in lots with their weight, these count, with the feed of the book if
 * that can be relied on. Before, it is up to the last day on which all its kg are known: the last weighing, of the birds then in
 * the house, or the day on which the last of them left. Birds that left alive count with the kg they were sold with, else by the
 * weighings around that day; those moved in by what they brought along. Feed counts from the placement up to then, if it was
 * recorded on every day. Of birds taken over, or placed grown, what they ate and were sold with before counts too, and there is
 * no figure where that is not known.
 */
export function grownUntil(
  days: readonly DayFigures[],
  { placedAge, placedCount, opening, settled }: Begun,
): Grown | Lacking {
  const had = placedCount === null ? null : placedCount + sum(days, ({ movedIn }) => movedIn)
  const isSettled = settled && had !== null && isWeighedOut(days, had, settled)
  const grown = isSettled ? grownInLots(days, placedAge, settled) : grownHere(days, placedAge)
  if ('why' in grown) return grown
  if (!opening) {
    if (placedAge > CHICKS_UNTIL) return { why: 'opening' }
    // All that left alive are known, whether losses were recorded throughout or not.
    const lived = isSettled && had ? (100 * grown.birds) / had : null
    return { ...grown, losses: grown.losses ?? (lived === null ? null : 100 - lived) }
  }
  const { feed, sold, soldKg } = opening
  if (feed === null || sold === null) return { why: 'opening' }
  if (sold > 0 && soldKg === null) return { why: 'soldWeight' }
  return {
    ...grown,
    birds: grown.birds + sold,
    kg: grown.kg + (sold > 0 ? (soldKg ?? 0) : 0),
    // At what age they were sold nobody said.
    age: sold > 0 ? null : grown.age,
    feedKg: grown.feedKg + feed,
  }
}

/** How a flock began, and what it was settled with. */
interface Begun {
  placedAge: number
  placedCount: number | null
  opening?: Opening | null | undefined
  settled?: Settled | null | undefined
}

/** Whether the lots have all birds that were sold, with their weight. */
function isWeighedOut(days: readonly DayFigures[], had: number, { lots }: Settled): boolean {
  const gone = {
    dead: sum(days, ({ dead }) => dead ?? 0),
    culled: sum(days, ({ culled }) => culled ?? 0),
    movedOut: sum(days, ({ movedOut }) => movedOut),
    inLots: sum(lots, ({ birds }) => birds),
  }
  return lots.length > 0 && lots.every(({ kg }) => kg) && !inNoLot(had, gone).isPart
}

/** What birds have grown in this house that are all in lots, or were moved on with the weight of a weighing close to that day. */
function grownInLots(
  days: readonly DayFigures[],
  placedAge: number,
  { lots, feedKg }: Settled,
): Grown | Lacking {
  const weightOn = weightsOf([
    ...days,
    ...lots.map(({ age, birds, kg }) => ({ age, weight: (1_000 * (kg ?? 0)) / birds })),
  ])
  const moved = days.flatMap(day => leftOn({ ...day, sold: 0 }, weightOn))
  const last = Math.max(...[...lots, ...moved].map(({ age }) => age))
  const feed = feedKg === null ? fedIn(days, last, placedAge) : { kg: feedKg }
  if ('why' in feed) return feed
  return gathered([...lots, ...moved], { until: days, weightOn, by: 'lots', feedKg: feed.kg })
}

/** The same since the birds are in this house, by its records. */
function grownHere(days: readonly DayFigures[], placedAge: number): Grown | Lacking {
  const weighed = days.findLast(({ weight }) => weight !== null)
  const emptied = days.findLast(({ alive, sold, movedOut }) => alive === 0 && sold + movedOut > 0)
  const end = emptied ?? weighed
  if (!end) return { why: 'weighing' }
  if (end.aliveAtStart === null) return { why: 'birds' }
  // A weighing is of the morning: the birds have not eaten that day's feed yet.
  const until = days.filter(({ age }) => (emptied ? age <= end.age : age < end.age))
  const feed = fedIn(until, end.age + (emptied ? 1 : 0), placedAge)
  if ('why' in feed) return feed
  // Of how many birds it is the weight, nobody knows.
  if (!emptied && end.isUncounted) return { why: lacksLosses(days) }
  const weightOn = weightsOf(days)
  const left = until.flatMap((day): Part[] => leftOn(day, weightOn))
  const stayed: Part[] = emptied
    ? []
    : [{ birds: end.aliveAtStart, kg: (end.aliveAtStart * (end.weight ?? 0)) / 1_000, age: end.age }]
  return gathered([...left, ...stayed], {
    until,
    weightOn,
    by: emptied ? 'records' : 'weighing',
    feedKg: feed.kg,
  })
}

interface Gathering {
  until: readonly DayFigures[]
  weightOn: (age: number) => number | null
  by: GrownBy
  feedKg: number
}

/** Birds with their kg, less what those brought along that were moved in. */
function gathered(parts: readonly Part[], { until, weightOn, by, feedKg }: Gathering): Grown | Lacking {
  const came = until.map(day => ({ birds: day.movedIn, weight: day.movedIn > 0 ? weightOn(day.age) : 0 }))
  if (parts.some(({ kg }) => kg === null) || came.some(({ weight }) => weight === null))
    return { why: 'soldWeight' }
  const birds = sum(parts, each => each.birds)
  const kg = sum(parts, each => each.kg ?? 0) - sum(came, each => (each.birds * (each.weight ?? 0)) / 1_000)
  if (birds === 0 || kg <= 0) return { why: 'birds' }
  return {
    by,
    birds,
    kg,
    age: sum(parts, each => each.birds * each.age) / birds,
    feedKg,
    losses: until.at(-1)?.losses ?? null,
  }
}

/** Why the losses of recorded days are not known. */
export const lacksLosses = (days: readonly DayFigures[]): LossesLacking =>
  days.some(tellsLosses) ? 'losses' : 'untold'

/** Feed on all days before an age, and what these days have besides; the day of the placement may have none of its own. */
function fedIn(until: readonly DayFigures[], age: number, placedAge: number): { kg: number } | Lacking {
  const of = age - placedAge
  const told = until.filter(({ feedKg }) => feedKg !== null)
  const due = told.filter(day => day.age < age).length
  const isFirstLacking = !told.some(day => day.age === placedAge)
  if (told.length === 0 || due < of - (isFirstLacking ? 1 : 0)) return { why: 'feed', days: due, of }
  return { kg: sum(told, ({ feedKg }) => feedKg ?? 0) }
}

function leftOn(day: DayFigures, weightOn: (age: number) => number | null): Part[] {
  const weight = weightOn(day.age)
  const by = (birds: number) => (weight === null ? null : (birds * weight) / 1_000)
  return [
    { birds: day.sold, kg: day.soldKg > 0 ? day.soldKg : by(day.sold), age: day.age },
    { birds: day.movedOut, kg: by(day.movedOut), age: day.age },
  ].filter(({ birds }) => birds > 0)
}

/** The weight at an age, g, between the weighings before and after it, or by one close to it; null without. */
function weightsOf(days: readonly Pick<DayFigures, 'age' | 'weight'>[]): (age: number) => number | null {
  const told = days
    .flatMap(({ age, weight }) => (weight === null ? [] : [{ age, weight }]))
    .sort((a, b) => a.age - b.age)
  return age => {
    const before = told.findLast(each => each.age <= age)
    const after = told.find(each => each.age >= age)
    if (before && after) {
      const share = after.age === before.age ? 0 : (age - before.age) / (after.age - before.age)
      return before.weight + share * (after.weight - before.weight)
    }
    const near = before ?? after
    return near && Math.abs(near.age - age) <= WEIGHED_NEAR ? near.weight : null
  }
}

const sum = <Item>(items: readonly Item[], read: (item: Item) => number): number =>
  items.reduce((all, item) => all + read(item), 0)
