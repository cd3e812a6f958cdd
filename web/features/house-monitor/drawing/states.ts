import type { Reading } from '#shared/contracts/houses.ts'

/** The state of a fan group, as drawn and named. */
export type FanState = 'on' | 'pause' | 'off' | 'fault' | 'hand' | 'unknown'

/** Codes of `Fan/Gnn/State`. */
const fanCodes: Readonly<Record<number, FanState>> = {
  0: 'off',
  1: 'on',
  2: 'on',
  3: 'pause',
  4: 'fault',
  5: 'hand',
}

/** State of a fan group from `Fan/Gnn/State` and its alarm, which outlasts the code. */
export function fanStateOf(state: Reading | undefined, fault?: Reading): FanState {
  if (fault?.[0] === true) return 'fault'
  const code = state?.[0]
  return typeof code === 'number' ? (fanCodes[code] ?? 'unknown') : 'unknown'
}

/** Metrics about the house's power. */
export const powerMetrics = ['Power/MainsOk', 'Alarm/PowerFail', 'Power/GeneratorOn']

/** Whether the house has neither mains nor generator: then whatever stands still was not switched off by anybody. */
export const isWithoutPower = (readingOf: (metric: string) => Reading | undefined): boolean =>
  (readingOf('Power/MainsOk')?.[0] === false || readingOf('Alarm/PowerFail')?.[0] === true) &&
  readingOf('Power/GeneratorOn')?.[0] !== true

/** K above or below target at which the heat colour is full. */
export const FULL_HEAT = 7

/** Colour value for a deviation from the target in K: −1 cold … 1 hot; 0 at the target or if unknown. */
export function heatOf(value: number | null, target: number | null): number {
  if (value === null || target === null) return 0
  return Math.max(-1, Math.min(1, (value - target) / FULL_HEAT))
}

/** Colour and opacity for a heat value, as CSS. */
export function tintOf(heat: number): { colour: string; opacity: number } {
  const colour =
    heat < 0
      ? 'var(--q-humidity)'
      : `color-mix(in oklab, var(--q-temperature), var(--alarm-fill) ${Math.round(heat * 60)}%)`
  return { colour, opacity: Math.abs(heat) < 0.01 ? 0 : 0.03 + 0.36 * Math.abs(heat) }
}

/** The number in a reading, else null. */
export function numberOf(reading: Reading | undefined): number | null {
  const value = reading?.[0]
  return typeof value === 'number' ? value : null
}
