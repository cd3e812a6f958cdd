/** What a sample of weights says about a flock. Weights in g, the others in %. */
export interface Weighing {
  birds: number
  mean: number
  /** Of a sample; 0 for a single bird. */
  deviation: number
  cv: number
  /** Birds within ±10 % of the mean: what farms call evenness. */
  uniformity: number
}

/** How far from the mean a bird may be to count as even. */
const EVEN = 0.1

/** Mean, spread and uniformity of weights in g; null without any. */
export function weighingOf(weights: readonly number[]): Weighing | null {
  const count = weights.length
  if (count === 0) return null
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / count
  const squares = weights.reduce((sum, weight) => sum + (weight - mean) ** 2, 0)
  const deviation = count > 1 ? Math.sqrt(squares / (count - 1)) : 0
  const even = weights.filter(weight => weight >= (1 - EVEN) * mean && weight <= (1 + EVEN) * mean).length
  return { birds: count, mean, deviation, cv: (100 * deviation) / mean, uniformity: (100 * even) / count }
}

/** Expected uniformity of a flock with normally distributed weights and this coefficient of variation, both in %. */
export const uniformityFromCv = (cv: number): number => 100 * errorFunction((100 * EVEN) / (cv * Math.SQRT2))

/** Points by which a sample may be less even than its spread lets expect, and birds below which that is chance (practice). */
const SPLIT = 10
const ENOUGH = 50

/** Whether a sample has fewer birds near the mean than a flock of one size with its spread: it may be of two sizes. */
export const isSplit = ({ cv, uniformity, birds }: Weighing): boolean =>
  birds >= ENOUGH && cv > 0 && uniformityFromCv(cv) - uniformity > SPLIT

/** Of a value from 0 on, within 1.5e-7 (Abramowitz and Stegun 7.1.26). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * x)
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  const sum = terms.reduceRight((rest, term) => (rest + term) * t, 0)
  return 1 - sum * Math.exp(-x * x)
}
