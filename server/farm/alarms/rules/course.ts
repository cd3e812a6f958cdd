/** How the value of a probe has gone, by a clock that nobody sets, ms. */
export interface Course {
  /** Since when it stands still: the range it has stayed in, and the ranges in which its drivers moved meanwhile. */
  since: number
  low: number
  high: number
  driven: { low: number; high: number }[]
  /** It has moved at least once since this process watches it. */
  hasMoved: boolean
  /** Mean of the last hours, and how long it has been taken. */
  mean: number
  takenMs: number
  /** Time below what air has, forgotten slowly; when it was last, and since when it is watched. ms */
  thinMs: number
  thinAt: number
  /** Before it grew by more than the house can take; null otherwise. */
  jumped: { at: number; from: number } | null
  /** What is left in a store, and how it passes the house's midnight. */
  day: Day
  last: number
  at: number
}

/** How a store that empties has gone since midnight. */
export interface Day {
  /** Hour of the house's day at the last look; when we saw the day begin, and first heard something of it. ms since 1970 */
  hour: number
  begunAt: number
  from: number | null
  /** The most of its first minutes, later of its evening; and of its last hour. */
  most: number
  late: number
  /** The end of the day before, until it is known how the new one begins. */
  before: { most: number; late: number } | null
  /** It begins anew at midnight, so it counts; undefined until a midnight was seen. */
  isCounter: boolean | undefined
}

/** The courses of one device. */
export type Courses = ReadonlyMap<string, Course>
