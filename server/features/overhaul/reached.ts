import { type SQL, sql } from 'drizzle-orm'
import type { browserResults, inAppResults, mailResults, Reach } from '#shared/overhaul-pushes.ts'
import { anyOf, insertAll } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { overhaulPushTold } from '../../platform/database/tables/overhaul.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'

type Run = Pick<typeof overhaulPushTold.$inferInsert, 'dueAt'> & { pushId: string }

/**
 * Notes the recipients of a run by the messages they were sent: by which ways, and why not by the others. What becomes of
 * mails and pushes is noted when it is known. `db` has the system's scope.
 */
export async function noteTold(db: Db, { pushId, dueAt }: Run, messageIds: readonly string[]): Promise<void> {
  const { id, accountId, officePath, readAt, mailWanted, pushWanted } = noticeMessage
  const hasBrowser = sql`exists (select from ${pushSubscription} p where p.account_id = ${account.id})`
  const people = await db
    .select({
      accountId,
      officePath,
      messageId: id,
      inApp: sql<boolean>`${readAt} is null`,
      mail: sql<'wanted' | 'noAddress' | 'off'>`case when ${mailWanted} then 'wanted'
        when ${account.email} is null then 'noAddress' else 'off' end`,
      push: sql<'wanted' | 'noBrowser' | 'off'>`case when ${pushWanted} then 'wanted'
        when not ${hasBrowser} then 'noBrowser' else 'off' end`,
    })
    .from(noticeMessage)
    .innerJoin(account, sql`${account.id} = ${accountId}`)
    .where(anyOf(id, messageIds))
  await insertAll(
    db,
    overhaulPushTold,
    people.map(person => ({ ...person, reminderId: pushId, dueAt })),
  )
}

/** What was not sent, or pushed without an answer, for so long never will be: messages are sent for a day. */
const isLate = (since: SQL) => sql`${since} < now() - interval '25 hours'`
const { inApp, readAt, mail, mailId, mailResult, push, pushedAt, pushResult, toldAt } = overhaulPushTold

/** Where a recipient stands, by way. */
export const stands = {
  inApp: sql<keyof typeof inAppResults>`case when ${readAt} is not null then 'read'
    when ${inApp} then 'unread' else 'off' end`,
  mail: sql<keyof typeof mailResults>`case when ${mailResult} <> 'delayed' then ${mailResult}
    when ${mail} <> 'wanted' then ${mail} when ${readAt} is not null then 'needless'
    when ${mailId} is null and ${isLate(sql`${toldAt}`)} then 'unreachable' else 'waiting' end`,
  push: sql<keyof typeof browserResults>`case when ${pushResult} <> 'delayed' then ${pushResult}
    when ${push} <> 'wanted' then ${push} when ${readAt} is not null then 'needless'
    when ${isLate(sql`coalesce(${pushedAt}, ${toldAt})`)} then 'unreachable' else 'waiting' end`,
}

/** Whether it got to them by any way. */
export const reach = sql<Reach>`case
  when ${readAt} is not null or ${mailResult} = 'taken' or ${pushResult} in ('taken', 'reached') then 'reached'
  when 'waiting' in (${stands.mail}, ${stands.push}) then 'waiting' else 'missed' end`

/** How many of those to whom `run`, a row of runs by its name, was sent it did not reach. */
export const missedIn = (run: SQL): SQL<number> => sql<number>`(select count(*)::int from ${overhaulPushTold}
  where ${overhaulPushTold.reminderId} = ${run}.push_id and ${overhaulPushTold.dueAt} = ${run}.due_at and ${reach} = 'missed')`
