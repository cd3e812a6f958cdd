import { setTimeout as delay } from 'node:timers/promises'
import { troubleOf } from './trouble.ts'

/** Pause between tries to note something while the database is away. ms */
const AGAIN_MS = 500

interface HandedOver {
  /** Whether it was handed over and only the database does not know. */
  has(id: string): boolean
  /** Notes it, however long the database is away; rejects for a fault of ours, and when stopped. */
  note(id: string, write: () => Promise<unknown>): Promise<void>
}

/**
 * Remembers what this process has handed over until the database has noted it: it may be away just then, and whoever was told
 * is not told again once it is back.
 */
export function createHandedOver(signal: () => AbortSignal): HandedOver {
  const unnoted = new Set<string>()
  return {
    has: id => unnoted.has(id),
    async note(id, write) {
      unnoted.add(id)
      for (;;)
        try {
          await write()
          unnoted.delete(id)
          return
        } catch (error) {
          if (signal().aborted || troubleOf(error) === 'fault') throw error
          await delay(AGAIN_MS, undefined, { signal: signal(), ref: false })
        }
    },
  }
}
