import { type Facts, isMeasured } from './facts.ts'

export const PROBES: readonly string[] = Array.from({ length: 8 }, (_, i) => `Climate/Temp/S${i + 1}`)
export const MEAN = 'Climate/Temp/Avg'

/** What a digital probe says when it has just been switched on. °C */
export const POWER_UP = 85
/** °C that a house can have, down to an empty one in a hard winter and up to one on fire. */
const POSSIBLE = { low: -40, high: 80 }
/** A probe this far from every other one is wrong, not hot. K */
export const STRAY = 20

export const isPossible = (value: number) =>
  value !== POWER_UP && value >= POSSIBLE.low && value <= POSSIBLE.high

/** The probes of a house that say something, and what of it is believed. °C */
export function probesOf({ read }: Pick<Facts, 'read'>): { believed: number[]; doubted: number[] } {
  const told = PROBES.map(read).filter(value => typeof value === 'number')
  const possible = told.filter(value => isMeasured(value) && isPossible(value))
  const isNear = (value: number, other: number) => Math.abs(value - other) <= STRAY
  const isStray = (value: number) => possible.filter(other => isNear(value, other)).length === 1
  const believed = possible.length > 2 ? possible.filter(value => !isStray(value)) : possible
  return { believed, doubted: told.filter(value => !believed.includes(value)) }
}

/** A mean that lies outside of all believed probes while others are in doubt has been counted with those. K */
const BESIDE = 1
function isSpoilt(facts: Facts): boolean {
  const told = facts.read(MEAN)
  const { believed } = facts.once(probesOf)
  if (typeof told !== 'number' || believed.length === 0) return false
  if (!PROBES.some(probe => facts.told(probe) !== undefined && facts.doubted.has(probe))) return false
  return told < Math.min(...believed) - BESIDE || told > Math.max(...believed) + BESIDE
}

/** The house's temperature as its controller tells it, else the mean of the probes that are believed; null without any. */
export function meanTemperature(facts: Facts): number | null {
  const told = facts.read(MEAN)
  const { believed } = facts.once(probesOf)
  if (isMeasured(told) && isPossible(told) && !facts.once(isSpoilt)) return told
  return believed.length === 0 ? null : believed.reduce((sum, value) => sum + value, 0) / believed.length
}

/**
 * The hottest place that is possible: birds there do not live at the mean. A probe in doubt counts, for it may be the one next
 * to the fan that stands still.
 */
export function hottest({ told }: Pick<Facts, 'told'>): number | null {
  const mean = told(MEAN)
  const places = [
    ...probesOf({ read: told }).believed,
    ...(isMeasured(mean) && isPossible(mean) ? [mean] : []),
  ]
  return places.length === 0 ? null : Math.max(...places)
}
