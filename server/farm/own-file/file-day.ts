import type { FieldFault } from '../../platform/http/errors.ts'

/** A day of a flock as a file tells it. */
export interface FileDay {
  /** By the fields of a record; `flockId` is the flock's number. */
  values: Record<string, unknown>
  faults: FieldFault[]
  /** What the cells say, and where they stand, by field. */
  found: Record<string, string>
  cells: Record<string, string>
  /** Units of the file that are not those of the record, by field. */
  units: Record<string, FileUnit>
  /** Amounts of several days of which this day has its share, by field, in the unit of the record. */
  spread: Record<string, Spread>
}

/** An amount that a file tells of several days together. */
export interface Spread {
  sum: number
  from: string
  to: string
}

/** What one unit of a file's column is in that of the record. */
export interface FileUnit {
  unit: string
  factor: number
}
