const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365.2425 * DAY
/** the warmest day of the northern year is about 23 July */
const WARMEST = 204 * DAY

/** Northern season at a time (ms since 1970): 1 in the middle of summer, −1 in the middle of winter. */
export const northernSummer = (at: number): number => Math.cos((2 * Math.PI * (at - WARMEST)) / YEAR)

/** Solar hour of the day at a longitude, 0 ≤ hour < 24. */
export const solarHour = (longitude: number, at: number): number =>
  ((((at + (longitude / 15) * HOUR) % DAY) + DAY) % DAY) / HOUR

/** Sine of the sun's elevation at a solar hour, 0 at night. */
export function sunHeight(latitude: number, at: number, hour: number): number {
  const radians = Math.PI / 180
  const declination = 23.4 * northernSummer(at) * radians
  const height =
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos((2 * Math.PI * (hour - 12)) / 24)
  return Math.max(0, height)
}
