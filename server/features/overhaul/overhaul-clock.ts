import { sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { pushNextDue } from './hand-over.ts'
import { putNext } from './next-maintenance.ts'
import { remindOfPlans } from './remind-plans.ts'
import { followRunning } from './running-hours.ts'
import { settleAlarms } from './tests/alarm-tests.ts'
import { planTests } from './tests/planned-tests.ts'

type Parts = Pick<Services, 'store' | 'events' | 'log' | 'config' | 'devices'>

/** A reminder is handed over within half a minute of its time. ms */
const EVERY_MS = 30_000
/** Running hours are counted as often as readings are rolled up. ms */
const HOURS_EVERY_MS = 900_000

/**
 * Items done in each empty period are due from the day after the last flock left, while the house is empty. Tells the
 * customers whose next maintenance changes.
 */
export async function openEmptyPeriods(store: Store): Promise<void> {
  await store.transaction(SYSTEM, async db => {
    const { rows } = await db.execute<{ farm_path: string }>(sql`
      update overhaul_plan p set next_on = emptied.on, version = p.version + 1
      from overhaul_item i, house h, house_now n, office o, lateral (
        select max(f.ended_on) + 1 as on from flock f where f.house_id = h.id and f.deleted_at is null
      ) emptied
      where i.id = p.item_id and i.cycle_kind = 'emptyPeriod' and p.next_on is null and p.ended_at is null
        and h.id = p.house_id and n.house_id = h.id and n.flock_started_on is null and o.id = p.office_id
        and emptied.on > coalesce((p.last_at at time zone o.time_zone)::date, '-infinity')
      returning p.farm_path`)
    for (const farmPath of new Set(rows.map(row => row.farm_path))) await putNext(db, farmPath, null)
  })
}

/** Pushes everything that is due. */
export async function pushDue({ store, events }: Pick<Parts, 'store' | 'events'>, at?: Date): Promise<void> {
  for (;;) {
    const accountIds = await pushNextDue(store, at)
    if (accountIds === null) return
    if (accountIds.length > 0) events.emit('notice', { accountIds })
  }
}

/** Enters test alarms that are over in the log, and tells farms which tests are due. */
async function followTests({ store, events, config }: Parts): Promise<void> {
  const accountIds = [...(await settleAlarms({ store, config })), ...(await remindOfPlans({ store, config }))]
  if (accountIds.length > 0) events.emit('notice', { accountIds })
}

/** Looks for what is due, twice a minute; any number of processes may. */
export function startOverhauls(parts: Parts): { stop(): Promise<void> } {
  let countedAt = Number.NEGATIVE_INFINITY
  return startRounds({
    name: 'overhauls',
    everyMs: EVERY_MS,
    round: async () => {
      await openEmptyPeriods(parts.store)
      await pushDue(parts)
      await followTests(parts)
      if (performance.now() - countedAt < HOURS_EVERY_MS) return
      await followRunning(parts.store)
      await planTests(parts)
      countedAt = performance.now()
    },
    log: parts.log,
  })
}
