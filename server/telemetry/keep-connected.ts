import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

const RETRY_MS = { first: 500, most: 15_000 }
/** A connection that lasted this long was a good one. */
const LASTED_MS = 10_000

interface Kept {
  /** Connects; rejects when the broker is away or refuses. */
  open(): Promise<void>
  /** Resolves with the reason when the connection has ended; undefined when there was none. */
  ended(): Promise<string | undefined>
  closing: AbortSignal
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

/** Connects again whenever the connection has ended, with growing pauses, until `closing`. */
export async function keepConnected({ open, ended, closing, log }: Kept): Promise<void> {
  let wait = RETRY_MS.first
  while (!closing.aborted) {
    const openedAt = performance.now()
    const reason = await ended()
    if (closing.aborted) return
    if (reason) log.warn({ reason }, 'the MQTT broker is gone; connecting again')
    if (reason && performance.now() - openedAt > LASTED_MS) wait = RETRY_MS.first
    await delay(wait * (0.75 + Math.random() / 2), undefined, { signal: closing }).catch(() => {})
    wait = Math.min(wait * 2, RETRY_MS.most)
    if (closing.aborted) return
    await open().then(
      () => log.info('connected to the MQTT broker again'),
      error => log.warn({ reason: reasonOf(error) }, 'the MQTT broker cannot be reached'),
    )
  }
}

/** A connection refused at several addresses has no message of its own. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
