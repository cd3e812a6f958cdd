/** A new minute is on the screen within half a one. ms */
export const REREAD_MS = 30_000
