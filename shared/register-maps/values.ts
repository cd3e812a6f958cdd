import type { RegisterEntry, RegisterMap } from './register-map.ts'
import { isBitTable, type RegisterType, registerTypes, type Table } from './registers.ts'

/** A register entry with the defaults of its map. */
export interface Field extends Omit<RegisterEntry, 'table' | 'words' | 'bytes'> {
  table: Table
  words: 'high' | 'low'
  bytes: 'high' | 'low'
  /** where its words are, in the order of the wire */
  places: readonly number[]
}

/** What a register says: false and true for switches, null for no value. */
export type FieldValue = number | boolean | string | null

/** The entries of a map, complete. */
export function fieldsOf(map: RegisterMap): Field[] {
  return map.registers.map(entry => {
    const table = entry.table ?? map.table
    const size = isBitTable(table) ? 1 : registerTypes[entry.type]
    const { register } = entry
    const places = Array.isArray(register) ? register : Array.from({ length: size }, (_, i) => register + i)
    // Distant registers are listed high word first, whatever the map's order is.
    const words = Array.isArray(register) ? 'high' : (entry.words ?? map.words)
    return { ...entry, table, words, bytes: entry.bytes ?? map.bytes, places }
  })
}

/** Most a raw value of a type may be, and least. Whole numbers beyond 2^53 are no values. */
const ranges: Readonly<Record<RegisterType, readonly [low: number, high: number]>> = {
  int16: [-0x8000, 0x7fff],
  uint16: [0, 0xffff],
  bcd16: [0, 9999],
  int32: [-0x80000000, 0x7fffffff],
  uint32: [0, 0xffffffff],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
  bcd32: [0, 99_999_999],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  uint64: [0, Number.MAX_SAFE_INTEGER],
  float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}

/** How many values a whole counter of this type has before it begins again. */
export const turnOf = (type: RegisterType): number => ranges[type][1] + 1

