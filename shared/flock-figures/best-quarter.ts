import { type FinalFigures, type FinalName, finalNames, noFinal } from './final.ts'

/** The mean of a farm's best flocks, and how many they are. */
export interface BestQuarter {
  flocks: number
  of: number
  final: FinalFigures
}

/** By what flocks of a kind are ranked: hens by eggs per hen housed, broilers by EPEF, pullets by livability. */
const rankedBy = {
  layer: 'eggsPerHenHoused',
  breeder: 'eggsPerHenHoused',
  broiler: 'efficiency',
  pullet: 'livability',
} as const satisfies Record<string, FinalName>

/**
 * Results of the best quarter of flocks of a kind; null without any. A flock whose records have gaps has no such result, and
 * is neither the best nor counted; nor is a sum that lacks days in the mean of any other.
 */
export function bestQuarter(
  finals: readonly FinalFigures[],
  type: keyof typeof rankedBy,
): BestQuarter | null {
  const key = rankedBy[type]
  const known = finals.filter(final => wholeIn(final, key) !== null)
  const best = known.toSorted((a, b) => (b[key] ?? 0) - (a[key] ?? 0)).slice(0, Math.ceil(known.length / 4))
  if (best.length === 0) return null
  const final = { ...noFinal, ...Object.fromEntries(finalNames.map(name => [name, meanOf(best, name)])) }
  return { flocks: best.length, of: known.length, final }
}

/** A figure that stands on all its days; else null. */
const wholeIn = (final: FinalFigures, name: FinalName): number | null =>
  final.lacks?.[name] ? null : final[name]

function meanOf(finals: readonly FinalFigures[], name: FinalName): number | null {
  const told = finals.flatMap(final => wholeIn(final, name) ?? [])
  return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length
}
