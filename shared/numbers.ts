/** A typed text as a number: its value, or why it is none. */
export type ReadNumber =
  | { value: number }
  | { wrong: 'notNumber' }
  /** Thousands to one reader, decimals to another: both readings. */
  | { wrong: 'ambiguous'; whole: string; decimal: string }

const NUMBER = /^[+\-−]?(\d+([.,]\d+)?|[.,]\d+)$/
/** A separator before exactly three digits, like thousands; there is none after a single zero. */
const GROUPED = /^([+\-−]?[1-9]\d{0,2})[.,](\d{3})$/

/** Fields that nobody writes with a thousands separator: there it is a decimal. */
const isDegrees = (field: string) => field === 'latitude' || field === 'longitude'

/**
 * Reads a number as people type it into a form or a cell, with a decimal point or comma. `30.000` is refused, never guessed: it
 * may be thirty thousand birds or thirty metres.
 */
export function readNumber(typed: string, field: string): ReadNumber {
  const text = typed.normalize('NFKC').trim()
  const [, before = '', digits = ''] = GROUPED.exec(text) ?? []
  if (digits !== '' && !isDegrees(field))
    return {
      wrong: 'ambiguous',
      whole: `${before}${digits}`,
      decimal: `${before}.${digits.replace(/0+$/, '') || '0'}`,
    }
  if (!NUMBER.test(text)) return { wrong: 'notNumber' }
  return { value: Number(text.replace('−', '-').replace(',', '.')) }
}

/** Significant digits of a number that somebody measured, typed or counted together; those behind only arithmetic made. */
const DIGITS = 12

/** A number without the tail of binary fractions: 0.3, not 0.30000000000000004. */
export const tidy = (value: number): number =>
  Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(DIGITS))

export const isTidy = (value: number): boolean => Object.is(tidy(value), value)

/** The same of every number in a value of plain objects and lists. */
export function tidied<Value>(value: Value): Value {
  if (typeof value === 'number') return tidy(value) as Value
  if (Array.isArray(value)) return value.map(tidied) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tidied(each)])) as Value
}
