import type { NewReport } from './merge-reports.ts'

const OID = { int4: 23, timestamptz: 1184, real: 700, reals: 1021, double: 701, doubles: 1022 } as const
const COLUMNS = 5
/** Column count, then type and length of each column, then the three fixed-size columns. */
const ROW_OVERHEAD = 4 + COLUMNS * 8 + 16
const ARRAY_HEADER = 20
const EMPTY_ARRAY = 12
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = 946_684_800_000
/** The range of a Date, which is within that of the database. */
const FAR_MS = 8.64e15
const TWO_32 = 4_294_967_296

/**
 * Encodes reports, whose layouts are stored, as PostgreSQL's binary array of the table's row type (`rowType` is its oid),
 * for `unnest($1::report[])`. The columns are in the order of the table.
 */
export function encodeReports(reports: readonly NewReport[], rowType: number): Buffer {
  let size = ARRAY_HEADER
  for (const { layout } of reports)
    size += 4 + ROW_OVERHEAD + ARRAY_HEADER * 2 + layout.real.length * 8 + layout.exact.length * 12
  const out = Buffer.allocUnsafe(size)
  const view = new DataView(out.buffer, out.byteOffset, size)
  let pos = writeArrayHeader(view, 0, rowType, reports.length, false)
  for (const report of reports) {
    const start = pos + 4
    const end = writeRow(view, start, report)
    view.setInt32(pos, end - start)
    pos = end
  }
  // A NULL takes less than the room reserved for it.
  return out.subarray(0, pos)
}

function writeRow(view: DataView, at: number, report: NewReport): number {
  const { numbers, layout } = report
  const reals = layout.real.length
  view.setInt32(at, COLUMNS)
  let pos = writeInt4(view, at + 4, report.device)
  pos = writeInt4(view, pos, layout.id as number)
  view.setInt32(pos, OID.timestamptz)
  view.setInt32(pos + 4, 8)
  if (!(Math.abs(report.at) < FAR_MS)) throw new RangeError(`no time of a report: ${report.at}`)
  const micros = (report.at - EPOCH_MS) * 1_000
  const high = Math.floor(micros / TWO_32)
  view.setInt32(pos + 8, high)
  view.setUint32(pos + 12, micros - high * TWO_32)
  view.setInt32(pos + 16, OID.reals)
  pos = writeReals(view, pos + 20, numbers, lastFilled(numbers, 0, reals))
  view.setInt32(pos, OID.doubles)
  return writeDoubles(view, pos + 4, numbers, reals, lastFilled(numbers, reals, numbers.length))
}

/** The end of the values: trailing ones that are missing read as NULL from the table. */
function lastFilled(numbers: Float64Array, from: number, to: number): number {
  let end = to
  while (end > from && Number.isNaN(numbers[end - 1])) end--
  return end
}

function writeInt4(view: DataView, at: number, value: number): number {
  if (value !== (value | 0)) throw new RangeError(`no 4-byte integer: ${value}`)
  view.setInt32(at, OID.int4)
  view.setInt32(at + 4, 4)
  view.setInt32(at + 8, value)
  return at + 12
}

function writeArrayHeader(view: DataView, at: number, type: number, length: number, nulls: boolean): number {
  view.setInt32(at, length === 0 ? 0 : 1)
  view.setInt32(at + 4, nulls ? 1 : 0)
  view.setUint32(at + 8, type)
  if (length === 0) return at + EMPTY_ARRAY
  view.setInt32(at + 12, length)
  view.setInt32(at + 16, 1)
  return at + ARRAY_HEADER
}

function writeReals(view: DataView, at: number, numbers: Float64Array, end: number): number {
  let pos = writeArrayHeader(view, at + 4, OID.real, end, hasNull(numbers, 0, end))
  for (let i = 0; i < end; i++) {
    const value = numbers[i] as number
    if (Number.isNaN(value)) {
      view.setInt32(pos, -1)
      pos += 4
      continue
    }
    view.setInt32(pos, 4)
    view.setFloat32(pos + 4, value)
    pos += 8
  }
  view.setInt32(at, pos - at - 4)
  return pos
}

/** NULL when there are none: most reports have no 8-byte values. */
function writeDoubles(view: DataView, at: number, numbers: Float64Array, from: number, end: number): number {
  if (end === from) {
    view.setInt32(at, -1)
    return at + 4
  }
  let pos = writeArrayHeader(view, at + 4, OID.double, end - from, hasNull(numbers, from, end))
  for (let i = from; i < end; i++) {
    const value = numbers[i] as number
    if (Number.isNaN(value)) {
      view.setInt32(pos, -1)
      pos += 4
      continue
    }
    view.setInt32(pos, 8)
    view.setFloat64(pos + 4, value)
    pos += 12
  }
  view.setInt32(at, pos - at - 4)
  return pos
}

function hasNull(numbers: Float64Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (Number.isNaN(numbers[i])) return true
  return false
}
