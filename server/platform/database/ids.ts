import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_CHARS = 10
const RANDOM_BITS = 50n

let lastMs = 0
let lastRandom = 0n

/**
 * A new row id: 20 characters, the first ten the time in ms, the rest random; later ids sort later, within one process
 * even inside a millisecond and when the clock goes back. Opaque to everyone else.
 */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // The top bit stays free, so that counting up inside the millisecond never overflows.
    lastRandom = BigInt(`0x${randomBytes(7).toString('hex')}`) & ((1n << (RANDOM_BITS - 1n)) - 1n)
  } else lastRandom += 1n
  return encode(BigInt(lastMs)) + encode(lastRandom)
}

function encode(value: bigint): string {
  let text = ''
  let rest = value
  for (let i = 0; i < TIME_CHARS; i++) {
    text = ALPHABET[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
