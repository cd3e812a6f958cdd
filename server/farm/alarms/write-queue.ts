import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../../platform/database/store.ts'

const AGAIN_MS = 1_000

type Write = () => Promise<void>

/**
 * Writes one job after another and waits out a database that is away. Urgent ones go first: a gateway that brings days of
 * the past holds up nobody's alarm. Everything about one alarm (`key`) is written in the order of the calls.
 */
export interface WriteQueue {
  /** What is active now, or no longer. */
  add(key: string, write: Write): void
  /** Only to be filed: written while nothing else waits. */
  file(key: string, write: Write): void
  /** Resolves when nothing waits: everything is written or given up. */
  settled(): Promise<void>
  /** Gives up what still waits for the database: the next start finds it in the latest state. */
  stop(): Promise<void>
}

export function createWriteQueue(log: FastifyBaseLogger): WriteQueue {
  const stopping = new AbortController()
  const { signal } = stopping
  const urgent: Write[] = []
  const filed = new Map<string, Write[]>()
  let working: Promise<void> | undefined

  async function insist(write: Write): Promise<void> {
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

  function next(): Write | undefined {
    const [oldest] = filed
    if (urgent.length > 0 || !oldest) return urgent.shift()
    const [key, writes] = oldest
    if (writes.length === 1) filed.delete(key)
    return writes.shift()
  }
  async function work(): Promise<void> {
    for (let write = next(); write; write = next()) await insist(write)
    working = undefined
  }
  const begin = () => {
    // Deferred, so that the caller goes on first.
    working ??= Promise.resolve().then(work)
  }

  return {
    add(key, write) {
      urgent.push(...(filed.get(key) ?? []), write)
      filed.delete(key)
      begin()
    },
    file(key, write) {
      const before = filed.get(key)
      if (before) before.push(write)
      else filed.set(key, [write])
      begin()
    },
    settled: async () => working,
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Resolves after the time, or at once when waiting is no longer worthwhile. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
