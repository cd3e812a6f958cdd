/** Unknown tokens an address may try a minute; after that only tokens known to be good. */
const A_MINUTE = 60
const MINUTE_MS = 60_000
/** Bounds the memory, however many addresses call. */
const ADDRESSES_MAX = 10_000
const GOOD_MAX = 10_000

export interface UnknownTokens {
  /** Seconds until the token may be looked up for this address; 0 for now. */
  wait(address: string, tokenHash: string): number
  /** The result of the look-up. */
  learned(address: string, tokenHash: string, isGood: boolean): void
}

/** Keeps invented tokens from hitting the database without end. Open sessions at the same address are not affected. */
export function limitUnknownTokens(now: () => number = Date.now): UnknownTokens {
  const tallies = new Map<string, { count: number; until: number }>()
  const good = new Set<string>()

  const tallyOf = (address: string) => {
    const tally = tallies.get(address)
    if (tally && tally.until > now()) return tally
    tallies.delete(address)
    return undefined
  }

  return {
    wait(address, tokenHash) {
      const tally = tallyOf(address)
      if (!tally || tally.count < A_MINUTE || good.has(tokenHash)) return 0
      return Math.ceil((tally.until - now()) / 1_000)
    },
    learned(address, tokenHash, isGood) {
      if (isGood) {
        if (good.size >= GOOD_MAX) good.clear()
        good.add(tokenHash)
        return
      }
      // A token whose session has ended was not invented.
      if (good.delete(tokenHash)) return
      const tally = tallyOf(address)
      if (tally) tally.count++
      else {
        if (tallies.size >= ADDRESSES_MAX) tallies.clear()
        tallies.set(address, { count: 1, until: now() + MINUTE_MS })
      }
    },
  }
}
