import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SystemRound } from '#shared/contracts/system-monitor.ts'
import { inRound, roundFailed } from '../rounds.ts'
import type { Store } from './store.ts'

interface Work {
  store: Pick<Store, 'listen'>
  /** Channel on which the database tells, after a commit, that there is work. */
  channel: string
  /** Poll interval without notifications: none arrive while the database is away. ms */
  everyMs: number
  /** Work that arrives within this time of the first is done together. ms */
  gatherMs?: number
  name: SystemRound
  /** Does what is due; answers whether there may be more right away. One that fails is repeated later. */
  round: () => Promise<boolean>
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

interface Working {
  /** Aborted on stop. */
  signal: AbortSignal
  /** Runs another round soon. */
  wake(): void
  /** Resolves when the last round is over. */
  stop(): Promise<void>
}

/** Runs rounds of work: at the start, when the database tells of work, and at intervals. */
export function workWhenTold({ store, channel, everyMs, gatherMs, name, round, log }: Work): Working {
  const stopping = new AbortController()
  const { signal } = stopping
  let wake = () => {}
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const told = new Promise<void>(resolve => {
        wake = resolve
      })
      try {
        if (await inRound(name, round)) continue
      } catch (error) {
        if (!signal.aborted) roundFailed(log, name, error)
      }
      await Promise.race([told, pause(everyMs)])
      if (gatherMs !== undefined) await pause(gatherMs)
    }
  }
  const listening = store.listen(channel, { heard: () => wake(), began: () => wake() })
  // The first round runs after the caller has the returned object.
  const running = Promise.resolve().then(run)
  return {
    signal,
    wake: () => wake(),
    async stop() {
      stopping.abort()
      wake()
      await Promise.all([running, listening.stop()])
    },
  }
}

const RETRY_MAX_MS = 3_600_000

/** Pause after a number of failed tries: doubles each time, at most an hour. ms */
export const pauseAfter = (tries: number, firstMs: number): number =>
  Math.min(RETRY_MAX_MS, firstMs * 2 ** Math.min(tries - 1, 20))
