import type { TriedOut } from '#shared/contracts/what-if.ts'
import { formatSignal } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import type { FigureKey } from '#shared/what-if/figures.ts'

type Shown = FigureKey | 'temperature' | 'humidity' | 'co2' | 'nh3' | 'level' | 'airflow' | 'outside'

/** How figures and curves of a simulation are written; minutes are durations. */
export const shownAs: Record<Shown, { unit: string; decimals: number }> = {
  lowest: { unit: '°C', decimals: 1 },
  highest: { unit: '°C', decimals: 1 },
  mean: { unit: '°C', decimals: 1 },
  temperature: { unit: '°C', decimals: 1 },
  outside: { unit: '°C', decimals: 1 },
  coldMin: { unit: 'min', decimals: 0 },
  co2Min: { unit: 'min', decimals: 0 },
  peakCo2: { unit: 'ppm', decimals: 0 },
  co2: { unit: 'ppm', decimals: 0 },
  nh3: { unit: 'ppm', decimals: 0 },
  peakNh3: { unit: 'ppm', decimals: 0 },
  driest: { unit: '%', decimals: 0 },
  dampest: { unit: '%', decimals: 0 },
  humidity: { unit: '%', decimals: 0 },
  level: { unit: 'level', decimals: 0 },
  leastAir: { unit: 'm³/h', decimals: 2 },
  airflow: { unit: 'm³/h', decimals: 0 },
  fanKwh: { unit: 'kWh', decimals: 1 },
  heatKwh: { unit: 'kWh', decimals: 0 },
}

/** A figure in the reader's units, or a difference of two. */
export function sayFigure(key: Shown, value: number, reader: Reader, isDifference = false): string {
  const signal = isDifference ? { ...shownAs[key], isDifference } : shownAs[key]
  return formatSignal(value, signal, reader)
}

/** The goal of each figure; null if it has none. */
export function goalOf(key: FigureKey, { goals }: Pick<TriedOut, 'goals'>): number | null {
  if (key === 'lowest') return goals.cold
  if (key === 'highest') return goals.highAlarm
  if (key === 'mean') return goals.standard
  if (key === 'peakCo2') return goals.co2
  if (key === 'peakNh3') return goals.nh3
  if (key === 'driest') return goals.humidity.low
  if (key === 'dampest') return goals.humidity.high
  if (key === 'leastAir') return goals.air
  return key === 'fanKwh' || key === 'heatKwh' ? null : 0
}
