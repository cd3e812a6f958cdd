import type { Language } from '../text.ts'
import { type Reader, shownUnit } from '../units.ts'
import type { Signal } from './signal.ts'

/** Units that say how to read a value and are not shown after it. */
const silentUnits: ReadonlySet<string> = new Set(['bool', 'enum', 'bits', 'time', 'HH:MM', 'level', ''])
const wordUnits: Readonly<Record<string, Record<Language, string>>> = {
  birds: { 'zh-CN': '只', 'en-US': 'birds' },
  eggs: { 'zh-CN': '枚', 'en-US': 'eggs' },
  d: { 'zh-CN': '天', 'en-US': 'd' },
}
const yes = { 'zh-CN': '是', 'en-US': 'Yes' }
const no = { 'zh-CN': '否', 'en-US': 'No' }

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Creating a formatter costs more than using it a thousand times. */
function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`
  const known = numberFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  numberFormats.set(key, made)
  return made
}

/**
 * The text after a number for its metric unit, in the reader's units; '' if there is none. Another maker's unit stays as
 * reported.
 */
export const unitWord = (unit: string, { language, units }: Reader): string =>
  silentUnits.has(unit) ? '' : (wordUnits[unit]?.[language] ?? shownUnit(unit, units).unit)

/**
 * Value of a signal for its reader: in their units, with grouped thousands, the signal's number of decimals, a
 * true minus sign, the unit after a narrow no-break space. An unknown value is an en dash. Not for clock values, which need
 * a zone.
 */
export function formatSignal(
  value: number | boolean | string | null | undefined,
  signal: Pick<Signal, 'decimals' | 'enum' | 'isDifference'> & { unit: string },
  reader: Reader,
): string {
  const { language, units } = reader
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    return '–'
  if (typeof value === 'boolean') return (value ? yes : no)[language]
  if (typeof value === 'string') return value
  const named = signal.enum?.[value]
  if (named) return named[language]
  if (signal.unit === 'bool') return (value === 0 ? no : yes)[language]
  const shown = shownUnit(signal.unit, units)
  const decimals = shown.decimals(signal.decimals)
  const amount = signal.isDifference ? shown.difference(value) : shown.shown(value)
  const rounded = Number(amount.toFixed(decimals)) + 0
  const number = numberFormat(language, decimals).format(rounded).replace('-', '\u2212')
  const unit = unitWord(signal.unit, reader)
  return unit === '' ? number : `${number}\u202f${unit}`
}
