import { and, desc, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { placeText, withAmounts } from '#shared/amounts.ts'
import type { Notice, notices } from '#shared/contracts/notices.ts'
import type { Reader } from '#shared/units.ts'
import { isOver, isUnread, markRead, unreadOf } from '../../people/notices/unread.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { gravityOf, orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import { say } from '../../platform/http/texts.ts'

type List = z.output<typeof notices.list.query>

const sortable = { createdAt: noticeMessage.createdAt, level: gravityOf(noticeMessage.level) }

/** Reports an alarm that its reader may no longer see: the farm is not shared, or not theirs. */
const isHidden = sql<boolean>`${noticeMessage.businessType} = 'alarm' and ${noticeMessage.subjectId} is not null
  and ${alarm.id} is null`
const ofItsAlarm = and(eq(noticeMessage.businessType, 'alarm'), eq(alarm.id, noticeMessage.subjectId))
const byUrgency = [
  desc(isUnread),
  sql`case when ${isUnread} then ${gravityOf(noticeMessage.level)} end desc nulls last`,
  desc(noticeMessage.createdAt),
  desc(noticeMessage.id),
]

const columns = {
  ...getTableColumns(noticeMessage),
  isHidden,
  alarm: {
    code: alarm.code,
    raisedAt: alarm.raisedAt,
    isCleared: isOver,
    houses: sql<string[]>`array(select name from ${house} where id = any(${alarm.houseIds}) or id in (
      select unnest(a.house_ids) from ${alarm} a where a.id = any(${noticeMessage.also})) order by name)`,
  },
}

/** One page of an account's messages: unread first by severity, then newest. */
export async function listNotices(db: Db, accountId: string, query: List, reader: Reader) {
  const { read, messageType, level } = query
  const where = and(
    eq(noticeMessage.accountId, accountId),
    read && (read === 'read' ? not(isUnread) : isUnread),
    messageType && eq(noticeMessage.messageType, messageType),
    level && eq(noticeMessage.level, level),
  )
  const order = query.sort ? orderOf(query.sort, sortable, '-createdAt', noticeMessage.id) : byUrgency
  const total = db.$count(noticeMessage, where)
  const rows = await db
    .select({ ...columns, total })
    .from(noticeMessage)
    .leftJoin(alarm, ofItsAlarm)
    .where(where)
    .orderBy(...order)
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows.map(row => shownNotice(row, reader)) }
}

type Row = Omit<typeof noticeMessage.$inferSelect, 'alarm'> & {
  isHidden: boolean
  alarm: { code: string; raisedAt: Date; isCleared: boolean; houses: string[] } | null
}

function shownNotice(row: Row, reader: Reader): Notice {
  const { id, level, messageType, businessType, isHidden, alarm } = row
  return {
    id,
    level,
    messageType,
    businessType,
    subjectId: isHidden ? null : row.subjectId,
    title: isHidden
      ? say(reader.language, 'notice.hidden')
      : withAmounts(row.title[reader.language], row.amounts, reader),
    places: isHidden ? null : (row.listed?.map(place => placeText(place, reader)) ?? null),
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    alarm: alarm && {
      code: alarm.code,
      houses: alarm.houses,
      raisedAt: alarm.raisedAt.toISOString(),
      isCleared: alarm.isCleared,
    },
  }
}

/** Marks messages of the account as read, the named ones or all. Returns how many are still unread. */
export async function readNotices(
  db: Db,
  accountId: string,
  ids: readonly string[] | 'all',
): Promise<number> {
  await markRead(db, accountId, ids === 'all' ? undefined : inArray(noticeMessage.id, [...ids]))
  return unreadOf(db, accountId)
}
