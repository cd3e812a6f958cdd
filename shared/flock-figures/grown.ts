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

/** What a flock has grown: birds, their kg and mean age in days, and the feed for it. */
export interface Grown {
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

/**
 * What a flock has grown up to the last day on which all its kg are known: the last weighing, of the birds then in the house,
 * or the day on which the last of them left. Birds that left alive count with the kg they were sold with, else by the
 * weighings around that day; those moved in by what they brought along. Feed counts from the placement up to then, if it was
 * recorded on every day. Of birds taken over, or placed grown, what they ate and were sold with before counts too, and there is
 * no figure where that is not known.
 */
export function grownUntil(
  days: readonly DayFigures[],
  placedAge: number,
  opening?: Opening | null,
): Grown | Lacking {
  const grown = grownHere(days, placedAge)
  if ('why' in grown) return grown
  if (!opening) return placedAge > CHICKS_UNTIL ? { why: 'opening' } : grown
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

/** The same since the birds are in this house. */
function grownHere(days: readonly DayFigures[], placedAge: number): Grown | Lacking {
  const weighed = days.findLast(({ weight }) => weight !== null)
  const emptied = days.findLast(({ alive, sold, movedOut }) => alive === 0 && sold + movedOut > 0)
  const end = emptied ?? weighed
  if (!end) return { why: 'weighing' }
  if (end.aliveAtStart === null) return { why: 'birds' }
  // A weighing is of the morning: the birds have not eaten that day's feed yet.
  const until = days.filter(({ age }) => (emptied ? age <= end.age : age < end.age))
  const feed = fedIn(until, emptied ? end.age + 1 : end.age, placedAge)
  if ('why' in feed) return feed
  // Of how many birds it is the weight, nobody knows.
  if (!emptied && end.isUncounted) return { why: lacksLosses(days) }
  const weightOn = weightsOf(days)
  const left = until.flatMap((day): Part[] => leftOn(day, weightOn))
  const stayed: Part[] = emptied
    ? []
    : [{ birds: end.aliveAtStart, kg: (end.aliveAtStart * (end.weight ?? 0)) / 1_000, age: end.age }]
  const parts = [...left, ...stayed]
  const came = until.map(day => ({ birds: day.movedIn, weight: day.movedIn > 0 ? weightOn(day.age) : 0 }))
  if (parts.some(({ kg }) => kg === null) || came.some(({ weight }) => weight === null))
    return { why: 'soldWeight' }
  const birds = sum(parts, each => each.birds)
  const kg = sum(parts, each => each.kg ?? 0) - sum(came, each => (each.birds * (each.weight ?? 0)) / 1_000)
  if (birds === 0 || kg <= 0) return { why: 'birds' }
  const last = until.at(-1)
  return {
    birds,
    kg,
    age: sum(parts, each => each.birds * each.age) / birds,
    feedKg: feed.kg,
    losses: last?.losses ?? null,
  }
}

/** Why the losses of recorded days are not known. */
export const lacksLosses = (days: readonly DayFigures[]): LossesLacking =>
  days.some(tellsLosses) ? 'losses' : 'untold'

/** Feed up to an age; the day of the placement may have none of its own. */
function fedIn(until: readonly DayFigures[], age: number, placedAge: number): { kg: number } | Lacking {
  const of = age - placedAge
  const told = until.filter(({ feedKg }) => feedKg !== null)
  const isFirstLacking = !told.some(day => day.age === placedAge)
  if (told.length === 0 || told.length < of - (isFirstLacking ? 1 : 0))
    return { why: 'feed', days: told.length, of }
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
function weightsOf(days: readonly DayFigures[]): (age: number) => number | null {
  const told = days.flatMap(({ age, weight }) => (weight === null ? [] : [{ age, weight }]))
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
