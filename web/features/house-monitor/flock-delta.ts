import type { FlockFigure } from './flock-day.ts'

/** How a figure compares with its standard: `good` or `bad` only where the direction really is. */
export interface Delta {
  /** % of the standard; points for figures that are percentages themselves */
  value: number
  sense: 'good' | 'bad' | 'neutral'
}

/** Smaller differences are not worth mentioning: in points, as everywhere flocks are held against a standard, and in %. */
const SAME = { points: 0.5, percent: 0.1 }
const better: Partial<Record<FlockFigure['key'], 1 | -1>> = { lay: 1, survival: 1, dead: -1 }

/** Deaths by the standard are a fraction of a bird per day; half a bird is not a usable limit. */
export const limitOf = ({ key, standard }: Pick<FlockFigure, 'key' | 'standard'>): number | null =>
  standard !== null && key === 'dead' ? Math.ceil(standard) : standard

/** Difference of a figure from its standard, or null without either. */
export function deltaOf({ key, actual, unit, ...figure }: Omit<FlockFigure, 'doubt'>): Delta | null {
  const standard = limitOf({ key, ...figure })
  if (standard === null || actual === null) return null
  if (unit !== '%' && standard === 0) return null
  const value = unit === '%' ? actual - standard : (100 * (actual - standard)) / standard
  const direction = better[key]
  if (!direction || Math.abs(value) < (unit === '%' ? SAME.points : SAME.percent))
    return { value, sense: 'neutral' }
  return { value, sense: value * direction > 0 ? 'good' : 'bad' }
}
