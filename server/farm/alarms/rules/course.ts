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
  last: number
  at: number
}

/** The courses of one device. */
export type Courses = ReadonlyMap<string, Course>
