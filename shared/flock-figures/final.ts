import { isHens } from '../flocks.ts'
import type { HouseType } from '../signals.ts'
import { ageAtHalfRate, feedPerKgEgg, feedPerTenEggs } from './eggs.ts'
import { type Grown, grownUntil, type Lacking } from './grown.ts'
import {
  averageDailyGain,
  efficiencyFactor,
  feedConversion,
  feedConversionAt,
  feedConversionOnGain,
} from './growth.ts'
import type { DayFigures } from './ledger.ts'
import { IN_LAY, type WeekFigures } from './weeks.ts'

/** Names of the figures that sum up a flock. */
export const finalNames = [
  'livability',
  'weight',
  'dailyGain',
  'feedConversion',
  'conversionOnGain',
  'conversionAdjusted',
  'efficiency',
  'eggs',
  'eggsPerHenHoused',
  'feedPerKgEgg',
  'feedPerTenEggs',
  'peakRate',
  'peakWeek',
  'fallAfterPeak',
  'weeksAboveNinety',
  'ageAtHalfRate',
] as const
export type FinalName = (typeof finalNames)[number]

/** Results of a flock so far, or in the end. Shares in %, weights in g; null if the input for it is missing. */
export type FinalFigures = Record<FinalName, number | null> & {
  /** Why a figure is missing that such birds have. */
  lacks?: Partial<Record<FinalName, Lacking>> | undefined
}

interface Whole {
  type: HouseType
  days: readonly DayFigures[]
  weeks: readonly WeekFigures[]
  placedCount: number | null
  /** Age at the placement, as standards count. */
  placedAge: number
  /** The base of hen-housed figures. */
  hensHoused: number | null
  /** g per chick at placement. */
  chickWeight: number | null
}

/** Figures that no record tells. */
export const noFinal = Object.fromEntries(finalNames.map(name => [name, null])) as Record<FinalName, null>

/** The weight, g, to which feed conversions of flocks sold at different weights are adjusted (practice). */
export const ADJUSTED_TO = 2_500

/** The figures that sum up a flock, of those its kind of birds has. */
export function finalFigures(whole: Whole): FinalFigures {
  const { days, type, chickWeight, placedAge } = whole
  const losses = days.at(-1)?.losses ?? null
  const weighed = days.findLast(({ weight }) => weight !== null)
  const isGrower = !isHens({ type })
  const start = placedAge === 0 ? chickWeight : null
  return {
    ...noFinal,
    livability: losses === null ? null : 100 - losses,
    weight: weighed?.weight ?? null,
    dailyGain:
      isGrower && weighed?.weight && start !== null && weighed.age > 0
        ? averageDailyGain(weighed.weight, start, weighed.age)
        : null,
    ...(type === 'broiler' ? meatOf(whole) : isGrower ? {} : eggsOf(whole)),
    lacks: {
      ...(losses === null && days.length > 0 && whole.placedCount ? { livability: { why: 'losses' } } : {}),
      ...lacksOf(whole),
    },
  }
}

/** Feed conversion and what follows from it, up to the day on which all kg are known. */
function meatOf({ days, placedCount, chickWeight, placedAge }: Whole): Partial<FinalFigures> {
  const grown = grownUntil(days, placedAge)
  if ('why' in grown) return {}
  const { kg, birds, age, feedKg, losses } = grown
  const conversion = feedConversion(feedKg, kg)
  const mean = (1_000 * kg) / birds
  const chickKg = chickWeight === null || placedAge > 0 ? null : chickWeight / 1_000
  return {
    feedConversion: conversion,
    conversionOnGain:
      placedCount !== null && chickKg !== null
        ? feedConversionOnGain(feedKg, kg, placedCount, chickKg)
        : null,
    conversionAdjusted: feedConversionAt(conversion, ADJUSTED_TO, mean),
    efficiency:
      losses !== null && age > 0 ? efficiencyFactor(100 - losses, kg / birds, age, conversion) : null,
  }
}

