import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Notice, notices } from '#shared/contracts/notices.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { noticeMessage } from '../../database/tables/histories.ts'
import { orderOf, skipped, totalOf } from '../../http/lists.ts'

type List = z.output<typeof notices.list.query>

const sortable = { createdAt: noticeMessage.createdAt, level: noticeMessage.level }

/** One page of the messages of an account, the newest first. */
export async function listNotices(db: Db, accountId: string, query: List, language: Language) {
  const { read, messageType, level } = query
  const where = and(
    eq(noticeMessage.accountId, accountId),
    read && (read === 'read' ? isNotNull(noticeMessage.readAt) : isNull(noticeMessage.readAt)),
    messageType && eq(noticeMessage.messageType, messageType),
    level && eq(noticeMessage.level, level),
  )
  const order = query.sort
    ? orderOf(query.sort, sortable, '-createdAt', noticeMessage.id)
    : [desc(noticeMessage.createdAt), desc(noticeMessage.id)]
  const total = db.$count(noticeMessage, where)
  const rows = await db
    .select({ ...getTableColumns(noticeMessage), total })
    .from(noticeMessage)
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(
    ({ id, title, level, messageType, businessType, subjectId, createdAt, readAt }): Notice => ({
      ...{ id, level, messageType, businessType, subjectId, title: title[language] },
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    }),
  )
  return { total: await totalOf(rows, total), items }
}

/** Marks messages of the account as read, all that are named or all there are. Returns how many are unread then. */
export async function readNotices(
  db: Db,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<number> {
  const unread = and(eq(noticeMessage.accountId, accountId), isNull(noticeMessage.readAt)) as SQL
  const named = ids === 'all' ? undefined : inArray(noticeMessage.id, [...ids])
  await db.update(noticeMessage).set({ readAt: new Date() }).where(and(unread, named))
  const [left] = await db.select({ count: count() }).from(noticeMessage).where(unread)
  return left?.count ?? 0
}
