import { and, desc, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { logOf } from '../../farm/alarms/log-steps.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmStep } from '../../platform/database/tables/alarms.ts'

/** A period that excludes its end. */
export interface Span {
  from: Date
  to: Date
}

/** Alarms of a house that were open in the period, newest first, and who took the first step on each. */
export async function alarmsOf(db: Db, houseId: string, { from, to }: Span) {
  const rows = await db
    .select()
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([houseId])}::text[]`,
        lt(alarm.raisedAt, to),
        or(ne(alarm.condition, 'cleared'), gte(sql`coalesce(${alarm.clearedAt}, ${alarm.raisedAt})`, from)),
      ),
    )
    .orderBy(desc(alarm.raisedAt), desc(alarm.id))
  const seen = await firstSteps(
    db,
    rows.map(({ id }) => id),
  )
  const handled = ({ handledBy: by, handledAt: at }: (typeof rows)[number]) => (by && at ? { by, at } : null)
  const logged = await logOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(row => ({ ...row, seen: seen.get(row.id) ?? handled(row), log: logged(row.id) }))
}
export type ReportedAlarm = Awaited<ReturnType<typeof alarmsOf>>[number]

async function firstSteps(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { by: string | null; at: Date }>()
  const rows = await db
    .selectDistinctOn([alarmStep.alarmId], {
      id: alarmStep.alarmId,
      by: alarmStep.actorName,
      at: alarmStep.at,
    })
    .from(alarmStep)
    .where(inArray(alarmStep.alarmId, [...ids]))
    .orderBy(alarmStep.alarmId, alarmStep.at)
  return new Map(rows.map(({ id, by, at }) => [id, { by, at }]))
}
