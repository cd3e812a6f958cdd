import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from './store.ts'

interface Work {
  store: Pick<Store, 'listen'>
  /** On which the database tells, after a commit, that there is something to do. */
  channel: string
  /** Without being told it looks around so often: nobody hears while the database is away. ms */
  everyMs: number
  /** What comes within this time of the first is done together. ms */
  gatherMs?: number
  /** Does what is due; answers whether there may be more at once. */
  round: () => Promise<boolean>
  /** The round did not succeed and is made again later. */
  failed: (error: unknown) => void
}

interface Working {
  /** Aborted when it stops. */
  signal: AbortSignal
  /** Makes another round soon. */
  wake(): void
  /** Resolves when the last round is over. */
  stop(): Promise<void>
}

/** Makes rounds of work: at the start, when the database tells of some, and every so often. */
export function workWhenTold({ store, channel, everyMs, gatherMs, round, failed }: Work): Working {
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
        if (await round()) continue
      } catch (error) {
        if (!signal.aborted) failed(error)
      }
      await Promise.race([told, pause(everyMs)])
      if (gatherMs !== undefined) await pause(gatherMs)
    }
  }
  const listening = store.listen(channel, { heard: () => wake(), began: () => wake() })
  // The first round comes when whoever starts it holds what it returns.
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

/** How long to wait after so many tries that failed: twice as long each time, an hour at the most. ms */
export const pauseAfter = (tries: number, firstMs: number): number =>
  Math.min(RETRY_MAX_MS, firstMs * 2 ** Math.min(tries - 1, 20))
