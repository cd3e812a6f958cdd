import type { Reader } from '#shared/units.ts'

/** A number with this many decimals, formatted for the language. */
export const numberText = (value: number, decimals: number, { language }: Pick<Reader, 'language'>): string =>
  value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
