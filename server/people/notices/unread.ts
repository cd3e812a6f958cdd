import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'

/** About an alarm that has cleared. */
export const isOver: SQL<boolean> = sql<boolean>`${noticeMessage.businessType} = 'alarm'
  and exists (select from ${alarm} a where a.id = ${noticeMessage}.subject_id and a.condition = 'cleared')`

/** What still wants its reader: not read, and not about an alarm that has cleared meanwhile. */
export const isUnread = sql<boolean>`(${noticeMessage.readAt} is null and not (${isOver}))`

/** How many messages the bell of an account counts. */
export async function unreadOf(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(noticeMessage)
    .where(and(eq(noticeMessage.accountId, accountId), isUnread))
  return row?.unread ?? 0
}

/** Marks messages of an account as read; what was read needs no mail or push any more. */
export async function markRead(db: Db, accountId: string, which: SQL | undefined): Promise<void> {
  await db
    .update(noticeMessage)
    .set({ readAt: new Date(), mailWanted: false, pushWanted: false })
    .where(and(eq(noticeMessage.accountId, accountId), isNull(noticeMessage.readAt), which))
}
