import { type SealedFor, seal, unseal } from '../../platform/secrets/seal.ts'

/** How many characters of a number are shown, if it is long enough that they do not give it away. */
const SHOWN = 4
const LONG = 8
const HIDDEN = '••••'

const of = (appSecret: string, accountId: string): SealedFor => ({
  appSecret,
  kind: 'id card number',
  rowId: accountId,
})

/** The number in stored form. */
export const sealIdCard = (appSecret: string, accountId: string, number: string): string =>
  seal(of(appSecret, accountId), number.toUpperCase())

/** The whole number; null if it was stored under another APP_SECRET. */
export const openIdCard = (appSecret: string, accountId: string, stored: string): string | null =>
  unseal(of(appSecret, accountId), stored)

/** What everybody may see of a number: its end. */
export function maskedIdCard(appSecret: string, accountId: string, stored: string | null): string | null {
  if (stored === null) return null
  const number = openIdCard(appSecret, accountId, stored) ?? ''
  return number.length < LONG ? HIDDEN : `${HIDDEN} ${number.slice(-SHOWN)}`
}
