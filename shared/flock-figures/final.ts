import { isHens } from '../flocks.ts'
import { type Opening, startedWith } from '../opening.ts'
import type { HouseType } from '../signals.ts'
import { ageAtHalfRate, feedPerKgEgg, feedPerTenEggs, IN_LAY } from './eggs.ts'
import {
  type Grown,
  type GrownBy,
  grownUntil,
  type Lacking,
  type LackingWhy,
  type LossesLacking,
  lacksLosses,
  type Settled,
} from './grown.ts'
import {
  averageDailyGain,
  efficiencyFactor,
  feedConversion,
  feedConversionAt,
  feedConversionOnGain,
} from './growth.ts'
import { type DayFigures, LONGEST_GAP } from './ledger.ts'
import { EGG_DAYS_LACKING, type WeekFigures } from './weeks.ts'

/** Names of the figures that sum up a flock. */
export const finalNames = [
  'livability',
  'maleLivability',
  'weight',
  'dailyGain',
  'feedConversion',
  'conversionOnGain',
  'conversionAdjusted',
  'efficiency',
  'eggs',
  'feedTotal',
  'waterTotal',
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
  /** Why a figure is missing that such birds have; of one that is there, of how many days it is if some lack theirs. */
  lacks?: Partial<Record<FinalName, Lacking>> | undefined
  /** What the kilograms of the feed conversion and the EPEF rest on. */
  by?: GrownBy | undefined
}

interface Whole {
  type: HouseType
  days: readonly DayFigures[]
  weeks: readonly WeekFigures[]
  placedCount: number | null
  /** Age at the placement, as standards count. */
  placedAge: number
  /** What birds taken over had behind them, and the age from which that counts: else the placement. */
  opening?: Opening | null | undefined
  countedFrom?: number | undefined
  /** The base of hen-housed figures. */
  hensHoused: number | null
  /** g per chick at placement. */
  chickWeight: number | null
  /** What broilers were sold for, and the feed book. */
  settled?: Settled | null | undefined
}

/** Figures that no record tells. */
export const noFinal = Object.fromEntries(finalNames.map(name => [name, null])) as Record<FinalName, null>

/** The weight, g, to which feed conversions of flocks sold at different weights are adjusted (practice). */
export const ADJUSTED_TO = 2_500

/** The figures that sum up a flock, of those its kind of birds has. */
export function finalFigures(whole: Whole): FinalFigures {
  const { days, type, chickWeight, placedAge, countedFrom = placedAge } = whole
  const { losses = null, maleLosses = null } = days.at(-1) ?? {}
  const weighed = days.findLast(({ weight }) => weight !== null)
  const isGrower = !isHens({ type })
  const start = countedFrom === 0 ? chickWeight : null
  return {
    ...noFinal,
    livability: losses === null ? null : 100 - losses,
    maleLivability: maleLosses === null ? null : 100 - maleLosses,
    weight: weighed?.weight ?? null,
    dailyGain:
      isGrower && weighed?.weight && start !== null && weighed.age > 0
        ? averageDailyGain(weighed.weight, start, weighed.age)
        : null,
    ...totalsOf(whole),
    ...(type === 'broiler' ? meatOf(whole) : isGrower ? {} : eggsOf(whole)),
    lacks: {
      ...(losses === null && whole.placedCount ? { livability: { why: whyLosses(whole) } } : {}),
      ...lacksOf(whole),
    },
  }
}

function whyLosses({ days, opening }: Whole): LossesLacking {
  if (lacksLossesBefore(opening)) return 'opening'
  return days.length > 0 ? lacksLosses(days) : 'unrecorded'
}

