import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openClient } from './open-client.ts'

interface Work {
  stop(): Promise<void>
}

interface SoleOptions {
  url: string
  /** An arbitrary number that nothing else locks. */
  lock: number
  /** Begins the work; undefined: there is nothing to do. */
  work(): Promise<Work | undefined>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** How soon another process takes over. ms */
const AGAIN_MS = 2_000
/** How often to see whether the lock is still held: a broken line does not say so. ms */
const PULSE_MS = 5_000

/**
 * Does the work in one process of the deployment: in the first, and when that is gone or has lost its database in another. Resolves
 * when it has begun here, or another process does it; rejects if it cannot begin.
 */
export async function inOneProcess({ url, lock, work, log }: SoleOptions): Promise<Work> {
  const stopping = new AbortController()
  const { signal } = stopping
  const wait = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  /** Takes the lock and begins, unless another process has it. */
  async function begin(): Promise<{ client: Client; begun: Work | undefined } | undefined> {
    const client = await openClient(url)
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        lock,
      ])
      if (rows[0]?.mine) return { client, begun: await work() }
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    await client.end()
    return undefined
  }

  async function hold({ client, begun }: NonNullable<Awaited<ReturnType<typeof begin>>>): Promise<void> {
    try {
      for (await wait(PULSE_MS); !signal.aborted; await wait(PULSE_MS)) await client.query('select')
    } catch {
      log.warn({ lock }, 'the database was lost: another process may go on with this work')
    } finally {
      await begun?.stop()
      await client.end().catch(() => {})
    }
  }

  const first = await begin()
  if (!first) log.info({ lock }, 'another process does this work')
  const working = (async () => {
    if (first) await hold(first)
    while (!signal.aborted) {
      await wait(AGAIN_MS)
      if (signal.aborted) return
      try {
        const next = await begin()
        if (next) await hold(next)
      } catch (error) {
        log.warn({ reason: String(error), lock }, 'work of one process could not begin')
      }
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
