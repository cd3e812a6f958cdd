/** Litres an hour. */
export interface Range {
  least: number
  most: number
}

/** What the birds of a house drank in an hour, and what is usual at that time of the day. Litres an hour. */
export interface WaterHour {
  /** The end of the hour, ms since 1970. */
  at: number
  drunk: number
  /** The last two quarters of it. */
  lately: readonly [before: number, last: number]
  /** In the same hour of the two days before, for as many birds as now. */
  usual: Range
  /** The same, or up to an hour beside it. */
  about: Range
  /** The light was on through the hour. */
  isLit: boolean
}
