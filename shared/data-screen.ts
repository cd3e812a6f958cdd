/** Days of eggs, feed and water shown on data screens, including today. */
export const FIGURE_DAYS = 15
/** A house is in target while its temperature is within this much of its controller's target. K */
export const IN_TARGET_K = 2
