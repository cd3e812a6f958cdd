import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../../platform/database/store.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'

/** Maximum age of the counts; the next run makes up for a missed one. ms */
const EVERY_MS = 15 * 60_000
/** Days and customers per batch, so that nobody else waits long. */
const AT_ONCE = 31
/** Pause between two batches, so that reports are not delayed. ms */
const REST_MS = 50

/** Counts what changed since the last time, batch by batch until done. */
export async function countTouched({ ingest }: Pick<Store, 'ingest'>, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await ingest.query<{ done: number }>('select count_analysis($1) as done', [AT_ONCE])
    if (!rows[0]?.done) return
    await delay(REST_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Keeps the counts of the analysis; any number of processes may. */
export function startAnalysis({ store, log }: Pick<Services, 'store' | 'log'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await inRound('analysis', () => countTouched(store, signal)).catch(error => {
        if (!signal.aborted) roundFailed(log, 'analysis', error)
      })
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
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