/** The raw number in the registers of a field; null if it is none, as a digit above 9 in BCD. */
export function rawOf(
  field: Pick<Field, 'type' | 'words' | 'bytes'>,
  words: readonly number[],
): number | null {
  const { type } = field
  const bytes = bytesOf(field, words)
  switch (type) {
    case 'int16':
      return bytes.getInt16(0)
    case 'uint16':
      return bytes.getUint16(0)
    case 'int32':
      return bytes.getInt32(0)
    case 'uint32':
      return bytes.getUint32(0)
    case 'float32':
      return finite(bytes.getFloat32(0))
    case 'float64':
      return finite(bytes.getFloat64(0))
    case 'int64':
      return safe(bytes.getBigInt64(0))
    case 'uint64':
      return safe(bytes.getBigUint64(0))
    case 'bcd16':
    case 'bcd32':
      return bcdOf(bytes)
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : null)
const safe = (value: bigint) => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** The bytes of a value, highest first. */
function bytesOf(
  { words: order, bytes: within }: Pick<Field, 'words' | 'bytes'>,
  words: readonly number[],
): DataView {
  const view = new DataView(new ArrayBuffer(words.length * 2))
  const ordered = order === 'high' ? words : words.toReversed()
  for (const [i, word] of ordered.entries()) view.setUint16(i * 2, word, within === 'low')
  return view
}

/** Two digits in each byte (binary-coded decimal). */
function bcdOf(bytes: DataView): number | null {
  let value = 0
  for (let i = 0; i < bytes.byteLength; i++) {
    const byte = bytes.getUint8(i)
    const [tens, ones] = [byte >> 4, byte & 15]
    if (tens > 9 || ones > 9) return null
    value = value * 100 + tens * 10 + ones
  }
  return value
}

const bitRange = ({ bits }: Pick<Field, 'bits'>): readonly [low: number, high: number] | undefined =>
  bits === undefined ? undefined : Array.isArray(bits) ? bits : [bits, bits]

/** The bits of a field in a raw value. */
function pickBits(field: Field, raw: number): number {
  const range = bitRange(field)
  if (!range) return raw
  return Math.floor(raw / 2 ** range[0]) % 2 ** (range[1] - range[0] + 1)
}

/** Whether a raw value says that there is none. */
const isNone = ({ none, type }: Field, raw: number) =>
  none.some(sentinel => (type === 'float32' ? Math.fround(sentinel) === raw : sentinel === raw))

/** Floating point must not show 23.400000000000002 for 234 tenths. */
const tidy = (value: number) => Number(value.toPrecision(12))

/** The number a field's raw value stands for, in the unit of its metric or setting. */
export function scaled({ scale, offset }: Pick<Field, 'scale' | 'offset'>, raw: number): number {
  return scale === 1 && offset === 0 ? raw : tidy(raw * scale + offset)
}

/**
 * What the words of a field say. Null where there is no value: a sentinel, a broken number, an unknown code, one beyond the
 * field's range.
 * @param isSwitch whether its metric or setting is a Boolean
 */
export function meaningOf(field: Field, words: readonly number[], isSwitch: boolean): FieldValue {
  const whole = rawOf(field, words)
  if (whole === null || isNone(field, whole)) return null
  const raw = pickBits(field, whole)
  if (bitRange(field) && isNone(field, raw)) return null
  if (field.codes) return codeOf(field.codes[raw], isSwitch)
  if (isSwitch) return (raw !== 0) !== field.inverted
  if (field.clock) return clockOf(field.clock, raw)
  const value = scaled(field, raw)
  return (field.low !== undefined && value < field.low) || (field.high !== undefined && value > field.high)
    ? null
    : value
}

const codeOf = (code: number | undefined, isSwitch: boolean): FieldValue =>
  code === undefined ? null : isSwitch ? code !== 0 : code

const two = (value: number) => String(value).padStart(2, '0')

function clockOf(kind: NonNullable<Field['clock']>, raw: number): string | null {
  const [hours, minutes] =
    kind === 'minutes' ? [Math.floor(raw / 60), raw % 60] : [Math.floor(raw / 100), raw % 100]
  return minutes < 60 && hours * 60 + minutes <= 1440 ? `${two(hours)}:${two(minutes)}` : null
}

/** Why a value cannot be written. */
export class UnwritableError extends Error {
  override name = 'UnwritableError'
}

/**
 * The words that mean a value. `before` are the present ones, of which a bit field keeps the other bits.
 * @throws UnwritableError if the register cannot hold it
 */
export function wordsFor(field: Field, value: NonNullable<FieldValue>, before: readonly number[]): number[] {
  if (isBitTable(field.table)) return [(value === true || value === 1) !== field.inverted ? 1 : 0]
  const raw = rawFor(field, value)
  const range = bitRange(field)
  if (!range) return wordsOf(field, raw)
  const size = 2 ** (range[1] - range[0] + 1)
  if (raw < 0 || raw >= size) throw new UnwritableError(`${raw} does not fit its bits`)
  const whole = rawOf(field, before) ?? 0
  return wordsOf(field, whole + (raw - pickBits(field, whole)) * 2 ** range[0])
}

function rawFor(field: Field, value: NonNullable<FieldValue>): number {
  if (field.codes) {
    const wanted = typeof value === 'boolean' ? Number(value) : value
    const code = Object.entries(field.codes).find(([, meaning]) => meaning === wanted)?.[0]
    if (code === undefined) throw new UnwritableError(`the controller has no code for ${value}`)
    return Number(code)
  }
  if (typeof value === 'boolean') return Number(value !== field.inverted)
  const number = typeof value === 'string' ? clockFor(field, value) : value
  const exact = (number - field.offset) / field.scale
  const raw = field.type.startsWith('float') ? exact : Math.round(exact)
  const [low, high] = ranges[field.type]
  if (!(raw >= low && raw <= high)) throw new UnwritableError(`${value} does not fit the register`)
  if (isNone(field, raw)) throw new UnwritableError(`${value} would mean "no value" to the controller`)
  return raw
}

function clockFor({ clock }: Field, value: string): number {
  const [hours, minutes] = value.split(':').map(Number)
  if (!clock || hours === undefined || minutes === undefined)
    throw new UnwritableError(`${value} is no number`)
  return clock === 'minutes' ? hours * 60 + minutes : hours * 100 + minutes
}

function wordsOf(field: Field, raw: number): number[] {
  const view = new DataView(new ArrayBuffer(registerTypes[field.type] * 2))
  write(view, field.type, raw)
  const words = Array.from({ length: view.byteLength / 2 }, (_, i) =>
    view.getUint16(i * 2, field.bytes === 'low'),
  )
  return field.words === 'high' ? words : words.toReversed()
}

function write(view: DataView, type: RegisterType, raw: number): void {
  if (type === 'int16' || type === 'uint16') view.setUint16(0, raw & 0xffff)
  else if (type === 'int32') view.setInt32(0, raw)
  else if (type === 'uint32') view.setUint32(0, raw)
  else if (type === 'float32') view.setFloat32(0, raw)
  else if (type === 'float64') view.setFloat64(0, raw)
  else if (type === 'int64' || type === 'uint64') view.setBigInt64(0, BigInt.asIntN(64, BigInt(raw)))
  else writeBcd(view, raw)
}

function writeBcd(view: DataView, raw: number): void {
  const digits = String(raw).padStart(view.byteLength * 2, '0')
  for (let i = 0; i < view.byteLength; i++)
    view.setUint8(i, Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16))
}
