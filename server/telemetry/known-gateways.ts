import { setTimeout as delay } from 'node:timers/promises'
import type { KnownDevice, Registry } from './registry.ts'
import type { RegistryReading } from './registry-reading.ts'

/** Another process may have registered the gateway meanwhile. */
const LOOK_AGAIN_MS = 30_000
const RETRY_MS = 1_000
/** Unknown codes remembered; anybody can invent any number of them. */
const MOST = 1_000

/** Finds a gateway by its code, even one this process has not heard of yet; waits while the database is away. */
export interface KnownGateways {
  find(code: string): KnownDevice | undefined | Promise<KnownDevice | undefined>
}

/** `signal` ends the wait for the database: then nothing is known, and nothing follows from it. */
export function createKnownGateways(
  registry: Registry,
  reading: RegistryReading,
  signal: AbortSignal,
): KnownGateways {
  const asked = new Map<string, { at: number; answer: Promise<KnownDevice | undefined> }>()

  async function read(code: string): Promise<KnownDevice | undefined> {
    while (!signal.aborted) {
      try {
        const found = await reading.find(code)
        return found?.gatewayId ? undefined : found
      } catch {
        await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    }
    // No answer: the caller stays unanswered too.
    return new Promise(() => {})
  }

  return {
    find(code) {
      const known = registry.byCode(code)
      if (known && !known.gatewayId) return known
      const last = asked.get(code)
      if (last && Date.now() - last.at < LOOK_AGAIN_MS) return last.answer
      if (asked.size >= MOST) asked.clear()
      const answer = read(code)
      asked.set(code, { at: Date.now(), answer })
      return answer
    },
  }
}
