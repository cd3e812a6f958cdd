import { DataType } from '../sparkplug/types.ts'

/**
 * Where a reading is stored: `real` is 4 bytes and exact to 16,777,216, `exact` is 8 bytes, `text` is in the
 * device's state and its log, `none` is stored nowhere (tables, files, arrays).
 */
export type Storage = 'real' | 'exact' | 'text' | 'none'

/** Every whole number up to here is exact in 4 bytes. */
const REAL_LIMIT = 16_777_216

/** Types whose range lies within `REAL_LIMIT` even if a birth declares none. */
const narrowTypes: ReadonlySet<number> = new Set([
  DataType.Boolean,
  DataType.Int8,
  DataType.Int16,
  DataType.UInt8,
  DataType.UInt16,
])
/** Types stored as `real` if their declared range allows it. */
const rangedTypes: ReadonlySet<number> = new Set([DataType.Float, DataType.Int32])
const exactTypes: ReadonlySet<number> = new Set([
  DataType.Double,
  DataType.Int64,
  DataType.UInt64,
  DataType.UInt32,
  DataType.DateTime,
])
const textTypes: ReadonlySet<number> = new Set([DataType.String, DataType.Text, DataType.UUID])

/** Decides the storage of a metric by its type and declared range; without a range the type's own counts. */
export function storageOf(signal: {
  datatype: number
  low?: number | null | undefined
  high?: number | null | undefined
}): Storage {
  const { datatype, low, high } = signal
  if (narrowTypes.has(datatype)) return 'real'
  if (textTypes.has(datatype)) return 'text'
  if (exactTypes.has(datatype)) return 'exact'
  if (!rangedTypes.has(datatype)) return 'none'
  const within = (limit: number | null | undefined) =>
    typeof limit === 'number' && Math.abs(limit) <= REAL_LIMIT
  return within(low) && within(high) ? 'real' : 'exact'
}
