import { setTimeout as delay } from 'node:timers/promises'
import { type SystemRound, systemRounds } from '#shared/contracts/system-monitor.ts'
import type { KnownRound } from './database/tables/system.ts'

const rounds = new Map<SystemRound, KnownRound>()

/** How this process's rounds went so far, including those that have not run yet. */
export const roundsSoFar = (): KnownRound[] =>
  systemRounds.map(name => rounds.get(name) ?? { name, endedAt: null, ms: null, failed: 0, failedAt: null })

/** Runs a round of recurring server work and remembers how it went for the system monitor. */
export async function inRound<T>(name: SystemRound, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const before = rounds.get(name)
  const [failed, failedAt] = [before?.failed ?? 0, before?.failedAt ?? null]
  const ended = () => {
    const endedAt = new Date().toISOString()
    return { name, endedAt, ms: Math.round(performance.now() - begun) }
  }
  try {
    const result = await work()
    rounds.set(name, { ...ended(), failed, failedAt })
    return result
  } catch (error) {
    const last = ended()
    rounds.set(name, { ...last, failed: failed + 1, failedAt: last.endedAt })
    throw error
  }
}

interface Rounds {
  name: SystemRound
  /** Pause from the end of one to the start of the next, ms. */
  everyMs: number
  round: () => Promise<unknown>
  /** Called when a round failed; the next one comes all the same. */
  failed: (error: unknown) => void
}

/** Runs a round at once and then repeatedly. Stopping waits for the round in progress. */
export function startRounds({ name, everyMs, round, failed }: Rounds): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await inRound(name, round).catch(error => {
        if (!signal.aborted) failed(error)
      })
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
