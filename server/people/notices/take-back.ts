import { and, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'

const columns = { call: ['call_wanted', 'called_at'], push: ['push_wanted', 'pushed_at'] } as const

/**
 * Lets the messages that calls or pushes told besides their gravest, and that are still unread, be told by themselves. What was
 * taken back reached nobody: nothing waits for a pause after it.
 */
export async function tellRest(
  db: Db,
  way: keyof typeof columns,
  gravest: readonly { id: string }[],
): Promise<void> {
  if (gravest.length === 0) return
  const [wanted, toldAt] = columns[way].map(name => sql.identifier(name))
  const ids = sql.param([...new Set(gravest.map(({ id }) => id))])
  await db.execute(sql`update ${noticeMessage} m set ${wanted} = m.read_at is null, ${toldAt} = null
    from ${noticeMessage} gone where gone.id = any(${ids}::text[]) and m.account_id = gone.account_id
      and m.${toldAt} = gone.${toldAt}`)
}

/** Takes back the mails that told of these messages and of none that is still unread. */
export async function takeBackMails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`delete from ${mail} l using ${alarmEvent} e join ${noticeMessage} m on m.id = e.message_id
    where m.id = any(${sql.param([...ids])}::text[]) and l.id = e.mail_id and l.sent_at is null and l.given_up_at is null
      and not exists (select from ${noticeMessage} o
        where o.account_id = m.account_id and o.mailed_at = m.mailed_at and o.read_at is null)`)
}

/** Of these messages, those about alarms, which need somebody no more: see {@link needNobody}. */
async function idsNeedingNobody(db: Db, which: SQL): Promise<string[]> {
  const { id, subjectId, also } = noticeMessage
  const messages = await db
    .select({ id, subjectId, also })
    .from(noticeMessage)
    .where(and(which, eq(noticeMessage.businessType, 'alarm'), isNotNull(subjectId)))
  const alarmsOf = ({ subjectId, also }: (typeof messages)[number]) => [subjectId ?? '', ...(also ?? [])]
  // Each alarm by its key: in one statement the planner takes them for few, and looks through all for each message.
  const states = await db
    .select({ id: alarm.id, isOver: needNobody })
    .from(alarm)
    .where(anyOf(alarm.id, new Set(messages.flatMap(alarmsOf))))
  const known = new Map(states.map(({ id, isOver }) => [id, isOver]))
  return messages
    .filter(message => {
      const those = alarmsOf(message).flatMap(id => known.get(id) ?? [])
      return those.length > 0 && those.every(isOver => isOver)
    })
    .map(({ id }) => id)
}

/** Whether somebody has proven to be on site since the chain of an alarm (the name of its row) began. */
export const isProvenOnSite = (
  of: SQL,
) => sql<boolean>`exists (select from ${alarmEvent} e where e.alarm_id = ${of}.id
  and e.kind = 'answer' and e.answer = 'on_site' and e.is_proven and e.chain_from is not distinct from ${of}.chain_from)`

/**
 * Whether an alarm has cleared, or somebody has proven to be on site; the cause of one that is not grave is enough, however it was
 * found out.
 */
const needNobody = sql<boolean>`(${alarm}.condition = 'cleared' or ${alarm}.handling = 'solved'
  or ${alarm}.handling = 'cause_found' and ${alarm}.level not in ('critical', 'emergency')
  or ${isProvenOnSite(sql`${alarm}`)})`

/** Nobody is called for what has not been called for yet, once all its alarms are over or in hands. */
export async function dropNeedlessCalls(db: Db): Promise<void> {
  const ids = await idsNeedingNobody(db, eq(noticeMessage.callWanted, true))
  if (ids.length > 0)
    await db.update(noticeMessage).set({ callWanted: false }).where(anyOf(noticeMessage.id, ids))
}

/**
 * Takes back the calls that still wait to wake somebody for nothing: every alarm of the call's gravest message is over, or in
 * hands. What the call told besides is called for by itself. One that is just being handed over is left alone: it rings.
 * `db` is a transaction with the system's scope.
 */
export async function takeBackCalls(db: Db): Promise<void> {
  const waiting = await db
    .select({ id: phoneCall.id })
    .from(phoneCall)
    .where(lte(phoneCall.dueAt, sql`now()`))
    .for('update', { skipLocked: true })
  if (waiting.length === 0) return
  const needless = await idsNeedingNobody(
    db,
    anyOf(
      noticeMessage.id,
      waiting.map(({ id }) => id),
    ),
  )
  if (needless.length === 0) return
  const calls = await db
    .delete(phoneCall)
    .where(anyOf(phoneCall.id, needless))
    .returning({ id: phoneCall.id })
  await db
    .update(alarmEvent)
    .set({ callResult: 'needless', callResultAt: new Date() })
    .where(
      and(
        anyOf(
          alarmEvent.callId,
          calls.map(({ id }) => id),
        ),
        isNull(alarmEvent.callResult),
      ),
    )
  await tellRest(db, 'call', calls)
}
