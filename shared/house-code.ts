/** Whoever worked in the house may have taken a picture of its code: after a year it should be another. ms */
export const CODE_LASTS_MS = 365 * 86_400_000
