import type { Reader } from '#shared/units.ts'
import { numberText } from './number-text.ts'

/** A change in %, with its sign; zero after rounding has none. */
export function percentText(percent: number, decimals: number, reader: Pick<Reader, 'language'>): string {
  const rounded = Number(percent.toFixed(decimals))
  const sign = rounded < 0 ? '\u2212' : rounded > 0 ? '+' : ''
  return `${sign}${numberText(Math.abs(rounded), decimals, reader)}\u202f%`
}
