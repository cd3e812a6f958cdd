import type { HouseType } from './signals.ts'
import { targetsAt } from './standards/targets.ts'

/** In a house without birds somebody must come above this, whatever was set. °C */
const EMPTY_HOUSE = 35
/** The absolute limit: so far above the curve of the age, and never above `most` °C (husbandry data, limits of alarms). */
const FIRST_WEEK = { days: 7, aboveCurve: 3, most: 38 }
const AFTERWARDS = { aboveCurve: 5, most: 35 }
/** On hot days no house is cooler than the weather: limits are at least this far above the outside. K */
const ABOVE_OUTSIDE = 3
/** The gravest limit lies at least this far above the ordinary one. K */
const APART = 1
/** A controller's target further than this from the curve of the age is a mistake and moves no limit. K */
const BELIEVED = 3

/** What a house's limits depend on. */
export interface Climate {
  houseType: HouseType
  /** As breed standards count it; null while the house is empty. */
  ageDays: number | null
  /** As reported by the controller, °C; null if it reports none. */
  reportedTarget: number | null
  /** From the controller's own outside sensor, °C; null without a value. */
  outside: number | null
}

/** °C; null if there is nothing to compare with: an empty house has no target. */
export interface TemperatureLimits {
  /** The reported target where it is believed, else that of the curve. */
  target: number | null
  high: number | null
  low: number | null
  absoluteHigh: number
}

/** Whether a reported target lies near the curve of the age. */
export const isTargetBelieved = (houseType: HouseType, ageDays: number, target: number): boolean =>
  Math.abs(target - targetsAt(houseType, ageDays).temperature) <= BELIEVED

/**
 * The limits of the day. The ordinary ones follow the target, the age and the heat outside; the absolute one only type, age
 * and outside, so that no setting of a controller moves it.
 */
export function temperatureLimits({
  houseType,
  ageDays,
  reportedTarget,
  outside,
}: Climate): TemperatureLimits {
  const ofHeat = outside === null ? Number.NEGATIVE_INFINITY : outside + ABOVE_OUTSIDE
  if (ageDays === null)
    return { target: null, high: null, low: null, absoluteHigh: Math.max(EMPTY_HOUSE, ofHeat) }
  const ofDay = targetsAt(houseType, ageDays)
  const curve = ofDay.temperature
  const isBelieved = reportedTarget !== null && isTargetBelieved(houseType, ageDays, reportedTarget)
  const target = isBelieved ? reportedTarget : curve
  const { aboveCurve, most } = ageDays <= FIRST_WEEK.days ? FIRST_WEEK : AFTERWARDS
  /** Heat outside excuses no house that is nearly too hot to live in. */
  const high = (from: number) => Math.max(from + ofDay.alarmHigh, Math.min(ofHeat, most - APART))
  const absoluteHigh = Math.max(Math.min(most, Math.max(curve + aboveCurve, ofHeat)), high(curve) + APART)
  return {
    target,
    high: Math.min(high(target), absoluteHigh - APART),
    low: target + ofDay.alarmLow,
    absoluteHigh,
  }
}
