import { eq, sql } from 'drizzle-orm'
import { HARM_NEAR_MS } from '#shared/alarm-chain.ts'
import { isForeseen } from '#shared/what-if/foreseen.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { roundFailed, startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { isChained } from './chain.ts'

/** In how many minutes a house passes a limit of harm by its own model, off the main thread; null: it does not say. */
export type MinutesLeft = (houseId: string) => Promise<number | null>

/** How often a house is counted anew, and how often those are looked for. ms */
const AGAIN_MS = 60_000
const EVERY_MS = 10_000
/** Houses counted in one round; the others have their turn in the next. */
const AT_ONCE = 20
/** The model says nothing of a limit that is passed already, nor of one this near. ms */
const PASSED_MS = 180_000

/** Takes alarms that somebody has answered without proof of being there, each for one process. */
async function take(db: Db) {
  const { rows } = await db.execute<{
    id: string
    code: string
    houseIds: string[]
    harmAt: string | null
  }>(sql`
    with those as (
      select a.id from ${alarm} a where ${isChained} and a.chain_at is not null and a.handling <> 'new'
        and cardinality(a.house_ids) = 1
        and (a.harm_counted_at is null or a.harm_counted_at < now() - ${AGAIN_MS} * interval '1 ms')
      order by a.harm_counted_at nulls first limit ${AT_ONCE} for update skip locked
    )
    update ${alarm} a set harm_counted_at = now() from those where a.id = those.id
    returning a.id, a.code, a.house_ids as "houseIds", a.harm_at as "harmAt"`)
  return rows.filter(({ code }) => isForeseen(code))
}

/** Notes when harm comes, and lets the chain look again in time. */
const note = (db: Db, id: string, harmAt: Date | null) =>
  db
    .update(alarm)
    .set({
      harmAt,
      ...(harmAt && {
        chainAt: sql`case when ${alarm.chainAt} is not null then least(${alarm.chainAt},
          greatest(now(), ${new Date(harmAt.getTime() - HARM_NEAR_MS).toISOString()}::timestamptz)) end`,
      }),
    })
    .where(eq(alarm.id, id))

/** Counts when harm comes in houses whose alarm was answered by people who are not there. */
export async function countHarms(
  store: Store,
  minutesLeft: MinutesLeft,
  failed: (error: unknown) => void,
): Promise<void> {
  const db = store.scoped(SYSTEM)
  for (const { id, houseIds, harmAt } of await take(db))
    try {
      const minutes = await minutesLeft(houseIds[0] ?? '')
      const isPassed = harmAt !== null && Date.parse(harmAt) < Date.now() + PASSED_MS
      // Nothing is said any more because it is there.
      if (minutes === null && isPassed) continue
      await note(db, id, minutes === null ? null : new Date(Date.now() + minutes * 60_000))
    } catch (error) {
      failed(error)
    }
}

/** Does so while the server runs. */
export const startHarmWatch = (
  { store, log }: Pick<Services, 'store' | 'log'>,
  minutesLeft: MinutesLeft,
): { stop(): Promise<void> } =>
  startRounds({
    name: 'harms',
    everyMs: EVERY_MS,
    round: () => countHarms(store, minutesLeft, error => roundFailed(log, 'harms', error)),
    log,
  })
