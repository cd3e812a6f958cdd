import { livability } from '../flock.ts'
import { ageAtHalfRate, feedPerKgEgg } from './eggs.ts'
import { averageDailyGain, efficiencyFactor, feedConversion } from './growth.ts'
import type { DayFigures } from './ledger.ts'
import type { WeekFigures } from './weeks.ts'

/** Results of a flock so far, or in the end. Shares in %, weights in g; null if the input for it is missing. */
export interface FinalFigures {
  livability: number | null
  weight: number | null
  dailyGain: number | null
  /** kg of feed per kg of live weight, including birds sold. */
  feedConversion: number | null
  efficiency: number | null
  eggs: number | null
  eggsPerHenHoused: number | null
  feedPerKgEgg: number | null
  peakRate: number | null
  peakWeek: number | null
  weeksAboveNinety: number | null
  ageAtHalfRate: number | null
}

interface Whole {
  days: readonly DayFigures[]
  weeks: readonly WeekFigures[]
  placedCount: number | null
  /** The base of hen-housed figures. */
  hensHoused: number | null
  /** g per chick at placement. */
  chickWeight: number | null
}

/** The figures that sum up a flock. */
export function finalFigures({ days, weeks, placedCount, hensHoused, chickWeight }: Whole): FinalFigures {
  const last = days.at(-1)
  const weighed = days.findLast(({ weight }) => weight !== null)
  const kept = placedCount && last ? livability(placedCount, last.lost) : null
  const feedKg = sumOf(days, ({ feedKg }) => feedKg)
  const grown = grownIn(days)
  const conversion = feedKg !== null && grown ? feedConversion(feedKg, grown.kg) : null
  const eggs = sumOf(days, ({ eggs }) => eggs)
  const rated = weeks.filter(({ rate }) => rate !== null)
  const peak = rated.reduce<WeekFigures | null>(
    (best, week) => (best === null || (week.rate ?? 0) > (best.rate ?? 0) ? week : best),
    null,
  )
  return {
    livability: kept,
    weight: weighed?.weight ?? null,
    dailyGain:
      weighed?.weight && chickWeight !== null && weighed.age > 0
        ? averageDailyGain(weighed.weight, chickWeight, weighed.age)
        : null,
    feedConversion: conversion,
    efficiency:
      kept !== null && grown && conversion && grown.age > 0
        ? efficiencyFactor(kept, grown.kg / grown.birds, grown.age, conversion)
        : null,
    eggs,
    eggsPerHenHoused: eggs !== null && hensHoused ? eggs / hensHoused : null,
    feedPerKgEgg: eggFeed(days),
    peakRate: peak?.rate ?? null,
    peakWeek: peak?.week ?? null,
    weeksAboveNinety: rated.length === 0 ? null : rated.filter(({ rate }) => (rate ?? 0) >= 90).length,
    ageAtHalfRate: ageAtHalfRate(days.flatMap(({ age, rate }) => (rate === null ? [] : [{ age, rate }]))),
  }
}

/** What a flock grew: birds, their kg and mean age in days. */
interface Grown {
  birds: number
  kg: number
  age: number
}

/**
 * Birds caught, possibly in several parts, each with the weight and age of its day, and those in the house by the last
 * weighing. Birds sold without a weight count with that of the previous weighing. Null if a weight is missing.
 */
function grownIn(days: readonly DayFigures[]): Grown | null {
  let weight: number | null = null
  let weighedAt = 0
  const parts: { birds: number; kg: number | null; age: number }[] = []
  const byWeighing = (birds: number) => (weight === null ? null : (birds * weight) / 1_000)
  for (const day of days) {
    if (day.weight !== null) [weight, weighedAt] = [day.weight, day.age]
    if (day.sold > 0)
      parts.push({ birds: day.sold, kg: day.soldKg > 0 ? day.soldKg : byWeighing(day.sold), age: day.age })
  }
  const alive = days.at(-1)?.alive ?? null
  if (alive === null) return null
  if (alive > 0) parts.push({ birds: alive, kg: byWeighing(alive), age: weighedAt })
  const [birds, kg] = [parts.reduce((sum, part) => sum + part.birds, 0), sumOf(parts, part => part.kg)]
  if (birds === 0 || !kg || parts.some(part => part.kg === null)) return null
  return { birds, kg, age: parts.reduce((sum, part) => sum + part.birds * part.age, 0) / birds }
}

/** Over the days on which all three were recorded; an egg weight applies until the next weighing. */
function eggFeed(days: readonly DayFigures[]): number | null {
  let weight: number | null = null
  let [feedKg, eggKg] = [0, 0]
  for (const day of days) {
    weight = day.eggWeight ?? weight
    if (weight === null || !day.eggs || day.feedKg === null) continue
    feedKg += day.feedKg
    eggKg += (day.eggs * weight) / 1_000
  }
  return eggKg === 0 ? null : feedPerKgEgg(feedKg, eggKg, 1_000)
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => number | null): number | null {
  const told = items.flatMap(item => read(item) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}
