import type { Reading } from '#shared/contracts/houses.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

export interface FigureText {
  value: string
  /** '' where the value says it all. */
  unit: string
}

/** The gap between number and unit, as formatSignal sets it. */
const GAP = '\u202f'

/** A reading in the signal's decimals and unit, apart, so that each can have its size; a dash when there is none. */
export function figureText(reading: Reading | undefined, metric: string, language: Language): FigureText {
  const signal = metricByName.get(metric)
  const value = reading?.[0] ?? null
  if (value === null || !signal) return { value: value === null ? '—' : String(value), unit: '' }
  const [number = '—', unit = ''] = formatSignal(value, signal, language).split(GAP)
  return { value: number, unit }
}

/** A number in the decimals and unit of a metric, as one text. */
export function amountText(value: number, metric: string, language: Language): string {
  const signal = metricByName.get(metric)
  return signal ? formatSignal(value, signal, language) : value.toLocaleString(language)
}

/** A number with so many decimals, as the language writes it. */
export const numberText = (value: number, decimals: number, language: Language): string =>
  value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** A difference in %, with its sign; one that is shown as zero has none. */
export function differenceText(percent: number, decimals: number, language: Language): string {
  const rounded = Number(percent.toFixed(decimals))
  const sign = rounded < 0 ? '\u2212' : rounded > 0 ? '+' : ''
  return `${sign}${numberText(Math.abs(rounded), decimals, language)}${GAP}%`
}

/** What a metric is called; a foreign one by its name on the wire. */
export const labelOf = (metric: string, language: Language): string =>
  metricByName.get(metric)?.label[language] ?? metric

/** The key of a metric's colour. */
export const quantityOf = (metric: string): string => metricByName.get(metric)?.quantity ?? 'pressure'
