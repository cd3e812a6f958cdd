import { and, eq, min } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmEvent, alarmStep } from '../../platform/database/tables/alarms.ts'

/** Steps that a log names, in their order; when people were told stands before them. */
export const loggedSteps = ['seen', 'going', 'on_site', 'solved'] as const
export type LoggedStep = (typeof loggedSteps)[number]

/** What was done about an alarm: when people were first told, and who took which step when. */
export interface AlarmLog {
  told: Date | null
  steps: ReadonlyMap<LoggedStep, { at: Date; by: string }>
}
const NOTHING: AlarmLog = { told: null, steps: new Map() }

/** What was done about these alarms; of each id an entry. */
export async function logOf(db: Db, ids: readonly string[]): Promise<(id: string) => AlarmLog> {
  if (ids.length === 0) return () => NOTHING
  const [told, steps] = [
    await db
      .select({ id: alarmEvent.alarmId, at: min(alarmEvent.at) })
      .from(alarmEvent)
      .where(and(anyOf(alarmEvent.alarmId, ids), eq(alarmEvent.kind, 'told')))
      .groupBy(alarmEvent.alarmId),
    await db
      .select({ id: alarmStep.alarmId, step: alarmStep.step, at: alarmStep.at, by: alarmStep.actorName })
      .from(alarmStep)
      .where(anyOf(alarmStep.alarmId, ids)),
  ]
  const toldAt = new Map(told.map(({ id, at }) => [id, at]))
  const byAlarm = Map.groupBy(steps, ({ id }) => id)
  return id => ({
    told: toldAt.get(id) ?? null,
    steps: new Map(
      (byAlarm.get(id) ?? []).flatMap(({ step, at, by }) => {
        const logged = loggedSteps.find(each => each === step)
        return logged ? [[logged, { at, by }] as const] : []
      }),
    ),
  })
}
