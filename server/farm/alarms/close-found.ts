import { sql } from 'drizzle-orm'
import { CLOSES_AFTER_MS } from '#shared/alarm-closing.ts'
import { newId } from '../../platform/database/ids.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarm, alarmStep } from '../../platform/database/tables/alarms.ts'

/** Closed in one round; the others have their turn in the next. */
const AT_ONCE = 1_000

/**
 * Closes alarms whose cause somebody has given and that have been quiet for a while since, in the name of whoever gave it:
 * giving the cause was the last thing that wanted a person. Returns how many.
 */
export function closeFound(store: Store): Promise<number> {
  return store.transaction(SYSTEM, async db => {
    const { rows } = await db.execute<{
      alarmId: string
      officePath: string
      farmPath: string
      accountId: string
      actorName: string
    }>(sql`
      with due as (
        select a.id from ${alarm} a where a.handling = 'cause_found' and a.condition = 'cleared'
          and a.cause is not null and a.cleared_at <= now() - make_interval(secs => ${CLOSES_AFTER_MS / 1_000})
          and exists (select from ${alarmStep} s where s.alarm_id = a.id and s.step = 'cause_found')
        limit ${AT_ONCE} for update skip locked
      )
      update ${alarm} a set handling = 'solved', handled_at = now(), ring = null, ring_at = null, chain_at = null
      from due, ${alarmStep} s where a.id = due.id and s.alarm_id = a.id and s.step = 'cause_found'
      returning a.id as "alarmId", a.office_path as "officePath", a.farm_path as "farmPath",
        s.account_id as "accountId", s.actor_name as "actorName"`)
    if (rows.length === 0) return 0
    await db
      .insert(alarmStep)
      .values(rows.map(row => ({ ...row, id: newId(), step: 'solved' as const })))
      .onConflictDoNothing()
    return rows.length
  })
}
