import { createHmac } from 'node:crypto'

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * A secret of the demonstration: random per data folder, since the folder's own secret is, and the same at
 * each start, so that it can be shown again although only its hash is stored. 12 characters, 60 bits.
 */
export const demoSecret = (appSecret: string, what: string): string =>
  [...createHmac('sha256', appSecret).update(`demonstration ${what}`).digest().subarray(0, 12)]
    .map(byte => ALPHABET[byte % 32])
    .join('')
