/** Each new minute shows within half a minute. ms */
export const REREAD_MS = 30_000
/** While a backup runs, somebody may be waiting for it. ms */
export const REREAD_BUSY_MS = 2_000
