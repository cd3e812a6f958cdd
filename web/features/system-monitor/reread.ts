/** A new minute is on the screen within half a one. ms */
export const REREAD_MS = 30_000
/** While a backup is made somebody may wait for its end. ms */
export const REREAD_BUSY_MS = 2_000
