import type { HouseType } from './signals.ts'
import { dateIn, daysBetween, localText } from './zone-time.ts'

/** The dates of a flock, as YYYY-MM-DD. */
export interface FlockDates {
  type: HouseType
  /** Day on which the birds arrived; null while the house is empty. */
  flockStartedOn: string | null
  /** Null: they arrived as chicks. */
  flockHatchedOn: string | null
}

/** The flock's day 0: the hatch; for birds placed as chicks, as broilers are unless they were taken over, the placement. */
export const dayZero = ({ flockStartedOn, flockHatchedOn }: FlockDates): string | null =>
  flockStartedOn === null ? null : (flockHatchedOn ?? flockStartedOn)

const daysSince = (date: string, timeZone: string, at: Date): number =>
  daysBetween(date, dateIn(timeZone, at))

/** Days until a planned flock arrives, by the midnights of its house; null without one. */
export function daysToPlacement({ flockStartedOn }: FlockDates, timeZone: string, at: Date): number | null {
  if (flockStartedOn === null) return null
  const days = -daysSince(flockStartedOn, timeZone, at)
  return days > 0 ? days : null
}

/**
 * Age in days since day 0 by the house's midnights, as breed standards count; null while it is empty, even with a
 * planned flock.
 */
export function ageInDays(flock: FlockDates, timeZone: string, at: Date): number | null {
  const since = dayZero(flock)
  if (since === null || daysToPlacement(flock, timeZone, at) !== null) return null
  return daysSince(since, timeZone, at)
}

/** Age in days at a given time, with the share of the day that has passed; null while the house is empty. */
export function exactAge(flock: FlockDates, timeZone: string, ms: number): number | null {
  const days = ageInDays(flock, timeZone, new Date(ms))
  return days === null ? null : days + passedOfDay(ms, timeZone)
}

/** Share of the day that has passed in a time zone, 0 to 1. */
function passedOfDay(ms: number, timeZone: string): number {
  const [hours = 0, minutes = 0] = localText(ms, timeZone).slice(11).split(':').map(Number)
  return (hours * 60 + minutes) / 1_440
}

/** Birds that died or were culled: those placed that are neither alive nor sold or moved out. */
export const birdsLost = ({ placed, sold, alive }: { placed: number; sold: number; alive: number }): number =>
  Math.max(0, placed - sold - alive)

/** Birds placed that were not lost, in %; sold birds are not losses. */
export const livability = (placed: number, lost: number): number => 100 * (1 - lost / placed)

/** Birds, and kg of them if their weight (g) is known, per m² of floor. */
export function stockingDensity(
  alive: number,
  floorM2: number,
  weightG: number | null,
): { birds: number; kg: number | null } {
  const birds = alive / floorM2
  return { birds, kg: weightG === null ? null : (birds * weightG) / 1_000 }
}

/** Below this many litres, kg or eggs in a day a percentage says nothing. */
export const ENOUGH_OF_DAY = 50
