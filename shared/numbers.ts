/** What a typed text is as a number: its value, or why it is none. */
export type ReadNumber =
  | { value: number }
  | { wrong: 'notNumber' }
  /** Thousands to one reader, decimals to another: what each of them reads. */
  | { wrong: 'ambiguous'; whole: string; decimal: string }

const NUMBER = /^[+\-−]?(\d+([.,]\d+)?|[.,]\d+)$/
/** A separator before exactly three digits, as thousands have it; none is written after a single zero. */
const GROUPED = /^([+\-−]?[1-9]\d{0,2})[.,](\d{3})$/

/** Fields by name that nobody writes with a separator of thousands: what stands there are decimals. */
const isDegrees = (field: string) => field === 'latitude' || field === 'longitude'

/**
 * A number as people type it into a form or a cell, with a decimal point or comma. `30.000` is refused and never guessed: it
 * is thirty thousand birds or thirty metres.
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
