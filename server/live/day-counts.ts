import { mostInAQuarter } from '#shared/meter-limits.ts'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'

/** Counters of the day that walls sum up. */
const counters = { eggs: 'Egg/Today', feed: 'Feed/Today', water: 'Water/Today' } as const
export type Counter = keyof typeof counters
/** Each with its metric. */
export const dayCounters = Object.entries(counters) as [Counter, string][]
/** What a device counted, and when. ms since 1970 */
interface Count {
  value: number
  at: number
}
type Counted = Partial<Record<Counter, Count>>
const QUARTER_MS = 900_000

/** No house takes so much in that time: a glitch, or a meter that will be in doubt. */
const isTooMuch = (counter: Counter, before: Count | undefined, { value, at }: Count): boolean =>
  before !== undefined &&
  value - before.value > mostInAQuarter(counter, null) * Math.max(1, (at - before.at) / QUARTER_MS)

/** What each device last counted of its day. */
export interface DayCounts {
  /** Takes over what a device told, unless it is no number, older than what is known, or too much. */
  note(deviceId: string, counter: Counter, value: unknown, at: number): void
  /** The count of the first device of a house that counts it, the main controller before others. */
  tellerOf(house: KnownHouse, counter: Counter): (Count & { id: string }) | undefined
  forgetAll(): void
}

export function createDayCounts(): DayCounts {
  const counted = new Map<string, Counted>()
  return {
    note(deviceId, counter, value, at) {
      const amount = typeof value === 'bigint' ? Number(value) : value
      if (typeof amount !== 'number' || !Number.isFinite(amount)) return
      const known = counted.get(deviceId) ?? {}
      counted.set(deviceId, known)
      const count = { value: amount, at }
      if ((known[counter]?.at ?? 0) <= at && !isTooMuch(counter, known[counter], count))
        known[counter] = count
    },
    tellerOf({ devices }, counter) {
      let found: (Count & { id: string }) | undefined
      for (const { id, isMain } of devices) {
        const here = counted.get(id)?.[counter]
        if (here && (isMain || !found)) found = { ...here, id }
      }
      return found
    },
    forgetAll: () => counted.clear(),
  }
}
