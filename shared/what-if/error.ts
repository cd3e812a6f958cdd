import type { RunSample } from './samples.ts'

/** What was measured in the time of a sample; null if nothing was. */
export interface MeasuredSample {
  at: number
  temperature: number | null
  humidity: number | null
  co2: number | null
}

const compared = ['temperature', 'humidity', 'co2'] as const
/** °C, %, ppm: mean absolute difference; null if nothing was measured */
export type ModelError = Record<(typeof compared)[number], number | null>

/** How far a run of the past is from what was measured at the same times. */
export function errorOf(run: readonly RunSample[], measured: readonly MeasuredSample[]): ModelError {
  const byTime = new Map(measured.map(sample => [sample.at, sample]))
  const mean = (key: (typeof compared)[number]): number | null => {
    const differences = run.flatMap(sample => {
      const value = byTime.get(sample.at)?.[key]
      return value === null || value === undefined ? [] : [Math.abs(sample[key] - value)]
    })
    return differences.length === 0
      ? null
      : differences.reduce((sum, one) => sum + one, 0) / differences.length
  }
  return { temperature: mean('temperature'), humidity: mean('humidity'), co2: mean('co2') }
}
