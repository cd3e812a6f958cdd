/** The controller's own mean, and the probes it is counted from. */
export const MEAN = 'Climate/Temp/Avg'
export const PROBES: readonly string[] = Array.from({ length: 8 }, (_, i) => `Climate/Temp/S${i + 1}`)

/** What sensors and gateways send when they have no value, whatever they measure. */
const NO_VALUE = new Set([-127, 3_276.7, 6_553.5, -3_276.8, 32_767, 65_535, -32_768, 9_999, 99_999])

/** Whether a number may be a measured value at all. */
export const isMeasured = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && !NO_VALUE.has(Math.round(value * 10) / 10)

/** What a digital probe says when it has just been switched on. °C */
export const POWER_UP = 85
/** °C that a house can have, down to an empty one in a hard winter and up to one on fire. */
const POSSIBLE = { low: -40, high: 80 }
/** A probe this far from every other one is wrong, not hot. K */
export const STRAY = 20

export const isPossible = (value: number) =>
  value !== POWER_UP && value >= POSSIBLE.low && value <= POSSIBLE.high

interface Read {
  /** What is told and believed; nothing for a probe in doubt. */
  read(metric: string): unknown
}
interface Believed {
  believed: number[]
  doubted: number[]
}

/** The probes of a house that say something, and what of it is believed. °C */
export function probesOf({ read }: Read): Believed {
  const told = PROBES.map(read).filter(value => typeof value === 'number')
  const possible = told.filter(value => isMeasured(value) && isPossible(value))
  const isNear = (value: number, other: number) => Math.abs(value - other) <= STRAY
  const isStray = (value: number) => possible.filter(other => isNear(value, other)).length === 1
  const believed = possible.length > 2 ? possible.filter(value => !isStray(value)) : possible
  return { believed, doubted: told.filter(value => !believed.includes(value)) }
}

interface Told extends Read {
  /** What is told, believed or not. */
  told(metric: string): unknown
  /** Metrics that are not believed. */
  doubted: ReadonlySet<string>
}

/** A mean that lies outside of all believed probes while others are in doubt has been counted with those. K */
const BESIDE = 1
function isSpoilt(mean: number, { told, doubted }: Told, believed: readonly number[]): boolean {
  if (doubted.size === 0 || believed.length === 0) return false
  if (!PROBES.some(probe => told(probe) !== undefined && doubted.has(probe))) return false
  return mean < Math.min(...believed) - BESIDE || mean > Math.max(...believed) + BESIDE
}

/** °C; `probes`: how many it is worked out from, 0 for the controller's own mean. */
interface HouseTemperature {
  value: number
  probes: number
}

/**
 * The temperature of a house, for rules, screens and figures alike: as its controller tells it, else the mean of the probes
 * that are believed; null without any.
 */
export function houseTemperature(
  facts: Told,
  { believed }: Believed = probesOf(facts),
): HouseTemperature | null {
  const told = facts.read(MEAN)
  if (isMeasured(told) && isPossible(told) && !isSpoilt(told, facts, believed))
    return { value: told, probes: 0 }
  if (believed.length === 0) return null
  return { value: believed.reduce((sum, value) => sum + value, 0) / believed.length, probes: believed.length }
}
