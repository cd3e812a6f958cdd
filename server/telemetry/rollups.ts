import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Events } from '#server/platform/events.ts'
import { inRound, roundFailed } from '../platform/rounds.ts'
import { rollupsWaiting } from './metrics.ts'
import { days, quarters, type RollupKind, rollUpSome } from './roll-up.ts'

const DAY_MS = 86_400_000
/** How long raw reports and 15-minute rows are kept; days are kept forever. ms */
export const RETENTION = { raw: 90 * DAY_MS, quarters: 3 * 365 * DAY_MS } as const

export interface Rollups {
  /** Makes everything that is due, and with `all` also what is not due yet. */
  catchUp(all?: boolean): Promise<void>
  /** False when due rollups have not been made for a while: they fail, or there are more than can be handled. */
  isCaughtUp(): boolean
  stop(): Promise<void>
}

const ROUND_MS = 10_000
const HOUR_MS = 3_600_000
/** Longer than catching up takes after the server was away for a day. ms */
const BEHIND_MS = 15 * 60_000
/** An ended bucket waits for stragglers; days are made again from time to time. */
const WAIT = { bucket: '30 seconds', day: '10 minutes' }
const AT_ONCE = { bucket: '-1 day', day: '0' }

/** Makes 15-minute rows and days in the background, and drops what is older than its retention. */
export function startRollups(pool: Pool, events: Events, log: FastifyBaseLogger): Rollups {
  let stopped = false
  let tidiedAt = 0
  let caughtUpAt = Date.now()
  let rolling: Promise<void> | undefined
  let tidying: Promise<void> | undefined
  // In parallel: dropping old data does not wait for a long catch-up.
  const timer = setInterval(() => {
    rolling ??= roll().finally(() => {
      rolling = undefined
    })
    tidying ??= tidy().finally(() => {
      tidying = undefined
    })
  }, ROUND_MS)

  async function roll(): Promise<void> {
    await untroubled(() => inRound('rollups', () => catchUp(false)))
    await untroubled(countWaiting)
  }

  async function tidy(): Promise<void> {
    if (Date.now() - tidiedAt < HOUR_MS) return
    tidiedAt = Date.now()
    for (const step of [markDays, makePartitions, dropOld]) await untroubled(step)
  }

  /** A failing step does not stop the others. */
  const untroubled = (step: () => Promise<unknown>) =>
    step().catch(error => roundFailed(log, 'rollups', error))

  async function catchUp(all: boolean): Promise<void> {
    const wait = all ? AT_ONCE : WAIT
    const pause = all ? 0 : 1
    await untilDone(quarters(), wait.bucket, pause)
    await untilDone(days, wait.day, pause)
    caughtUpAt = Date.now()
  }

  /** Rests after each step as long as it took, so that a long catch-up leaves room in the database. */
  async function untilDone(kind: RollupKind, wait: string, rest: number): Promise<void> {
    for (let more = true; more && !stopped; ) {
      const from = performance.now()
      more = await rollUpSome(pool, kind, wait, log)
      if (more) await delay((performance.now() - from) * rest, undefined, { ref: false })
    }
  }

  async function countWaiting(): Promise<void> {
    const { rows } = await pool.query<{ count: number }>(
      `select (select count(*) from rollup_dirty where set_aside is null and bucket < now() - interval '16 minutes')::int
        + (select count(*) from rollup_dirty_day where set_aside is null)::int as count`,
    )
    rollupsWaiting.set(rows[0]?.count ?? 0)
  }

  const markDays = () => call('rollup_mark_days(null)', [])

  /** Creates the next month's partition before its first report. */
  async function makePartitions(): Promise<void> {
    for (const at of [Date.now(), Date.now() + 31 * DAY_MS])
      await pool.query('select report_partition($1)', [new Date(at)])
  }

  /** Drops the oldest partition beyond its retention; null where there is none. */
  async function dropOldest(): Promise<string | null> {
    const { rows } = await pool.query<{ part: string | null }>('select report_retention($1, $2) as part', [
      new Date(Date.now() - RETENTION.raw),
      new Date(Date.now() - RETENTION.quarters),
    ])
    return rows[0]?.part ?? null
  }

  async function dropOld(): Promise<void> {
    const dropped: string[] = []
    for (let part = await dropOldest(); part !== null; part = await dropOldest()) dropped.push(part)
    if (dropped.length > 0) log.info({ dropped }, 'readings beyond their retention dropped')
    await pool.query(`delete from device_connection where at < now() - interval '180 days'`)
    await pool.query(`delete from quarantine where at < now() - interval '30 days'`)
  }

  async function call(text: string, values: unknown[]): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(`select ${text} as count`, values)
    return rows[0]?.count ?? 0
  }

  /** A house may have a new time zone, which changes its days. Bindings mark theirs where they are stored. */
  const onRegistry = ({ deviceIds }: { deviceIds: string[] }) => {
    if (deviceIds.length === 0) return
    call('rollup_mark_days($1)', [deviceIds]).catch(error => roundFailed(log, 'rollups', error))
  }
  events.on('registry', onRegistry)

  /** Runs after the current round: what that has locked would be skipped. */
  function catchUpInTurn(all: boolean): Promise<void> {
    const mine = Promise.resolve(rolling).then(() => inRound('rollups', () => catchUp(all)))
    const turn = mine
      .catch(() => {})
      .finally(() => {
        if (rolling === turn) rolling = undefined
      })
    rolling = turn
    return mine
  }

  return {
    catchUp: (all = false) => catchUpInTurn(all),
    isCaughtUp: () => Date.now() - caughtUpAt < BEHIND_MS,
    async stop() {
      stopped = true
      clearInterval(timer)
      events.off('registry', onRegistry)
      await Promise.all([rolling, tidying])
    },
  }
}
