import type { FinalFigures } from './final.ts'

/** The mean of a farm's best flocks, and how many they are. */
export interface BestQuarter {
  flocks: number
  of: number
  final: FinalFigures
}

/** Results of the best quarter of flocks, hens by eggs per hen housed and others by EPEF; null without any. */
export function bestQuarter(finals: readonly FinalFigures[], isHens: boolean): BestQuarter | null {
  const key = isHens ? 'eggsPerHenHoused' : 'efficiency'
  const known = finals.filter(final => final[key] !== null)
  const best = known.toSorted((a, b) => (b[key] ?? 0) - (a[key] ?? 0)).slice(0, Math.ceil(known.length / 4))
  const [first] = best
  if (!first) return null
  const final = Object.fromEntries(
    (Object.keys(first) as (keyof FinalFigures)[]).map(name => [name, meanOf(best, name)]),
  ) as unknown as FinalFigures
  return { flocks: best.length, of: known.length, final }
}

function meanOf(finals: readonly FinalFigures[], name: keyof FinalFigures): number | null {
  const told = finals.flatMap(final => final[name] ?? [])
  return told.length === 0 ? null : told.reduce((sum, value) => sum + value, 0) / told.length
}