/** Feed conversion and what follows from it, up to the day on which all kg are known. */
function meatOf(whole: Whole): Partial<FinalFigures> {
  const { days, chickWeight, placedAge, opening, countedFrom = placedAge } = whole
  const placedCount = startedWith(whole.placedCount, opening)
  const grown = grownUntil(days, whole)
  if ('why' in grown) return {}
  const { kg, birds, age, feedKg, losses } = grown
  const conversion = feedConversion(feedKg, kg)
  const mean = (1_000 * kg) / birds
  const chickKg = chickWeight === null || countedFrom > 0 ? null : chickWeight / 1_000
  return {
    by: grown.by,
    feedConversion: conversion,
    conversionOnGain:
      placedCount !== null && chickKg !== null
        ? feedConversionOnGain(feedKg, kg, placedCount, chickKg)
        : null,
    conversionAdjusted: feedConversionAt(conversion, ADJUSTED_TO, mean),
    efficiency:
      losses !== null && age !== null && age > 0
        ? efficiencyFactor(100 - losses, kg / birds, age, conversion)
        : null,
  }
}

const lacksLossesBefore = (opening: Opening | null | undefined): boolean =>
  opening != null && (opening.lost === null || opening.sold === null)

/** A figure, and what it lacks. */
interface Told {
  value: number | null
  lacks: Lacking | null
}

/**
 * A sum since the beginning; none if too many days lack it, or what was before the take-over is unknown. Days before the
 * take-over have theirs, but for those that a move told to lack it.
 */
function totalOf(
  { days, placedAge, opening, countedFrom = placedAge }: Whole,
  read: (day: DayFigures) => number | null,
  why: 'feed' | 'water',
): Told {
  const before = opening?.[why]
  const [earlier, gaps] = opening ? [placedAge - countedFrom, opening.gaps?.[why] ?? 0] : [0, 0]
  const over = days.filter(({ isSoFar, aliveAtStart }) => !isSoFar && aliveAtStart !== 0)
  const last = over.at(-1)
  const told = sumOf(over, read)
  if (!last || told === null) return { value: null, lacks: null }
  if (before === null) return { value: null, lacks: { why: 'opening' } }
  // The day of the placement may have none of its own.
  const of = last.age - placedAge + 1
  const counted = over.filter(day => read(day) !== null)
  const due = counted[0]?.age === placedAge ? of : of - 1
  const isTold = counted.length >= (1 - EGG_DAYS_LACKING) * (of - 1)
  return {
    value: isTold ? told + (before ?? 0) : null,
    lacks:
      counted.length < due || gaps > 0
        ? { why, days: counted.length + Math.max(0, earlier - gaps), of: of + earlier }
        : null,
  }
}

/** Feed and water since the beginning. */
const eaten = (whole: Whole) => ({
  feedTotal: totalOf(whole, ({ feedKg }) => feedKg, 'feed'),
  waterTotal: totalOf(whole, ({ waterL }) => waterL, 'water'),
})

function totalsOf(whole: Whole): Partial<FinalFigures> {
  const { feedTotal, waterTotal } = eaten(whole)
  return { feedTotal: feedTotal.value, waterTotal: waterTotal.value }
}

/** What totals lack, by their name. */
const lacksTotals = (whole: Whole): Partial<Record<FinalName, Lacking>> =>
  Object.fromEntries(
    Object.entries(eaten(whole)).flatMap(([name, { lacks }]) => (lacks ? [[name, lacks]] : [])),
  )

