import type { HouseType } from '#shared/signals.ts'
import { targetsAt } from '#shared/standards/targets.ts'

/** Above this in a house of grown birds, or without any, somebody must come, whatever was set. °C */
const ABSOLUTE_HIGH = 35
/** Until this age the absolute limit stands so far above the target, which moves by the day. Days and K */
const BROODING_DAYS = 21
const ABOVE_BROODING = 3
/** On hot days no house is cooler than the weather: the relative limit is this far above the outside. K */
const ABOVE_OUTSIDE = 3
/** The value must come back by this before the alarm goes. K */
const RETURN = 0.5

/** What the limits of a house follow from. */
export interface Climate {
  houseType: HouseType
  /** As the breeds' standards count it; null while the house is empty. */
  ageDays: number | null
  /** As the controller reports it, °C; null where it does not. */
  reportedTarget: number | null
  /** Of the controller's own outside sensor, °C; null without a fresh value. */
  outside: number | null
}

/** °C; null where there is nothing to hold against: an empty house has no target. */
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

/** Where a value stands: beyond the limit, back from it with room to spare, or in between. */
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

/** How the mean temperature of a house stands to each of its limits. */
export const temperatureStandings = (value: number, limits: TemperatureLimits) => ({
  TemperatureHigh: above(value, limits.high),
  TemperatureLow: below(value, limits.low),
  TemperatureAbsolute: above(value, limits.absoluteHigh),
})
