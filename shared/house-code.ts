/** Whoever worked in the house may have taken a picture of its code: after a year it should be another. ms */
export const CODE_LASTS_MS = 365 * 86_400_000

/** A scan that waits longer than this for a network proves nothing any more: nobody knows who is there by then. ms */
export const SCAN_LASTS_MS = 3_600_000
