export const MINUTE_MS = 60_000

/** The minute under which a sample is kept: timers come a little early or late. It may lie up to 30 s ahead. */
export const nearestMinute = (at: Date) => new Date(Math.round(at.getTime() / MINUTE_MS) * MINUTE_MS)
