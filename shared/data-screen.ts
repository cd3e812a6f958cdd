/** Days of which data screens show eggs, feed and water, today's with them. */
export const FIGURE_DAYS = 15
/** A house is in target while its temperature is within so much of what its controller aims at. K */
export const IN_TARGET_K = 2
