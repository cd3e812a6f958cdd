import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { inRound, roundFailed } from '../rounds.ts'
import { rebuildSparseKeys } from './dense-keys.ts'

const DAY_MS = 86_400_000
/** How long histories are kept. ms */
const KEPT_MS = { logins: 180 * DAY_MS, operations: 3 * 366 * DAY_MS }
const AT_ONCE = 5_000
const REST_MS = 50
/** The next run: after a day, or sooner if the database was unavailable. */
const AGAIN_MS = { done: DAY_MS, failed: 10 * 60_000 }

export interface Housekeeping {
  /** Runs the daily work now. Rejects if the database does not answer. */
  tidy(): Promise<void>
  stop(): Promise<void>
}

/**
 * At the start and daily: deletes expired histories, screen visits and ended sessions, counts the visits of finished days,
 * lets people sign in with addresses that nobody else has any more, and rebuilds the keys of finished months. What
 * gateways leave behind (quarantine, connection history, readings) goes with the rollups. Any number of processes may do
 * so at once.
 */
export function startHousekeeping(
  pool: Pool,
  ownerUrl: string,
  log: FastifyBaseLogger,
  visitDays = 180,
): Housekeeping {
  const stopping = new AbortController()
  const { signal } = stopping

  let tidying: Promise<void> | undefined
  const tidy = () => {
    tidying ??= inRound('housekeeping', takeOut).finally(() => {
      tidying = undefined
    })
    return tidying
  }
  async function takeOut(): Promise<void> {
    const now = Date.now()
    const logins = [new Date(now - KEPT_MS.logins), new Date(now), AT_ONCE]
    await untilDone('select housekeeping($1, $2, $3) as gone', logins)
    const operations = [new Date(now - KEPT_MS.operations), AT_ONCE]
    await untilDone('select forget_operations($1, $2) as gone', operations)
    const visits = [new Date(now - visitDays * DAY_MS), AT_ONCE]
    await untilDone('select forget_visits($1, $2) as gone', visits)
    await untilDone('select count_visits($1) as gone', [1], 1)
    if (!signal.aborted) await pool.query('select fill_email_keys()')
    if (!signal.aborted) await rebuildSparseKeys(ownerUrl, log, signal)
  }
  /** In batches, so that nothing else has to wait. */
  async function untilDone(statement: string, values: unknown[], most = AT_ONCE): Promise<void> {
    for (let gone = most; gone >= most && !signal.aborted; ) {
      const { rows } = await pool.query<{ gone: number }>(statement, values)
      gone = rows[0]?.gone ?? 0
      if (gone >= most) await rest(REST_MS)
    }
  }
  const rest = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const wait = await tidy().then(
        () => AGAIN_MS.done,
        error => {
          if (signal.aborted) return 0
          roundFailed(log, 'housekeeping', error)
          return AGAIN_MS.failed
        },
      )
      await rest(wait)
    }
  }
  const running = run()

  return {
    tidy,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
