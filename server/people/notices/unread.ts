import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'

/** About an alarm that has cleared, or several that all have. */
export const isOver: SQL<boolean> = sql<boolean>`${noticeMessage.businessType} = 'alarm'
  and exists (select from ${alarm} a where a.id = ${noticeMessage}.subject_id and a.condition = 'cleared')
  and not exists (select from ${alarm} a where a.id = any(${noticeMessage}.also) and a.condition <> 'cleared')`

/** About one of these alarms, alone or with others. */
export const isAboutAlarms = (ids: readonly string[]): SQL =>
  sql`(${noticeMessage.businessType} = 'alarm' and (${anyOf(noticeMessage.subjectId, ids)}
    or ${noticeMessage.also} && ${sql.param([...ids])}::text[]))`

/** Of a kind that its reader has muted; what is critical is heard of whatever is muted. */
export const isMuted: SQL<boolean> = sql<boolean>`(${noticeMessage.level} in ('info', 'warning')
  and exists (select from notice_choice c where c.account_id = ${noticeMessage}.account_id
    and ${noticeMessage}.business_type = any(c.muted)))`

/** What still needs its reader: unread, of a kind that is not muted, and not about an alarm that has since cleared. */
export const isUnread = sql<boolean>`(${noticeMessage.readAt} is null and not ${isMuted} and not (${isOver}))`

/** The number on an account's bell. */
export async function unreadOf(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(noticeMessage)
    .where(and(eq(noticeMessage.accountId, accountId), isUnread))
  return row?.unread ?? 0
}

/** Marks an account's messages as read; they need no mail or push any more. */
export async function markRead(db: Db, accountId: string, which: SQL | undefined): Promise<void> {
  await db
    .update(noticeMessage)
    .set({ readAt: new Date(), mailWanted: false, pushWanted: false })
    .where(and(eq(noticeMessage.accountId, accountId), isNull(noticeMessage.readAt), which))
}

/** Takes back what people have not read of the same alarms, before they are told of them again. */
export async function replaceUnread(
  db: Db,
  people: readonly { id: string }[],
  { subjectId, also }: { subjectId: string | null; also: readonly string[] },
): Promise<void> {
  if (subjectId === null) return
  const theirs = anyOf(
    noticeMessage.accountId,
    people.map(({ id }) => id),
  )
  await db
    .update(noticeMessage)
    .set({ readAt: new Date(), mailWanted: false, pushWanted: false, callWanted: false })
    .where(and(theirs, isNull(noticeMessage.readAt), isAboutAlarms([subjectId, ...also])))
}
