import { formatSignal } from './signals.ts'
import type { Reader } from './units.ts'

/** A value in its metric unit, kept beside a text that others read in units of their own. */
export interface Amount {
  value: number
  unit: string
  decimals: number
  /** Says how far apart two values are. */
  isDifference?: true
}

/** Stands in a text for a value: Unicode's place of an object. */
export const AMOUNT = '\ufffc'

/** A text with its values as its reader sees them. */
export function withAmounts(text: string, amounts: readonly Amount[] | null, reader: Reader): string {
  let next = 0
  return text.replaceAll(AMOUNT, place => {
    const amount = amounts?.[next++]
    return amount ? formatSignal(amount.value, amount, reader) : place
  })
}
