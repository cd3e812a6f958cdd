import { livability } from '../flock.ts'
import { ageAtHalfRate, feedPerKgEgg } from './eggs.ts'
import { averageDailyGain, efficiencyFactor, feedConversion } from './growth.ts'
import type { DayFigures } from './ledger.ts'
import type { WeekFigures } from './weeks.ts'

/** What a flock has come to so far, or in the end. Shares in %, weights in g; null where what it needs was not told. */
export interface FinalFigures {
  livability: number | null
  weight: number | null
  dailyGain: number | null
  /** kg of feed to the kg of live weight, birds sold included. */
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
  /** g of a chick at its placement. */
  chickWeight: number | null
}

/** The figures that sum a flock up. */
export function finalFigures({ days, weeks, placedCount, hensHoused, chickWeight }: Whole): FinalFigures {
  const last = days.at(-1)
  const weighed = days.findLast(({ weight }) => weight !== null)
  const kept = placedCount && last ? livability(placedCount, last.lost) : null
  const feedKg = sumOf(days, ({ feedKg }) => feedKg)
  const liveKg = liveWeight(days)
  const conversion = feedKg !== null && liveKg ? feedConversion(feedKg, liveKg) : null
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
      kept !== null && weighed?.weight && conversion && weighed.age > 0
        ? efficiencyFactor(kept, weighed.weight / 1_000, weighed.age, conversion)
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

/** kg of all that was grown: sold birds as they were weighed, those in the house by the last weighing. */
function liveWeight(days: readonly DayFigures[]): number | null {
  const weight = days.findLast(day => day.weight !== null)?.weight ?? null
  const alive = days.at(-1)?.alive ?? null
  const soldKg = days.reduce((sum, day) => sum + day.soldKg, 0)
  if (alive === 0) return soldKg || null
  return weight === null || alive === null ? null : soldKg + (alive * weight) / 1_000
}

/** Over the days on which all three were told; the weight of an egg holds until the next weighing. */
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

function sumOf(days: readonly DayFigures[], read: (day: DayFigures) => number | null): number | null {
  const told = days.flatMap(day => read(day) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}
