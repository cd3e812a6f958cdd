const DAY_MS = 86_400_000
/** Day 0 of Excel's calendar for dates from March 1900 on: Excel takes 1900 for a leap year. */
const EPOCH = Date.UTC(1899, 11, 30)
/** Day 0 in files with the old Macintosh calendar. */
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** The offset of any zone changes only at a quarter of an hour. ms */
const STEP_MS = 900_000
const STEPS_KEPT = 50_000

/** Excel's serial number of a calendar date (YYYY-MM-DD); null if it is not a date. */
export function serialOfDate(date: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  return Number.isNaN(at) ? null : (at - EPOCH) / DAY_MS
}

/** Calendar date (YYYY-MM-DD) of an Excel serial number, without time of day; null outside the years 1900 to 9999. */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const at = (is1904 ? EPOCH_1904 : EPOCH) + Math.floor(serial) * DAY_MS
  const isKnown = serial >= (is1904 ? 0 : 1) && at <= Date.UTC(9999, 11, 31)
  return isKnown ? new Date(at).toISOString().slice(0, 10) : null
}

/** Time of day (HH:MM:SS) of an Excel serial number; null at midnight. */
export function clockOfSerial(serial: number): string | null {
  const seconds = Math.round((serial - Math.floor(serial)) * (DAY_MS / 1_000))
  return seconds === 0 ? null : new Date(seconds * 1_000).toISOString().slice(11, 19)
}

/** Excel's serial number of an instant as clocks in the zone show it, to the millisecond. */
export function instantSerials(timeZone: string): (value: string | number) => number | null {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const offsets = new Map<number, number>()
  const offsetAt = (step: number): number => {
    const known = offsets.get(step)
    if (known !== undefined) return known
    if (offsets.size >= STEPS_KEPT) offsets.clear()
    const at = step * STEP_MS
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - at
    offsets.set(step, offset)
    return offset
  }
  return value => {
    const at = typeof value === 'number' ? value : Date.parse(value)
    if (!Number.isFinite(at)) return null
    return (at + offsetAt(Math.floor(at / STEP_MS)) - EPOCH) / DAY_MS
  }
}
