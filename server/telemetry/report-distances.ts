import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import type { KnownDevice } from './registry.ts'

/** Stores how far the reports of gateways are apart, so that a restart need not find it out again. */
export interface ReportDistances {
  /** `everyMs`: null for a gateway that stays connected. */
  keep(gateway: KnownDevice, everyMs: number | null): void
  /** Resolves when nothing is left to be written. */
  stop(): Promise<void>
}

/** A changed distance is worth storing when it differs by more than this part. */
const WORTH = 0.1

export function createReportDistances(pool: Pool, log: FastifyBaseLogger): ReportDistances {
  const stored = new Map<string, number | null>()
  const writing = new Set<Promise<void>>()

  async function write(id: string, every: number | null): Promise<void> {
    try {
      await inRound('states', () =>
        pool.query('update device set reports_every_s = $2 where id = $1', [id, every]),
      )
    } catch (error) {
      // The next visit tries again.
      stored.delete(id)
      roundFailed(log, 'states', error)
    }
  }

  return {
    keep(gateway, everyMs) {
      const before = stored.has(gateway.id) ? (stored.get(gateway.id) ?? null) : gateway.reportsEveryS
      const every = everyMs === null ? null : Math.round(everyMs / 1_000)
      const isSame = before === every || (before && every && Math.abs(every - before) <= before * WORTH)
      if (isSame) return
      stored.set(gateway.id, every)
      const writes = write(gateway.id, every).finally(() => writing.delete(writes))
      writing.add(writes)
    },
    async stop() {
      await Promise.all(writing)
    },
  }
}
