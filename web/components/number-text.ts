import type { Reader } from '#shared/units.ts'

/** A number with so many decimals, as the language writes it. */
export const numberText = (value: number, decimals: number, { language }: Pick<Reader, 'language'>): string =>
  value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
