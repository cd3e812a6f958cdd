/** One row of the report table. NaN is NULL; `real` and `exact` follow the lists of the layout. */
export interface ReportRow {
  device: number
  /** ms since 1970 */
  at: number
  layout: number
  real: Float32Array
  exact: Float64Array | null
}

const OID = { int4: 23, timestamptz: 1184, real: 700, reals: 1021, double: 701, doubles: 1022 } as const
const COLUMNS = 5
/** Column count, then type and length of each column, then the three columns of fixed size. */
const ROW_OVERHEAD = 4 + COLUMNS * 8 + 16
const ARRAY_HEADER = 20
const EMPTY_ARRAY = 12
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = 946_684_800_000
const TWO_32 = 4_294_967_296

/**
 * Rows as PostgreSQL's binary form of an array of the table's row type (`rowType` is its oid), for
 * `unnest($1::report[])`. The order of the columns is that of the table.
 */
export function encodeReports(rows: readonly ReportRow[], rowType: number): Buffer {
  const lengths = rows.map(row => [filled(row.real), row.exact ? filled(row.exact) : -1] as const)
  let size = ARRAY_HEADER
  for (const [reals, exacts] of lengths)
    size += 4 + ROW_OVERHEAD + arraySize(reals, 8) + (exacts < 0 ? 0 : arraySize(exacts, 12))
  const out = Buffer.allocUnsafe(size)
  let pos = writeArrayHeader(out, 0, rowType, rows.length, false)
  for (let i = 0; i < rows.length; i++) {
    const [reals, exacts] = lengths[i] as readonly [number, number]
    const start = pos + 4
    const end = writeRow(out, start, rows[i] as ReportRow, reals, exacts)
    out.writeInt32BE(end - start, pos)
    pos = end
  }
  // A NULL takes less than the room that was kept for it.
  return out.subarray(0, pos)
}

/** Length without the NULLs at the end: the table reads what is missing there as NULL. */
function filled(values: Float32Array | Float64Array): number {
  let length = values.length
  while (length > 0 && Number.isNaN(values[length - 1])) length--
  return length
}

const arraySize = (length: number, each: number) =>
  length === 0 ? EMPTY_ARRAY : ARRAY_HEADER + length * each

function writeArrayHeader(out: Buffer, at: number, type: number, length: number, nulls: boolean): number {
  let pos = out.writeInt32BE(length === 0 ? 0 : 1, at)
  pos = out.writeInt32BE(nulls ? 1 : 0, pos)
  pos = out.writeUInt32BE(type, pos)
  if (length === 0) return pos
  pos = out.writeInt32BE(length, pos)
  return out.writeInt32BE(1, pos)
}

function writeRow(out: Buffer, at: number, row: ReportRow, reals: number, exacts: number): number {
  let pos = out.writeInt32BE(COLUMNS, at)
  pos = writeInt4(out, pos, row.device)
  pos = writeInt4(out, pos, row.layout)
  pos = out.writeInt32BE(OID.timestamptz, pos)
  pos = out.writeInt32BE(8, pos)
  const micros = (row.at - EPOCH_MS) * 1_000
  pos = out.writeInt32BE(Math.floor(micros / TWO_32), pos)
  pos = out.writeUInt32BE(((micros % TWO_32) + TWO_32) % TWO_32, pos)
  pos = out.writeInt32BE(OID.reals, pos)
  pos = writeReals(out, pos, row.real, reals)
  pos = out.writeInt32BE(OID.doubles, pos)
  return row.exact ? writeDoubles(out, pos, row.exact, exacts) : out.writeInt32BE(-1, pos)
}

function writeInt4(out: Buffer, at: number, value: number): number {
  return out.writeInt32BE(value, out.writeInt32BE(4, out.writeInt32BE(OID.int4, at)))
}

function writeReals(out: Buffer, at: number, values: Float32Array, length: number): number {
  let pos = writeArrayHeader(out, at + 4, OID.real, length, hasNull(values, length))
  // The bits of the floats, so that each is one write of a whole number.
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  for (let i = 0; i < length; i++) {
    const value = values[i] as number
    if (Number.isNaN(value)) {
      pos = out.writeInt32BE(-1, pos)
      continue
    }
    pos = out.writeInt32BE(4, pos)
    pos = out.writeUInt32BE(bits[i] as number, pos)
  }
  out.writeInt32BE(pos - at - 4, at)
  return pos
}

function writeDoubles(out: Buffer, at: number, values: Float64Array, length: number): number {
  let pos = writeArrayHeader(out, at + 4, OID.double, length, hasNull(values, length))
  for (let i = 0; i < length; i++) {
    const value = values[i] as number
    if (Number.isNaN(value)) pos = out.writeInt32BE(-1, pos)
    else pos = out.writeDoubleBE(value, out.writeInt32BE(8, pos))
  }
  out.writeInt32BE(pos - at - 4, at)
  return pos
}

function hasNull(values: Float32Array | Float64Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (Number.isNaN(values[i])) return true
  return false
}
