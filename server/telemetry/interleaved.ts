/** Two sequences that may be mixed in one stream. */
export interface Interleaved<T> {
  /** The last one seen goes on most likely. */
  current: T | null
  other: T | null
  /** When a sequence went on after the other one had, ms since 1970. */
  returns: number[]
  /** How often the current one has gone on since. */
  run: number
}

export const createInterleaved = <T>(): Interleaved<T> => ({
  current: null,
  other: null,
  returns: [],
  run: 0,
})

/** A sequence that goes on so often without the other one is alone. */
const ALONE = 16

/**
 * Takes the next one. `fits` says how far it is from the head of a sequence, null when it does not go on from there. One
 * sequence that starts anew never goes on where it was before; two that are mixed do all the time. Something that
 * belongs to neither begins the count again: there are not two, or not these. Returns 1 when a sequence went on after the other.
 */
export function follow<T>(
  mixed: Interleaved<T>,
  next: T,
  now: number,
  fits: (head: T, next: T) => number | null,
): 0 | 1 {
  const { current, other } = mixed
  const toCurrent = current && fits(current, next)
  const toOther = other && fits(other, next)
  const goesOn = toCurrent !== null && (toOther === null || toCurrent <= toOther)
  const returns = !goesOn && toOther !== null
  mixed.run = goesOn ? mixed.run + 1 : 0
  mixed.current = next
  if (goesOn && mixed.run >= ALONE) Object.assign(mixed, { other: null, returns: [] })
  if (goesOn || current === null) return 0
  mixed.other = current
  if (returns) mixed.returns.push(now)
  else if (other !== null) mixed.returns = []
  return returns ? 1 : 0
}
