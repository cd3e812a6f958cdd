import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import { NO_DATA_WARNING_S } from '#shared/limits.ts'
import type { KnownDevice } from './registry.ts'

/** How long the houses of devices may be silent, as their farms have set it. */
export interface SilenceAllowed {
  /** ms; the usual limit as long as no other is known. */
  of(device: KnownDevice): number
  /** Reads the limits of all devices behind a gateway, unless they were read a moment ago; false while they are unknown. */
  read(gatewayId: string, now: number): boolean
  stop(): Promise<void>
}

/** A device that is missing is looked at several times a second. ms */
const FRESH_MS = 10_000

export function createSilenceAllowed(pool: Pool, log: FastifyBaseLogger): SilenceAllowed {
  const known = new Map<string, { at: number; limits: ReadonlyMap<string, number> }>()
  const reading = new Map<string, Promise<void>>()

  async function readAll(gatewayId: string, at: number): Promise<void> {
    try {
      const { rows } = await inRound('states', () =>
        pool.query<{ id: string; s: number }>(
          'select device_id as id, warning_s as s from silence_limits($1)',
          [gatewayId],
        ),
      )
      known.set(gatewayId, { at, limits: new Map(rows.map(({ id, s }) => [id, s * 1_000])) })
    } catch (error) {
      roundFailed(log, 'states', error)
    } finally {
      reading.delete(gatewayId)
    }
  }

  return {
    of: ({ id, gatewayId }) => known.get(gatewayId ?? id)?.limits.get(id) ?? NO_DATA_WARNING_S * 1_000,
    read(gatewayId, now) {
      const age = now - (known.get(gatewayId)?.at ?? Number.NEGATIVE_INFINITY)
      const isFresh = age >= 0 && age < FRESH_MS
      if (!isFresh && !reading.has(gatewayId)) reading.set(gatewayId, readAll(gatewayId, now))
      return isFresh
    },
    async stop() {
      await Promise.all(reading.values())
    },
  }
}
