import { readNumber } from '#shared/numbers.ts'
import { formatSignal, type SettingSignal, type SettingValue, unitWord } from '#shared/signals.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { type Reader, shownUnit } from '#shared/units.ts'

export type CellKind = 'number' | 'choice' | 'switch' | 'clock' | 'bits'

export function kindOf({ datatype, enum: choices, unit }: SettingSignal): CellKind {
  if (datatype === DataType.Boolean) return 'switch'
  if (choices) return 'choice'
  if (unit === 'bits') return 'bits'
  return unit === 'HH:MM' ? 'clock' : 'number'
}

/** A number as its reader types it, without unit and thousands separators. */
export function typedText(value: SettingValue | null, signal: SettingSignal, reader: Reader): string {
  if (typeof value !== 'number') return value === null ? '' : String(value)
  const { shown, difference, decimals } = shownUnit(signal.unit, reader.units)
  const amount = signal.isDifference ? difference(value) : shown(value)
  return amount.toFixed(decimals(signal.decimals)).replace(/^-(?=0(\.0*)?$)/, '')
}

/** The input in the setting's metric unit and decimals; the text itself if it is not a number, for the rules to report. */
export function readTyped(text: string, signal: SettingSignal, reader: Reader): SettingValue | null {
  if (text.trim() === '') return null
  const read = readNumber(text, signal.name)
  if ('wrong' in read) return text
  const { metric, difference } = shownUnit(signal.unit, reader.units)
  const value = signal.isDifference ? read.value / difference(1) : metric(read.value)
  const scale = 10 ** signal.decimals
  // A whole number typed with decimals is reported as such, not rounded.
  return signal.datatype === DataType.Float ? Math.round(value * scale) / scale : value
}

/** The unit above a column, in the reader's units. */
export const cellUnit = (signal: SettingSignal, reader: Reader): string => unitWord(signal.unit, reader)

/** A value with its unit and word; invalid input as typed. */
export const sayValue = (
  value: SettingValue | null | undefined,
  signal: SettingSignal,
  reader: Reader,
): string =>
  kindOf(signal) === 'bits' && typeof value === 'number'
    ? bitsOf(value).join(' ')
    : formatSignal(value, signal, reader)

/** The numbers, from 1, whose bit is set. */
export const bitsOf = (value: number): number[] =>
  Array.from({ length: 32 }, (_, i) => i + 1).filter(bit => (value >>> (bit - 1)) & 1)
