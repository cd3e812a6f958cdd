import type { Reading } from '#shared/contracts/houses.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { numberText } from '#web/components/number-text.ts'

export interface FigureText {
  value: string
  /** '' if the value needs none. */
  unit: string
}

/** The gap between number and unit, as formatSignal sets it. */
const GAP = '\u202f'

/** A value in a metric unit, formatted for the reader; number and unit separate, so that each can have its size. */
export function measured(
  value: number | boolean | string,
  signal: Parameters<typeof formatSignal>[1],
  reader: Reader,
): FigureText {
  const [number = '—', unit = ''] = formatSignal(value, signal, reader).split(GAP)
  return { value: number, unit }
}

/** A reading formatted for the reader; a dash if there is none. */
export function figureText(reading: Reading | undefined, metric: string, reader: Reader): FigureText {
  const signal = metricByName.get(metric)
  const value = reading?.[0] ?? null
  if (value === null || !signal) return { value: value === null ? '—' : String(value), unit: '' }
  return measured(value, signal, reader)
}

/** A metric's value formatted for the reader, with its unit. */
export function amountText(value: number, metric: string, reader: Reader): string {
  const signal = metricByName.get(metric)
  return signal ? formatSignal(value, signal, reader) : value.toLocaleString(reader.language)
}

/** The difference between two values of a metric. */
export function spanText(span: number, metric: string, reader: Reader): string {
  const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
  return formatSignal(span, { unit, decimals, isDifference: true }, reader)
}

/** A difference in %, with its sign; zero after rounding has none. */
export function differenceText(percent: number, decimals: number, language: Language): string {
  const rounded = Number(percent.toFixed(decimals))
  const sign = rounded < 0 ? '\u2212' : rounded > 0 ? '+' : ''
  return `${sign}${numberText(Math.abs(rounded), decimals, { language })}${GAP}%`
}

/** The label of a metric; for a foreign one its wire name. */
export const labelOf = (metric: string, language: Language): string =>
  metricByName.get(metric)?.label[language] ?? metric

/** The key of a metric's colour. */
export const quantityOf = (metric: string): string => metricByName.get(metric)?.quantity ?? 'pressure'
