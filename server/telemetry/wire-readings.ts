import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { LatestState } from './device-side.ts'

type WireValue = number | boolean | string | null
export type WireReadings = Record<string, [WireValue, number]>

/** 32-bit floats arrive as 21.100000381469727: the shortest number with the same 32 bits is what the device meant. */
function plainNumber(value: number): number {
  if (Number.isInteger(value) || Math.fround(value) !== value) return value
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits))
    if (Math.fround(shorter) === value) return shorter
  }
  return value
}

/** A value for JSON: integers beyond 2^53 as strings; undefined for what no screen shows (bytes, arrays). */
export function wireValue(value: MetricValue): WireValue | undefined {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : null
  if (typeof value !== 'bigint') return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** Settings of a controller are seen by those who may control it, in places of their own; never among readings. */
export const isSetting = (metric: string): boolean => metric.startsWith('Settings/')

/** Latest readings for the wire, without settings: metric → [value, sample time in ms]. */
export function wireReadings(latest: LatestState | undefined): WireReadings {
  const readings: WireReadings = {}
  for (const [metric, { value, at }] of latest?.readings ?? []) {
    const plain = isSetting(metric) ? undefined : wireValue(value)
    if (plain !== undefined) readings[metric] = [plain, at]
  }
  return readings
}
