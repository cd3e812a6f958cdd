/** Options for a person's sex. */
export const sexes = ['female', 'male', 'other'] as const

/**
 * HELD waits for an owner of its farm, since somebody above the farm created it or changed its address · UNACTIVE never
 * signed in · ONLINE active in the last minutes · OFFLINE · DISABLE disabled by an administrator.
 */
export const userStatuses = ['ONLINE', 'OFFLINE', 'UNACTIVE', 'HELD', 'DISABLE'] as const
export type UserStatus = (typeof userStatuses)[number]

/** GB 11643: weights of the digits of a Chinese identity number. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** The last character for each remainder of the sum. */
const CHECK_DIGITS = '10X98765432'
const CHINESE_NUMBER = /^\d{17}[\dXx]$/

/** The last character of a Chinese identity number, computed from the 17 digits before it. */
export function checkDigitOf(digits: string): string {
  const sum = WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
  return CHECK_DIGITS[sum % CHECK_DIGITS.length] ?? ''
}

/** Whether an identity document can have this number: with 18 characters it is a Chinese one, with a check digit. */
export const isIdCardNumber = (number: string): boolean =>
  !CHINESE_NUMBER.test(number) || checkDigitOf(number) === number.at(-1)?.toUpperCase()
