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
