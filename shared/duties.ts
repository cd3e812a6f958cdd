import { daysAfter, localText } from './zone-time.ts'

/** When somebody is on call: weekdays (1 Monday … 7) and hours by the farm's clocks, between two days or always. */
export interface DutyHours {
  weekdays: readonly number[]
  /** `08:00`; until the next day if it is not later, a whole day if both are the same. */
  fromClock: string
  untilClock: string
  /** First and last day on which a duty begins; null: no limit. */
  fromOn: string | null
  untilOn: string | null
}

/** Monday is 1. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00Z`).getUTCDay() || 7

/** Whether a duty begins on a calendar day. */
export const beginsOn = ({ weekdays, fromOn, untilOn }: DutyHours, day: string): boolean =>
  weekdays.includes(weekdayOf(day)) &&
  (fromOn === null || day >= fromOn) &&
  (untilOn === null || day <= untilOn)

/** Whether somebody is on call at a time (ms), by the farm's clocks. */
export function isOnDuty(duty: DutyHours, at: number, timeZone: string): boolean {
  const [today = '', clock = ''] = localText(at, timeZone).split('T')
  const { fromClock, untilClock } = duty
  if (fromClock < untilClock) return beginsOn(duty, today) && clock >= fromClock && clock < untilClock
  const sinceYesterday = clock < untilClock && beginsOn(duty, daysAfter(today, -1))
  return sinceYesterday || (clock >= fromClock && beginsOn(duty, today))
}
