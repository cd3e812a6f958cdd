import { formatSignal } from './signals.ts'
import type { Reader } from './units.ts'

/** A value in its metric unit, stored beside a text that each reader sees in their own units. */
export interface Amount {
  value: number
  unit: string
  decimals: number
  /** A difference between two values. */
  isDifference?: true
}

/** Placeholder for a value in a text: Unicode's object replacement character. */
export const AMOUNT = '\ufffc'

/** The text with its values in the reader's units. */
export function withAmounts(text: string, amounts: readonly Amount[] | null, reader: Reader): string {
  let next = 0
  return text.replaceAll(AMOUNT, place => {
    const amount = amounts?.[next++]
    return amount ? formatSignal(amount.value, amount, reader) : place
  })
}

/** An amount written in a text: `{10 Pa}`, or `{±0.5 °C}` where it is a difference. */
const WRITTEN = /\{(±?)(-?\d+(?:\.(\d+))?) ([^\s}]+)\}/g

/** A text of the product with the amounts written in it in the reader's units. */
export const amountsIn = (text: string, reader: Reader): string =>
  text.replace(WRITTEN, (_, difference: string, value: string, decimals: string | undefined, unit: string) =>
    formatSignal(
      Number(value),
      { unit, decimals: decimals?.length ?? 0, ...(difference !== '' && { isDifference: true as const }) },
      reader,
    ),
  )

/** A place that a message tells of, with what was measured there. */
export interface ListedPlace {
  name: string
  amount: Amount | null
}

/** `House 3 38.5 °C`, in the reader's units. */
export const placeText = ({ name, amount }: ListedPlace, reader: Reader): string =>
  amount ? `${name} ${formatSignal(amount.value, amount, reader)}` : name
