import { TOKEN_LIFETIME_MS } from '#shared/limits.ts'
import { readStored, writeStored } from './preferences.ts'

/** Key in localStorage, and the header that carries the token. */
export const TOKEN_KEY = 'Access-Token'

interface KeptToken {
  value: string
  /** ms since 1970 */
  expiry: number
}

/** A kept token that has not expired, else null. */
export function tokenFrom(stored: unknown, now: number): KeptToken | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { value, expiry } = stored as Record<string, unknown>
  if (typeof value !== 'string' || value === '' || typeof expiry !== 'number') return null
  // A clock set back must not lengthen a token's life.
  if (expiry <= now || expiry > now + TOKEN_LIFETIME_MS) return null
  return { value, expiry }
}

/** The kept token, or null if there is none or its seven days are over. */
export const keptToken = (): KeptToken | null => tokenFrom(readStored(TOKEN_KEY), Date.now())

/** Whether a kept token is past its seven days: its session ended without word from the server. */
export const tokenRanOut = (): boolean => readStored(TOKEN_KEY) !== null && keptToken() === null

/** Keeps a new token for seven days. */
export const keepToken = (value: string): void =>
  writeStored(TOKEN_KEY, { value, expiry: Date.now() + TOKEN_LIFETIME_MS })

const SIGNED_OUT = 'signed out'

/** Tells the other tabs of this browser that the session was ended by hand, before the token is removed. */
export const announceSignOut = (): void => writeStored(TOKEN_KEY, SIGNED_OUT)

/** Whether the value another tab stored in place of the token says that the user signed out. */
export const saysSignedOut = (stored: string | null): boolean => stored === JSON.stringify(SIGNED_OUT)

/** Forgets the token; other tabs of this browser notice that the session is over. */
export const forgetToken = (): void => writeStored(TOKEN_KEY, null)
