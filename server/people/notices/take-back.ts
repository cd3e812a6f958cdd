import { and, isNull, sql } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmEvent } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { callsForNobody } from './unread.ts'

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

/**
 * Takes back the calls that still wait to wake somebody for nothing: every alarm of the call's gravest message is over, or in
 * hands. What the call told besides is called for by itself. `db` is a transaction with the system's scope.
 */
export async function takeBackCalls(db: Db): Promise<void> {
  const calls = await db
    .delete(phoneCall)
    .where(
      sql`${phoneCall.id} = any(array(select ${noticeMessage.id} from ${noticeMessage} join ${phoneCall} waits
        on waits.id = ${noticeMessage.id} where ${callsForNobody}))`,
    )
    .returning({ id: phoneCall.id })
  if (calls.length === 0) return
  const ids = calls.map(({ id }) => id)
  await db
    .update(alarmEvent)
    .set({ callResult: 'needless', callResultAt: new Date() })
    .where(and(anyOf(alarmEvent.callId, ids), isNull(alarmEvent.callResult)))
  await tellRest(db, 'call', calls)
}
