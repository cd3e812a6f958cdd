import { QUIET_MS, type Standing } from './alarm-record.ts'

/** An alarm comes and goes once it came back as often as this without a quiet minute in between. */
const FLIPS = 2

/** An alarm that has just gone, at a time in ms since 1970. */
interface Gone {
  about: Standing
  at: number
}

/** Knows which alarms come and go: these stand on while they do. */
export interface Flips {
  /** An alarm comes. Returns it as it went when it has stood on since. */
  comes(key: string, at: number): Gone | undefined
  /** An alarm goes. Returns whether it stands on. */
  goes(key: string, gone: Gone): boolean
  /** Those that stood on and have been quiet for a minute now. */
  quiet(): Gone[]
  forget(key: string): void
}

/** `now`: the server's clock; alarms have the times of their devices, which may differ. */
export function createFlips(now: () => number): Flips {
  const known = new Map<string, { flips: number; gone: Gone; goneAt: number; isHeld: boolean }>()
  /** Of the alarms that are there, how often they came back. */
  const there = new Map<string, number>()
  return {
    comes(key, at) {
      const before = known.get(key)
      known.delete(key)
      if (!before) return undefined
      if (at - before.gone.at < QUIET_MS) there.set(key, before.flips + 1)
      return before.isHeld ? before.gone : undefined
    },
    goes(key, gone) {
      const flips = there.get(key) ?? 0
      there.delete(key)
      const isHeld = flips >= FLIPS
      known.set(key, { flips, gone, goneAt: now(), isHeld })
      return isHeld
    },
    quiet() {
      const over: Gone[] = []
      for (const [key, { gone, goneAt, isHeld }] of known)
        if (now() - goneAt >= QUIET_MS) {
          known.delete(key)
          if (isHeld) over.push(gone)
        }
      return over
    },
    forget(key) {
      known.delete(key)
      there.delete(key)
    },
  }
}
