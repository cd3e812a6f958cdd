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
  /** Whether it begins on holidays too, never on them, or only then; left out: too. */
  holidays?: 'also' | 'not' | 'only'
  /** Whether a day is a holiday of the farm. */
  isHoliday?(day: string): boolean
}

/** Monday is 1. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00Z`).getUTCDay() || 7

/** Whether a duty begins on a calendar day. */
export function beginsOn(duty: DutyHours, day: string): boolean {
  const { weekdays, fromOn, untilOn, holidays = 'also', isHoliday } = duty
  const isOff = isHoliday?.(day) ?? false
  // On holidays a duty for holidays begins whatever day of the week it is.
  const isItsDay =
    holidays === 'only' ? isOff : weekdays.includes(weekdayOf(day)) && !(isOff && holidays === 'not')
  return isItsDay && (fromOn === null || day >= fromOn) && (untilOn === null || day <= untilOn)
}

/** Whether days lie in one of these spans, first and last day included. */
export const holidaysOf =
  (spans: readonly { fromOn: string; untilOn: string }[]) =>
  (day: string): boolean =>
    spans.some(({ fromOn, untilOn }) => day >= fromOn && day <= untilOn)

/** Whether somebody is on call at a time (ms), by the farm's clocks. */
export function isOnDuty(duty: DutyHours, at: number, timeZone: string): boolean {
  const [today = '', clock = ''] = localText(at, timeZone).split('T')
  const { fromClock, untilClock } = duty
  if (fromClock < untilClock) return beginsOn(duty, today) && clock >= fromClock && clock < untilClock
  const sinceYesterday = clock < untilClock && beginsOn(duty, daysAfter(today, -1))
  return sinceYesterday || (clock >= fromClock && beginsOn(duty, today))
}

/** A time of a day, by the farm's clocks, in which nobody is on call. */
export interface DutyHole {
  /** `2026-11-20` */
  day: string
  fromClock: string
  /** `24:00` at the end of the day. */
  untilClock: string
}

const END = '24:00'

/** The hours of a day that a duty covers, as pairs of clocks: those it begins on that day, and the rest of last night. */
function coveredOn(duty: DutyHours, day: string): [from: string, until: string][] {
  const { fromClock, untilClock } = duty
  const isOneDay = fromClock < untilClock
  const begun: [string, string][] = beginsOn(duty, day) ? [[fromClock, isOneDay ? untilClock : END]] : []
  const left: [string, string][] =
    !isOneDay && beginsOn(duty, daysAfter(day, -1)) ? [['00:00', untilClock]] : []
  return [...left, ...begun]
}

/** When nobody is on call, in order, on a number of days from a first one. */
export function holesOf(duties: readonly DutyHours[], first: string, days: number): DutyHole[] {
  const holes: DutyHole[] = []
  for (let i = 0; i < days; i++) {
    const day = daysAfter(first, i)
    const covered = duties.flatMap(duty => coveredOn(duty, day)).sort(([a], [b]) => (a < b ? -1 : 1))
    let at = '00:00'
    for (const [from, until] of [...covered, [END, END] as const]) {
      if (from > at) holes.push({ day, fromClock: at, untilClock: from })
      if (until > at) at = until
    }
  }
  return holes
}
