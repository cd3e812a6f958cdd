const DAY_MS = 86_400_000

/** Creating a format takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-11-20T15:04` in a zone, as the browser's time field needs it. */
export function localText(ms: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    formats.set(timeZone, format)
  }
  return format.format(ms).replace(' ', 'T')
}

/**
 * The time at which the clocks of a zone show this text, ms since 1970; NaN for anything else. Where the clock is
 * put back, the first of the two; where it is put forward, equally long after the change.
 */
export function instantOf(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  const aheadAt = (ms: number) => Date.parse(`${localText(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const guesses = [asUtc - 86_400_000, asUtc + 86_400_000].map(near => asUtc - aheadAt(near))
  return guesses.find(ms => localText(ms, timeZone) === text.slice(0, 16)) ?? (guesses[0] as number)
}

/** The date in a zone at a given time, as YYYY-MM-DD. */
export const dateIn = (timeZone: string, at: Date | number): string =>
  localText(Number(at), timeZone).slice(0, 10)

/** The date this many days after another, both as YYYY-MM-DD. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** When a day ends in a zone: its next midnight, ms since 1970. */
export const endOfDay = (day: string, timeZone: string): number =>
  instantOf(`${daysAfter(day, 1)}T00:00`, timeZone)

/** The last day of something that ends at this time: the day before if that is midnight. */
export const lastDay = (end: number, timeZone: string): string => dateIn(timeZone, end - 1)

/** The part of a day that has passed in a zone, and the previous day up to the same clock time; ms since 1970. */
export interface DayUntil {
  today: { from: number; to: number }
  yesterday: { from: number; to: number }
}

/** The day of a given time up to that time, and the previous day up to the same clock time. */
export function dayUntil(now: number, timeZone: string): DayUntil {
  const [day = '', clock = ''] = localText(now, timeZone).split('T')
  const before = daysAfter(day, -1)
  const midnight = (date: string) => instantOf(`${date}T00:00`, timeZone)
  // What the clock does not show: seconds.
  const rest = now % 60_000
  return {
    today: { from: midnight(day), to: now },
    yesterday: { from: midnight(before), to: instantOf(`${before}T${clock}`, timeZone) + rest },
  }
}

/** Days from one date to another, both as YYYY-MM-DD; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/**
 * A place in the world, or UTC. Offsets such as +08:00 are left out because PostgreSQL reads their sign the other way round,
 * abbreviations such as CST or CTT because it takes them for other zones or knows none.
 */
const ZONE_NAME =
  /^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(\/[A-Za-z0-9_+-]+)+)$/

export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