function eggsOf(whole: Whole): Partial<FinalFigures> {
  const { days, weeks, hensHoused, opening } = whole
  const over = days.filter(({ isSoFar }) => !isSoFar)
  const laid = sumOf(over, ({ eggs }) => eggs)
  const eggs = laid === null || lacksEggsBefore(whole) ? null : laid + (opening?.eggs ?? 0)
  const rated = weeks.filter(({ rate, recorded }) => rate !== null && recorded.rate.length >= WEEK_LEAST)
  const isWhole = isFromBeginning(over)
  const peak = rated.reduce<WeekFigures | null>(
    (best, week) => (best === null || (week.rate ?? 0) > (best.rate ?? 0) ? week : best),
    null,
  )
  const hasPeaked = isWhole && peak !== null && !peak.isUncounted
  return {
    eggs,
    eggsPerHenHoused: hensHoused ? (weeks.at(-1)?.eggsPerHen ?? null) : null,
    feedPerKgEgg: eggFeed(over),
    feedPerTenEggs: eggsFed(over),
    peakRate: hasPeaked ? peak.rate : null,
    peakWeek: hasPeaked ? peak.week : null,
    fallAfterPeak: hasPeaked && !rated.at(-1)?.isUncounted ? fallAfter(rated, peak) : null,
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

/**
 * Why the eggs laid before the first record of any are not known; null if they are, or there were none: the hens came to this
 * farm, and to its records, before they laid.
 */
function lacksEggsBefore({ days, opening, placedAge }: Whole): LackingWhy | null {
  if (opening) return opening.eggs === null ? 'opening' : null
  const first = days.find(({ eggs, isSoFar }) => eggs !== null && !isSoFar)
  if (!first) return null
  const isNew = first.age - placedAge <= LONGEST_GAP
  const recordedFrom = (days[0]?.age ?? first.age) - placedAge
  const isBefore = first.rate === null ? recordedFrom <= LONGEST_GAP : first.rate < IN_LAY
  return isNew || isBefore ? null : 'began'
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

/** What the figures of such birds lack, where it is for want of records and not of time. */
function lacksOf(whole: Whole): FinalFigures['lacks'] {
  if (whole.days.length === 0 && !whole.settled) return {}
  return { ...lacksTotals(whole), ...(whole.type === 'broiler' ? lacksMeat(whole) : lacksEggs(whole)) }
}

function lacksMeat(whole: Whole): FinalFigures['lacks'] {
  const { days } = whole
  const grown: Grown | Lacking = grownUntil(days, whole)
  if ('why' in grown)
    return { feedConversion: grown, conversionOnGain: grown, conversionAdjusted: grown, efficiency: grown }
  if (grown.age === null) return { efficiency: { why: 'opening' } }
  return grown.losses === null && whole.placedCount ? { efficiency: { why: whyLosses(whole) } } : {}
}

function lacksEggs(whole: Whole): FinalFigures['lacks'] {
  const { type, days, opening } = whole
  if (!isHens({ type })) return {}
  const over = days.filter(({ isSoFar }) => !isSoFar)
  if (!over.some(({ rate }) => rate !== null)) return {}
  const before = lacksEggsBefore(whole)
  const some = lacksDays(whole)
  const perHen = lacksPerHen(whole, isFromBeginning(over) || opening != null)
  const began: Lacking = { why: 'began' }
  const uncounted: Lacking | null = whole.weeks.at(-1)?.isUncounted ? { why: lacksLosses(days) } : null
  return {
    ...(uncounted && { peakRate: uncounted, peakWeek: uncounted, fallAfterPeak: uncounted }),
    ...(some && { eggs: some, weeksAboveNinety: some }),
    ...(before && { eggs: { why: before } }),
    ...(perHen && { eggsPerHenHoused: perHen }),
    ...(!isFromBeginning(over) && {
      peakRate: began,
      peakWeek: began,
      weeksAboveNinety: began,
      ageAtHalfRate: began,
    }),
  }
}

/** Of how many days sums of eggs are; null if no day on which the hens laid lacks its eggs. */
function lacksDays({ weeks }: Whole): Lacking | null {
  const { counted = 0, of = 0 } = weeks.at(-1)?.eggDays ?? {}
  return counted < of ? { why: 'eggs', days: counted, of } : null
}

/** What eggs per hen housed lack; `isWhole`: it is known what was laid from the beginning. */
function lacksPerHen(whole: Whole, isWhole: boolean): Lacking | null {
  const { weeks, opening, hensHoused } = whole
  if (weeks.at(-1)?.eggsPerHen != null) return lacksDays(whole)
  if (opening && (opening.eggs === null || lacksLossesBefore(opening))) return { why: 'opening' }
  if (!isWhole) return { why: 'began' }
  return lacksDays(whole) ?? (hensHoused ? null : { why: 'birds' })
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => number | null): number | null {
  const told = items.flatMap(item => read(item) ?? [])
  return told.length === 0 ? null : told.reduce((all, value) => all + value, 0)
}
