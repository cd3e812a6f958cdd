import type { HouseType } from '#shared/signals.ts'
import { targetsAt } from '#shared/standards/targets.ts'

/** Above this, in a house with grown birds or none, somebody must come, whatever was set. °C */
const ABSOLUTE_HIGH = 35
/** Up to this age the absolute limit is this far above the target, which changes daily. Days and K */
const BROODING_DAYS = 21
const ABOVE_BROODING = 3
/** On hot days no house is cooler than the weather: the relative limit is at least this far above the outside. K */
const ABOVE_OUTSIDE = 3
/** The value must come back inside by this before the alarm clears. K */
const RETURN = 0.5

/** What a house's limits depend on. */
export interface Climate {
  houseType: HouseType
  /** As breed standards count it; null while the house is empty. */
  ageDays: number | null
  /** As reported by the controller, °C; null if it reports none. */
  reportedTarget: number | null
  /** From the controller's own outside sensor, °C; null without a fresh value. */
  outside: number | null
}

/** °C; null if there is nothing to compare with: an empty house has no target. */
export interface TemperatureLimits {
  target: number | null
  high: number | null
  low: number | null
  absoluteHigh: number
}

/** The limits of the day: they follow the target, the age and the heat outside (husbandry data, alarm habits). */
export function temperatureLimits({
  houseType,
  ageDays,
  reportedTarget,
  outside,
}: Climate): TemperatureLimits {
  if (ageDays === null) return { target: null, high: null, low: null, absoluteHigh: ABSOLUTE_HIGH }
  const ofDay = targetsAt(houseType, ageDays)
  const target = reportedTarget ?? ofDay.temperature
  const relative = target + ofDay.alarmHigh
  return {
    target,
    high: outside === null ? relative : Math.max(relative, outside + ABOVE_OUTSIDE),
    low: target + ofDay.alarmLow,
    absoluteHigh: ageDays <= BROODING_DAYS ? target + ABOVE_BROODING : ABSOLUTE_HIGH,
  }
}

/** Where a value is: beyond the limit, back from it by a margin, or in between. */
export interface Standing {
  breach: boolean
  back: boolean
  limit: number | null
}

const above = (value: number, limit: number | null): Standing => ({
  limit,
  breach: limit !== null && value > limit,
  back: limit === null || value <= limit - RETURN,
})
const below = (value: number, limit: number | null): Standing => ({
  limit,
  breach: limit !== null && value < limit,
  back: limit === null || value >= limit + RETURN,
})

/** Where a house's mean temperature is in relation to each of its limits. */
export const temperatureStandings = (value: number, limits: TemperatureLimits) => ({
  TemperatureHigh: above(value, limits.high),
  TemperatureLow: below(value, limits.low),
  TemperatureAbsolute: above(value, limits.absoluteHigh),
})
