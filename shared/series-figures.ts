import type { Chart } from './contracts/houses.ts'

/** Figures of a line in the period; null without values. */
export interface Figures {
  low: number | null
  mean: number | null
  high: number | null
  last: number | null
}

/** Lowest, mean, highest and last of a series. */
export function figuresOf({ low, mean, high }: Chart['series'][number]): Figures {
  const known = mean.filter(value => value !== null)
  const pick = (values: readonly (number | null)[], better: (a: number, b: number) => boolean) =>
    values.reduce<number | null>(
      (best, value) => (value !== null && (best === null || better(value, best)) ? value : best),
      null,
    )
  return {
    low: pick(low, (a, b) => a < b),
    high: pick(high, (a, b) => a > b),
    mean: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
    last: known.at(-1) ?? null,
  }
}
