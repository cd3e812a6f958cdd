const QUARTER_HOUR = 900_000
const QUARTERS_A_DAY = 96
const DAY = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** by zone: the quarter hours, from (inclusive) and before (exclusive), in which an offset applies */
const offsets = new Map<string, { from: number; before: number; offset: number }>()

/**
 * How far a time zone's clock is ahead of UTC at an instant, in ms.
 * @throws RangeError for an unknown time zone
 */
export function zoneOffset(timeZone: string, at: number): number {
  // zones change their clocks only at quarter hours, and never twice in a day
  const quarter = Math.floor(at / QUARTER_HOUR)
  const known = offsets.get(timeZone)
  if (known && quarter >= known.from && quarter < known.before) return known.offset
  const offset = askOffset(timeZone, quarter * QUARTER_HOUR)
  const tomorrow = quarter + QUARTERS_A_DAY
  const isSame = askOffset(timeZone, tomorrow * QUARTER_HOUR) === offset
  offsets.set(timeZone, { from: quarter, before: isSame ? tomorrow : quarter + 1, offset })
  return offset
}

function askOffset(timeZone: string, at: number): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value ?? ''
  const found = /GMT([+-])(\d\d):(\d\d)/.exec(name)
  if (!found) return 0
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return (found[1] === '-' ? -minutes : minutes) * 60_000
}

/** The wall clock of a house. */
export interface HouseTime {
  /** days since 1970 on the house's calendar */
  day: number
  /** 0 ≤ hour < 24, with fraction */
  hour: number
}

/** Local day and hour of a time zone at an instant in ms. */
export function houseTime(timeZone: string, at: number): HouseTime {
  const local = at + zoneOffset(timeZone, at)
  const day = Math.floor(local / DAY)
  return { day, hour: (local - day * DAY) / 3_600_000 }
}

/** Days since 1970 of an ISO date. */
export function dayOfDate(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY)
}
