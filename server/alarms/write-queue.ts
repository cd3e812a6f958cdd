import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../database/store.ts'

const AGAIN_MS = 1_000

/** Writes one after the other, in the order they were asked for, and waits for a database that is away. */
export interface WriteQueue {
  add(write: () => Promise<void>): void
  /** Resolves when everything asked for until now is written or given up. */
  settled(): Promise<void>
  /** Gives up what still waits for the database: the next start finds it in the latest state. */
  stop(): Promise<void>
}

export function createWriteQueue(log: FastifyBaseLogger): WriteQueue {
  const stopping = new AbortController()
  const { signal } = stopping
  let last = Promise.resolve()

  async function insist(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isDatabaseUnavailable(error)) {
          log.error({ err: error }, 'an alarm could not be written')
          return
        }
        if (signal.aborted) return
        log.warn({ err: error }, 'alarms wait for the database')
        await pause(AGAIN_MS, signal)
      }
    }
  }

  return {
    add(write) {
      last = last.then(() => insist(write))
    },
    settled: () => last,
    async stop() {
      stopping.abort()
      await last
    },
  }
}

/** Resolves after the time, or at once when it is no longer worth waiting. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