function eggsOf({ days, weeks, hensHoused }: Whole): Partial<FinalFigures> {
  const over = days.filter(({ isSoFar }) => !isSoFar)
  const eggs = sumOf(over, ({ eggs }) => eggs)
  const rated = weeks.filter(({ rate, recorded }) => rate !== null && recorded.rate.length >= WEEK_LEAST)
  const isWhole = isFromBeginning(over)
  const peak = rated.reduce<WeekFigures | null>(
    (best, week) => (best === null || (week.rate ?? 0) > (best.rate ?? 0) ? week : best),
    null,
  )
  const hasPeaked = isWhole && peak !== null
  return {
    eggs,
    eggsPerHenHoused: hensHoused ? (weeks.at(-1)?.eggsPerHen ?? null) : null,
    feedPerKgEgg: eggFeed(over),
    feedPerTenEggs: eggsFed(over),
    peakRate: hasPeaked ? peak.rate : null,
    peakWeek: hasPeaked ? peak.week : null,
    fallAfterPeak: hasPeaked ? fallAfter(rated, peak) : null,
    weeksAboveNinety:
      isWhole && rated.length > 0 ? rated.filter(({ rate }) => (rate ?? 0) >= 90).length : null,
    ageAtHalfRate: isWhole
      ? ageAtHalfRate(over.flatMap(({ age, rate }) => (rate === null ? [] : [{ age, rate }])))
      : null,
  }
}

/** Days of a week that must have their eggs for the week to be compared with others. */
const WEEK_LEAST = 4

/** Whether eggs were recorded from the beginning of lay: a flock taken over in lay has had its peak, or not. */
function isFromBeginning(days: readonly DayFigures[]): boolean {
  const first = days.find(({ rate }) => rate !== null)
  return first !== undefined && (first.rate ?? 100) < IN_LAY
}

/** Points of laying rate that the flock fell a week since its peak; null within four weeks of it. */
function fallAfter(rated: readonly WeekFigures[], peak: WeekFigures): number | null {
  const last = rated.at(-1)
  const weeks = (last?.week ?? 0) - peak.week
  return last && weeks >= 4 ? ((peak.rate ?? 0) - (last.rate ?? 0)) / weeks : null
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

function eggsFed(days: readonly DayFigures[]): number | null {
  const both = days.filter(({ eggs, feedKg }) => eggs && feedKg !== null)
  const [feedKg, eggs] = [sumOf(both, ({ feedKg }) => feedKg), sumOf(both, ({ eggs }) => eggs)]
  return feedKg !== null && eggs ? feedPerTenEggs(feedKg, eggs) : null
}

/** Why the figures of such birds are missing, where it is for want of records and not of time. */
function lacksOf({ type, days, weeks, placedAge }: Whole): FinalFigures['lacks'] {
  if (days.length === 0) return {}
  if (type === 'broiler') {
    const grown: Grown | Lacking = grownUntil(days, placedAge)
    return 'why' in grown
      ? { feedConversion: grown, conversionOnGain: grown, conversionAdjusted: grown, efficiency: grown }
      : {}
  }
  if (!isHens({ type })) return {}
  const over = days.filter(({ isSoFar }) => !isSoFar)
  const last = weeks.at(-1)
  const isTold = over.some(({ rate }) => rate !== null)
  if (!isTold) return {}
  const began: Lacking = { why: 'began' }
  return {
    ...(last?.eggsPerHen === null && {
      eggsPerHenHoused: isFromBeginning(over)
        ? { why: 'eggs', days: last.eggDays.counted, of: last.eggDays.of }
        : began,
    }),
    ...(!isFromBeginning(over) && {
      peakRate: began,
      peakWeek: began,
      weeksAboveNinety: began,
      ageAtHalfRate: began,
    }),
  }
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => number | null): number | null {
  const told = items.flatMap(item => read(item) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}
