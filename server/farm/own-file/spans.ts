import { recordNumbers } from '#shared/flocks.ts'
import type { Use } from './words.ts'

/** Figures that add up over days, and that come about a little each day. */
const adding: ReadonlySet<Use> = new Set<Use>([
  ...(['dead', 'culled', 'deadMales', 'culledMales'] as const),
  ...(['feed', 'feedMales', 'water'] as const),
  ...(['eggsTotal', 'eggsSound', 'eggsBroken', 'eggsDirty', 'eggsSoft', 'eggsHatching'] as const),
  ...(['eggsSet', 'eggsFertile', 'chicks'] as const),
])
/** Figures that add up too, but came about on one day of several: birds are sold or moved at once, and causes go with their birds. */
const atOnce: ReadonlySet<string> = new Set<Use>([
  ...(['sold', 'soldKg', 'movedIn', 'movedOut', 'movedInMales', 'movedOutMales'] as const),
  'lossCauses',
])

/** How a figure of several days is read: spread over them, only of the day it is of, or at its own day. */
export type Kind = 'spread' | 'atOnce' | 'point'
export const kindOf = (use: Use): Kind =>
  adding.has(use) ? 'spread' : atOnce.has(use) || use.startsWith('cause.') ? 'atOnce' : 'point'

const isWhole = (use: Use): boolean =>
  use === 'eggsTotal' || (use in recordNumbers && recordNumbers[use as keyof typeof recordNumbers].isWhole)

/** Parts of a unit to which shares are rounded that need not be whole. */
const PARTS = 1_000
/** Digits of a number that somebody can have meant; those behind only arithmetic made. */
const DIGITS = 12
export const exact = (value: number): number => Number(value.toPrecision(DIGITS))

/** An amount spread evenly over days, oldest first: birds and eggs whole, and together exactly the amount. */
export function sharesOf(use: Use, amount: number, days: number): number[] {
  const parts = isWhole(use) ? 1 : PARTS
  const upTo = (day: number) => (day === days ? amount : Math.round((amount * parts * day) / days) / parts)
  return Array.from({ length: days }, (_, i) => exact(upTo(i + 1) - upTo(i)))
}

/** Share of the steps between rows that must be the same for it to be how far rows lie apart. */
const MOST = 0.7
const WEEK = 7
/** Steps from which any distance is one; a week is known at once. */
const ENOUGH = 3

/** How many days rows lie apart, by the numbers of their days in any order; 1 for rows of each day, or of no rule. */
export function stepOf(days: readonly number[]): number {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((day, i) => day - (sorted[i] ?? day))
  const counts = Map.groupBy(steps, step => step)
  const [step, same] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [1, []]
  const isRule = same.length >= MOST * steps.length && (steps.length >= ENOUGH || step === WEEK)
  return isRule ? step : 1
}
