import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { withAmounts } from '#shared/amounts.ts'
import type { Notice, notices } from '#shared/contracts/notices.ts'
import type { Reader } from '#shared/units.ts'
import type { Db } from '../../database/store.ts'
import { alarm } from '../../database/tables/alarms.ts'
import { noticeMessage } from '../../database/tables/histories.ts'
import { orderOf, skipped, totalOf } from '../../http/lists.ts'
import { say } from '../../http/texts.ts'

type List = z.output<typeof notices.list.query>

const sortable = { createdAt: noticeMessage.createdAt, level: noticeMessage.level }

/** Tells of an alarm that its reader may not see any more: the farm is not shared now, or is not theirs. */
const isHidden = sql<boolean>`${noticeMessage.businessType} = 'alarm' and ${noticeMessage.subjectId} is not null
  and not exists (select from ${alarm} a where a.id = ${noticeMessage}.subject_id)`

/** One page of the messages of an account, the newest first. */
export async function listNotices(db: Db, accountId: string, query: List, reader: Reader) {
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
    .select({ ...getTableColumns(noticeMessage), total, isHidden })
    .from(noticeMessage)
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(
    ({
      id,
      title,
      amounts,
      level,
      messageType,
      businessType,
      subjectId,
      createdAt,
      readAt,
      isHidden,
    }): Notice => ({
      ...{ id, level, messageType, businessType, subjectId: isHidden ? null : subjectId },
      title: isHidden
        ? say(reader.language, 'notice.hidden')
        : withAmounts(title[reader.language], amounts, reader),
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    }),
  )
  return { total: await totalOf(rows, total), items }
}

/**
 * Marks messages of the account as read, all that are named or all there are; what was read needs no mail or push any more. Returns
 * how many are unread then.
 */
export async function readNotices(
  db: Db,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<number> {
  const unread = and(eq(noticeMessage.accountId, accountId), isNull(noticeMessage.readAt)) as SQL
  const named = ids === 'all' ? undefined : inArray(noticeMessage.id, [...ids])
  await db
    .update(noticeMessage)
    .set({ readAt: new Date(), mailWanted: false, pushWanted: false })
    .where(and(unread, named))
  const [left] = await db.select({ count: count() }).from(noticeMessage).where(unread)
  return left?.count ?? 0
}
