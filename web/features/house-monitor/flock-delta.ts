import { senseOf } from '#shared/flock-figures/standard.ts'
import type { FlockFigure } from './flock-day.ts'

/** How a figure compares with its standard: `good` or `bad` only where the direction really is. */
export interface Delta {
  /** % of the standard; points for figures that are percentages themselves */
  value: number
  sense: 'good' | 'bad' | 'neutral'
}

/** Smaller differences are not worth mentioning, %. */
const SAME = 0.1

/** Deaths by the standard are a fraction of a bird per day; half a bird is not a usable limit. */
export const limitOf = ({ key, standard }: Pick<FlockFigure, 'key' | 'standard'>): number | null =>
  standard !== null && key === 'dead' ? Math.ceil(standard) : standard

/** What a standard loses that keeps so many, %. */
const lossesAt = (kept: number) => ({ low: 0, mid: 100 - kept, high: 100 - kept })

/** Difference of a figure from its standard, or null without either. */
export function deltaOf({
  key,
  actual,
  unit,
  band,
  birds,
  ...figure
}: Omit<FlockFigure, 'doubt'>): Delta | null {
  const standard = limitOf({ key, ...figure })
  if (standard === null || actual === null) return null
  if (unit !== '%' && standard === 0) return null
  const value = unit === '%' ? actual - standard : (100 * (actual - standard)) / standard
  if (key === 'lay') return { value, sense: band ? senseOf('rate', actual, band) : 'neutral' }
  if (key === 'survival') return { value, sense: senseOf('losses', 100 - actual, lossesAt(standard), birds) }
  if (key !== 'dead' || Math.abs(value) < SAME) return { value, sense: 'neutral' }
  return { value, sense: value > 0 ? 'bad' : 'good' }
}
