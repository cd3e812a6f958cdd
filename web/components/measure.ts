import { type Reader, roundedFor, shownUnit, unitOfField } from '#shared/units.ts'

/** Decimals of a converted length, for display only. */
const DECIMALS = 1

/** Dimensions in metres, formatted for the reader: `120 × 15 m`. */
export function sizeText(sides: readonly number[], { language, units }: Reader): string {
  const most = units === 'metric' ? {} : { maximumFractionDigits: DECIMALS }
  const numbers = sides.map(side => roundedFor(side, 'm', units).toLocaleString(language, most))
  return `${numbers.join('\u00a0×\u00a0')}\u202f${shownUnit('m', units).unit}`
}

/** A number in a form field formatted for the reader, with its unit if the field has one. */
export function fieldNumber(value: number, field: string, { language, units }: Reader): string {
  const unit = unitOfField(field)
  const said = (number: number) => number.toLocaleString(language, { maximumFractionDigits: 6 })
  return unit === undefined
    ? said(value)
    : `${said(roundedFor(value, unit, units))}\u202f${shownUnit(unit, units).unit}`
}
