import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import type { StandardValue } from '#shared/standards/standard-table.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { numberText } from '../number-text.ts'

/** A value in a metric unit, formatted for the reader without the unit. */
export function amountText(value: number, unit: string, decimals: number, reader: Reader): string {
  const shown = shownUnit(unit, reader.units)
  return numberText(shown.shown(value), shown.decimals(decimals), reader)
}

/** The unit a reader sees it in; '' if it has none. */
export const unitText = (unit: string, { units }: Reader): string =>
  unit === '' ? '' : shownUnit(unit, units).unit

/** A value in a metric unit, whole, formatted for the reader with the unit. */
export const measuredText = (value: number, unit: string, reader: Reader): string =>
  [amountText(value, unit, 0, reader), unitText(unit, reader)].filter(Boolean).join('\u202f')

/** A flock figure formatted for the reader, without its unit. */
export const figureText = (measure: FlockMeasure, value: number, reader: Reader): string => {
  const { unit, decimals } = flockMeasures[measure]
  return amountText(value, unit, decimals, reader)
}

/** How a chart draws a flock figure: everything in the reader's unit, so that its axis has round steps there. */
export function drawnFor(measure: FlockMeasure, reader: Reader) {
  const { unit, decimals } = flockMeasures[measure]
  const { shown, difference, decimals: decimalsFor } = shownUnit(unit, reader.units)
  const inUnit =
    (convert: (value: number) => number) =>
    <Point extends { y: number }>(points: readonly Point[]): Point[] =>
      points.map(point => ({ ...point, y: convert(point.y) }))
  return {
    values: inUnit(shown),
    differences: inUnit(difference),
    band: <Point extends StandardValue>(points: readonly Point[]): Point[] =>
      points.map(point => ({
        ...point,
        low: shown(point.low),
        mid: shown(point.mid),
        high: shown(point.high),
      })),
    /** A value that is in the reader's unit already. */
    say: (value: number) => numberText(value, decimalsFor(decimals), reader),
  }
}

/** A standard in words: a range, or its single value. */
export function standardText(measure: FlockMeasure, standard: StandardValue, reader: Reader): string {
  if (measure === 'uniformity') return `≥\u202f${figureText(measure, standard.low, reader)}`
  if (measure === 'losses' || measure === 'mortality') return figureText(measure, standard.high, reader)
  const [low, high] = [figureText(measure, standard.low, reader), figureText(measure, standard.high, reader)]
  return low === high ? low : `${low}–${high}`
}
