import { z } from 'zod'
import { valuesOf } from './choices.ts'
import { type Language, text } from './text.ts'

/** Currencies the provider sells in. */
export const currencyNames = {
  CNY: text('人民币', 'Chinese yuan'),
  USD: text('美元', 'US dollar'),
  EUR: text('欧元', 'Euro'),
  GBP: text('英镑', 'Pound sterling'),
  JPY: text('日元', 'Japanese yen'),
  KWD: text('科威特第纳尔', 'Kuwaiti dinar'),
} as const
export const currencies = valuesOf(currencyNames)
export type Currency = keyof typeof currencyNames

/** The provider's default currency. */
export const USUAL_CURRENCY: Currency = 'CNY'

/** Decimals of an amount, as in `numeric(14, 4)`, and of what is paid in most currencies. */
const DECIMALS = 4
const PAID_DECIMALS = 2
/** Decimals of what is paid where they are not two: the minor units of ISO 4217. */
const minorUnits: Readonly<Partial<Record<Currency, number>>> = { JPY: 0, KWD: 3 }
/** Decimals of what is paid in a currency. */
export const decimalsOf = (currency: Currency): number => minorUnits[currency] ?? PAID_DECIMALS
/** Digits before the decimal point. */
const WHOLE_DIGITS = 10

/**
 * A decimal number as text, also on the wire and in the database: floating point would lose hundredths.
 * {@link normal} gives the one way of writing each.
 */
export type Amount = string
export interface Money {
  amount: Amount
  currency: Currency
}

const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,4}))?$/

const ASKED = new RegExp(`^\\d{1,${WHOLE_DIGITS}}(\\.\\d{1,${DECIMALS}})?$`)

/** What may be charged for something: nothing below zero. */
export const Amount = z.string().regex(ASKED)
export const Money = z.object({ amount: z.string().regex(AMOUNT), currency: z.enum(currencies) })

/** An amount counted in its last decimal. */
function unitsOf(amount: Amount): bigint {
  const [, sign, whole = '', decimals = ''] = AMOUNT.exec(amount) ?? []
  if (whole === '') throw new Error(`Not an amount: "${amount}"`)
  const units = BigInt(whole + decimals.padEnd(DECIMALS, '0'))
  return sign ? -units : units
}

/** Two decimals, or all four: three would look like thousands to some readers. */
function amountOf(units: bigint): Amount {
  const digits = String(units < 0n ? -units : units).padStart(DECIMALS + 1, '0')
  const [whole, decimals] = [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS)]
  const shown = decimals.endsWith('00') ? decimals.slice(0, PAID_DECIMALS) : decimals
  return `${units < 0n ? '-' : ''}${whole}.${shown}`
}

/** The one way of writing an amount: `38.0000` and `38` are both `38.00`. */
export const normal = (amount: Amount): Amount => amountOf(unitsOf(amount))

/** The price of several pieces together. Throws on a fraction of a piece. */
export const times = ({ amount, currency }: Money, pieces: number): Money => ({
  amount: amountOf(unitsOf(amount) * BigInt(pieces)),
  currency,
})

/** The sum in each currency, in the order in which they first appear: currencies are never added up. */
export function totals(parts: readonly Money[]): Money[] {
  const sums = new Map<Currency, bigint>()
  for (const { amount, currency } of parts) sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(amount))
  return [...sums].map(([currency, units]) => ({ amount: amountOf(units), currency }))
}

/** The first without the second; below zero if that is more. */
export const minus = (one: Amount, other: Amount): Amount => amountOf(unitsOf(one) - unitsOf(other))

/** The sum of amounts of one currency. */
export const plus = (...amounts: readonly Amount[]): Amount =>
  amountOf(amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n))

/** A part of an amount, as `part` is of `whole`, in whole coins: half away from zero. Nothing of nothing. */
export function shareOf({ amount, currency }: Money, part: Amount, whole: Amount): Money {
  const [top, bottom] = [unitsOf(amount) * unitsOf(part), unitsOf(whole)]
  if (bottom === 0n) return { amount: amountOf(0n), currency }
  const step = 10n ** BigInt(DECIMALS - decimalsOf(currency))
  const [wanted, unit] = [top < 0n ? -top : top, bottom * step]
  const coins = (2n * wanted + unit) / (2n * unit)
  return { amount: amountOf((top < 0n ? -coins : coins) * step), currency }
}

/** Negative if the first is less. */
export function compareAmounts(one: Amount, other: Amount): number {
  const [a, b] = [unitsOf(one), unitsOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** What is paid: rounded to the smallest coin of its currency, half away from zero. */
export function rounded({ amount, currency }: Money): Money {
  const units = unitsOf(amount)
  const step = 10n ** BigInt(DECIMALS - decimalsOf(currency))
  const half = units < 0n ? -step / 2n : step / 2n
  return { amount: amountOf(((units + half) / step) * step), currency }
}

/**
 * An amount with its currency as a reader writes it, to its smallest coin or with all four decimals; papers name the currency by its code.
 */
export const sayMoney = (
  { amount, currency }: Money,
  language: Language,
  currencyDisplay: 'narrowSymbol' | 'code' = 'narrowSymbol',
): string => {
  const exact = normal(amount)
  const [, fraction = ''] = exact.split('.')
  const decimals = Math.max(decimalsOf(currency), /[1-9]/.test(fraction) ? fraction.length : 0)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // Exact: an amount given as text never becomes a floating point number.
  }).format(exact as `${number}`)
}

/** A separator before exactly three digits: of thousands to some readers, of decimals to others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Reads an amount from an input or a cell, with a decimal point or comma. Undefined for anything uncertain. */
export function readAmount(typed: string): Amount | undefined {
  const text = typed.normalize('NFKC').trim()
  if (AMBIGUOUS.test(text)) return undefined
  const plain = text.replace(',', '.')
  // Not by the schema: forms read amounts too, and the browser has no schemas.
  return ASKED.test(plain) ? normal(plain) : undefined
}
