import type { Chart, HouseOnMonitor } from '#shared/contracts/houses.ts'
import { goalOfProbe } from './figures.ts'

/** The range for a curve over its time, and the line it should follow; one entry per point, null: not known yet. */
export interface Band {
  low: (number | null)[]
  high: (number | null)[]
  target: (number | null)[]
}

const kinds = {
  'Climate/Temp/Avg': 'temperature',
  'Climate/Hum/Avg': 'humidity',
  'Air/CO2/S1': 'co2',
} as const

/** The band behind a curve: around the target of the time, good for the age, or below a limit. Undefined: none. */
export function bandFor(house: HouseOnMonitor, metric: string, chart: Chart): Band | undefined {
  const kind = kinds[metric as keyof typeof kinds]
  if (!kind) return undefined
  const targets = chart.series.find(series => series.metric === 'Climate/Temp/Target')?.mean ?? []
  const band: Band = { low: [], high: [], target: [] }
  // The last target holds while none is reported.
  let known: number | null = null
  for (const i of chart.at.keys()) {
    known = targets[i] ?? known
    const target = kind === 'temperature' ? known : null
    const goal = kind === 'temperature' && target === null ? null : goalOfProbe(house, kind, target)
    const hasLow = goal?.kind === 'target' || goal?.kind === 'range'
    band.low.push(hasLow ? goal.low : goal ? 0 : null)
    band.high.push(goal && goal.kind !== 'levels' ? goal.high : null)
    band.target.push(target)
  }
  return band
}
