/** How long after the last failure a tally is forgotten; also how long a pair is blocked. ms */
export const BLOCK_MS = 900_000
/** Failures of one address with one account before the pair is blocked. */
export const BLOCK_AFTER = 10
const LONGEST_WAIT_MS = 30_000
/** Tries before it gets slow: one person mistypes, and an office of many people mistypes more. */
const FREE = { pair: 4, account: 5, address: 15 } as const
/** Most tallies per kind: bounds the memory, however many names and addresses an attacker makes up. */
const TALLIES_MAX = 20_000
/** When full, the mildest among this many of the oldest tallies makes room. */
const LOOKED_AT = 16

interface Tally {
  failures: number
  lastAt: number
}
type Tallies = Map<string, Tally>

export interface Attempt {
  /** Login id as typed, in lower case; it need not exist. */
  account: string
  address: string
  /** The address has signed in to this account before, so other people's failures do not delay it. */
  isKnown: boolean
}

export interface LoginGuard {
  /** Seconds to wait, or 0: then the try counts as failed until `succeeded` or `withdrawn` is called. */
  enter(attempt: Attempt): number
  succeeded(attempt: Attempt): void
  /** The password was not checked. */
  withdrawn(attempt: Attempt): void
}

const pairOf = ({ account, address }: Attempt) => `${address} ${account}`

/** Doubles from one second after the free tries. ms */
const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** Math.min(failures - free, 10))

/** Slows down guessing by account and by address, and blocks the pair of both. */
export function loginGuard(now: () => number = Date.now): LoginGuard {
  const pairs: Tallies = new Map()
  const accounts: Tallies = new Map()
  const addresses: Tallies = new Map()

  const tallyOf = (tallies: Tallies, key: string): Tally | undefined => {
    const tally = tallies.get(key)
    if (!tally || now() - tally.lastAt < BLOCK_MS) return tally
    tallies.delete(key)
    return undefined
  }
  const waitFor = (tally: Tally | undefined, free: number) =>
    tally ? tally.lastAt + delayAfter(tally.failures, free) - now() : 0
  const count = (tallies: Tallies, key: string) => {
    const failures = (tallyOf(tallies, key)?.failures ?? 0) + 1
    // Reinserted, so that the oldest come first.
    tallies.delete(key)
    if (tallies.size >= TALLIES_MAX) makeRoom(tallies)
    tallies.set(key, { failures, lastAt: now() })
  }
  const uncount = (tallies: Tallies, key: string) => {
    const tally = tallies.get(key)
    if (!tally) return
    if (tally.failures <= 1) tallies.delete(key)
    else tally.failures--
  }
  const undo = (attempt: Attempt) => {
    uncount(accounts, attempt.account)
    uncount(addresses, attempt.address)
  }

  return {
    enter(attempt) {
      const pair = tallyOf(pairs, pairOf(attempt))
      const waits = [
        pair && pair.failures >= BLOCK_AFTER ? pair.lastAt + BLOCK_MS - now() : waitFor(pair, FREE.pair),
      ]
      if (!attempt.isKnown)
        waits.push(
          waitFor(tallyOf(accounts, attempt.account), FREE.account),
          waitFor(tallyOf(addresses, attempt.address), FREE.address),
        )
      const wait = Math.max(...waits)
      if (wait > 0) return Math.ceil(wait / 1_000)
      count(pairs, pairOf(attempt))
      count(accounts, attempt.account)
      count(addresses, attempt.address)
      return 0
    },
    succeeded(attempt) {
      // Only the pair is reset: the owner's sign-in must not speed up somebody else's guessing.
      pairs.delete(pairOf(attempt))
      undo(attempt)
    },
    withdrawn(attempt) {
      uncount(pairs, pairOf(attempt))
      undo(attempt)
    },
  }
}

function makeRoom(tallies: Tallies): void {
  let mildest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  let looked = 0
  for (const [key, { failures }] of tallies) {
    if (failures < fewest) {
      fewest = failures
      mildest = key
    }
    if (++looked === LOOKED_AT) break
  }
  if (mildest !== undefined) tallies.delete(mildest)
}
