import { sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { alarmWatch } from '../../platform/database/tables/alarms.ts'
import type { KeptCount, Watches } from './watches.ts'

type Changes = ReturnType<Watches['takeChanges']>

/** What was counted before the start, of every device. */
export async function readCounts(store: Store): Promise<KeptCount[]> {
  const rows = await store.scoped(SYSTEM).select().from(alarmWatch)
  return rows.map(({ since, countedAt, ...row }) => ({
    ...row,
    since: since.getTime(),
    countedAt: countedAt?.getTime() ?? null,
  }))
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Stores what is counted now for the changed rules, and nothing for those that are over, in one statement. */
export async function writeCounts(store: Store, changes: Changes): Promise<void> {
  const counts = changes.flatMap(change => change.counts)
  const column = <T>(of: (count: KeptCount) => T) => sql.param(counts.map(of))
  const [subjects, rules] = [changes.map(({ subjectId }) => subjectId), changes.map(({ rule }) => rule)]
  await store.scoped(SYSTEM).execute(sql`
    with kept as (
      select * from unnest(
        ${column(({ subjectId }) => subjectId)}::text[], ${column(({ rule }) => rule)}::text[],
        ${column(({ step }) => step)}::int[], ${column(({ spentMs }) => spentMs)}::float8[],
        ${column(({ isBeyond }) => isBeyond)}::boolean[], ${column(({ since }) => instant(since))}::timestamptz[],
        ${column(({ countedAt }) => instant(countedAt))}::timestamptz[]
      ) as k (subject_id, rule, step, spent_ms, is_beyond, since, counted_at)
    ), over as (
      delete from ${alarmWatch} w
      using unnest(${sql.param(subjects)}::text[], ${sql.param(rules)}::text[]) as c (subject_id, rule)
      where w.subject_id = c.subject_id and w.rule = c.rule and not exists (
        select from kept k where k.subject_id = w.subject_id and k.rule = w.rule and k.step = w.step)
    )
    insert into ${alarmWatch} select k.* from kept k where exists (select from device d where d.id = k.subject_id)
    on conflict (subject_id, rule, step) do update set spent_ms = excluded.spent_ms,
      is_beyond = excluded.is_beyond, since = excluded.since, counted_at = excluded.counted_at`)
}
