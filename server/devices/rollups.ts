import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Events } from '#server/events.ts'

const DAY_MS = 86_400_000
/** How long raw reports and 15-minute rows are kept; days for ever. ms */
export const RETENTION = { raw: 90 * DAY_MS, quarters: 3 * 365 * DAY_MS } as const

export interface Rollups {
  /** Does everything that is due, and what is not due yet when `all` says so. */
  catchUp(all?: boolean): Promise<void>
  stop(): Promise<void>
}

const ROUND_MS = 10_000
const HOUR_MS = 3_600_000
const BUCKETS_AT_ONCE = 50
const DAYS_AT_ONCE = 50
/** An ended bucket waits for stragglers; days are made again from time to time. */
const WAIT = { bucket: '30 seconds', day: '10 minutes' }
const AT_ONCE = { bucket: '-1 day', day: '0' }

/** Makes 15-minute rows and days in the background, and drops what is older than its retention. */
export function startRollups(pool: Pool, events: Events, log: FastifyBaseLogger): Rollups {
  let stopped = false
  let tidiedAt = 0
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= work().finally(() => {
      round = undefined
    })
  }, ROUND_MS)

  async function work(): Promise<void> {
    try {
      await catchUp(false)
      if (Date.now() - tidiedAt < HOUR_MS) return
      tidiedAt = Date.now()
      await tidy()
    } catch (error) {
      log.warn({ err: error }, 'rollups wait for the database')
    }
  }

  async function catchUp(all: boolean): Promise<void> {
    const wait = all ? AT_ONCE : WAIT
    const pause = all ? 0 : 1
    await untilDone(BUCKETS_AT_ONCE, pause, () => call('rollup_15m($1, $2)', [BUCKETS_AT_ONCE, wait.bucket]))
    await untilDone(DAYS_AT_ONCE, pause, () => call('rollup_day($1, $2)', [DAYS_AT_ONCE, wait.day]))
  }

  /** Rests after each step as long as it took, so that a long way to catch up leaves the database to others. */
  async function untilDone(full: number, rest: number, step: () => Promise<number>): Promise<void> {
    for (let done = full; done === full && !stopped; ) {
      const from = performance.now()
      done = await step()
      if (done === full) await delay((performance.now() - from) * rest, undefined, { ref: false })
    }
  }

  async function tidy(): Promise<void> {
    await call('rollup_mark_days(null)', [])
    // The next month is there before its first report.
    for (const at of [Date.now(), Date.now() + 31 * DAY_MS])
      await pool.query('select report_partition($1)', [new Date(at)])
    const { rows } = await pool.query<{ dropped: string[] }>('select report_retention($1, $2) as dropped', [
      new Date(Date.now() - RETENTION.raw),
      new Date(Date.now() - RETENTION.quarters),
    ])
    const dropped = rows[0]?.dropped ?? []
    if (dropped.length > 0) log.info({ dropped }, 'readings beyond their retention dropped')
    await pool.query(`delete from device_connection where at < now() - interval '180 days'`)
    await pool.query(`delete from quarantine where at < now() - interval '30 days'`)
  }

  async function call(text: string, values: unknown[]): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(`select ${text} as count`, values)
    return rows[0]?.count ?? 0
  }

  /** A house may have another zone: its days are other days now. Bindings mark theirs where they are stored. */
  const onRegistry = ({ deviceIds }: { deviceIds: string[] }) => {
    if (deviceIds.length === 0) return
    call('rollup_mark_days($1)', [deviceIds]).catch(error =>
      log.warn({ err: error }, 'days could not be marked'),
    )
  }
  events.on('registry', onRegistry)

  return {
    catchUp: (all = false) => catchUp(all),
    async stop() {
      stopped = true
      clearInterval(timer)
      events.off('registry', onRegistry)
      await round
    },
  }
}
