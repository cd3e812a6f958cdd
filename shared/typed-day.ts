const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Years that a day typed by hand may be in: anything else is a slip of the keyboard. */
const YEARS = { least: 1900, most: 2199 }

const YEAR_FIRST = /^(\d{4})[-/.年\s]\s*(\d{1,2})[-/.月\s]\s*(\d{1,2})日?$/
const TOGETHER = /^(\d{4})(\d{2})(\d{2})$/
const DAY_AND_WORD = /^(\d{1,2})\.?[\s-]*([a-z]{3,9})\.?[\s,-]*(\d{4})$/
const WORD_AND_DAY = /^([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?[\s,]+(\d{4})$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

/**
 * A day as people type it, as yyyy-mm-dd: `2026-11-20`, `2026/11/20`, `20261120`, `2026年11月20日`, `20 Nov 2026`,
 * `Nov 20, 2026`, `20/11/2026`. Undefined for anything else: `02/03/2026` is the second of March here and the third of
 * February there, so it is not taken, and neither is a day that no month has.
 */
export function readDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().normalize('NFKC')
  const yearFirst = YEAR_FIRST.exec(text) ?? TOGETHER.exec(text)
  if (yearFirst) return dayFrom(yearFirst[1], Number(yearFirst[2]), yearFirst[3])
  const worded = DAY_AND_WORD.exec(text)
  if (worded) return dayFrom(worded[3], monthNamed(worded[2]), worded[1])
  const wordFirst = WORD_AND_DAY.exec(text)
  if (wordFirst) return dayFrom(wordFirst[3], monthNamed(wordFirst[1]), wordFirst[2])
  const numbers = DAY_FIRST.exec(text)
  if (!numbers) return undefined
  const [first, second] = [Number(numbers[1]), Number(numbers[2])]
  if (first > 12) return dayFrom(numbers[3], second, numbers[1])
  return second > 12 || first === second ? dayFrom(numbers[3], first, numbers[2]) : undefined
}

const monthNamed = (word = ''): number => {
  const at = MONTHS.indexOf(word.slice(0, 3))
  const long = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
    .format(Date.UTC(2026, at))
    .toLowerCase()
  return at >= 0 && (long.startsWith(word) || word === 'sept') ? at + 1 : Number.NaN
}

function dayFrom(year: string | undefined, month: number, day: string | undefined): string | undefined {
  const inYears = Number(year) >= YEARS.least && Number(year) <= YEARS.most
  const at = new Date(Date.UTC(Number(year), month - 1, Number(day)))
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === Number(day)
  return inYears && isThere ? at.toISOString().slice(0, 10) : undefined
}

/** A time of day as people type it, as hh:mm: `7:30`, `07:30`, `7.30`, `730`, `7：30`, `7点30分`, `7:30 pm`. */
export function readClock(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().normalize('NFKC')
  const parts = /^(\d{1,2})(?:[:.h点时]?(\d{2}))?分?\s*([ap])?\.?m?\.?$/.exec(text.replace(/[点时]$/, ''))
  if (!parts || (parts[2] === undefined && !parts[3] && !/[点时]$/.test(text))) return undefined
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)]
  const isHalfDay = parts[3] !== undefined
  if (minute > 59 || hour > 23 || (isHalfDay && (hour < 1 || hour > 12))) return undefined
  const of24 = isHalfDay ? (hour % 12) + (parts[3] === 'p' ? 12 : 0) : hour
  return `${String(of24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
