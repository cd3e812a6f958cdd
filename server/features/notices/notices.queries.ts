import { and, desc, eq, getTableColumns, inArray, lt, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { placeText, withAmounts } from '#shared/amounts.ts'
import { DEFAULT_CHANNELS } from '#shared/contracts/notice-channels.ts'
import {
  type FoldedNotice,
  type MutableKind,
  mutableKinds,
  type Notice,
  type notices,
} from '#shared/contracts/notices.ts'
import type { Reader } from '#shared/units.ts'
import { isMuted, isOver, isUnread, markRead, unreadOf } from '../../people/notices/unread.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { noticeChoice, noticeMessage } from '../../platform/database/tables/histories.ts'
import type { Viewer } from '../../platform/http/identify.ts'
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
  isMuted,
  alarm: {
    code: alarm.code,
    raisedAt: alarm.raisedAt,
    isCleared: isOver,
    houses: sql<string[]>`array(select name from ${house} where id = any(${alarm.houseIds}) or id in (
      select unnest(a.house_ids) from ${alarm} a where a.id = any(${noticeMessage.also})) order by name)`,
  },
}

/** Of these kinds the subject is an organisation, of which many things are told. */
const OF_OFFICES = sql`('overhaul', 'customer', 'consent', 'approval', 'formalWaiting', 'trialWaiting')`
/**
 * What a message is about. An alarm that came, went and came again is the same thing: its controller and code; one that the
 * reader may not see is only itself. Of an organisation only what says the same is.
 */
const thing = sql<string>`concat_ws(' ', ${noticeMessage.businessType}, ${noticeMessage.messageType},
  coalesce(${alarm.subjectId} || ' ' || ${alarm.code}, ${noticeMessage.subjectId}, ${noticeMessage.id}),
  case when ${noticeMessage.businessType} in ${OF_OFFICES} then ${noticeMessage.title}::text end)`

/** The messages of an account that a list asks for. */
async function wantedBy(db: Db, accountId: string, { read, messageType, level, like }: List) {
  return and(
    eq(noticeMessage.accountId, accountId),
    read && (read === 'read' ? not(isUnread) : isUnread),
    messageType && eq(noticeMessage.messageType, messageType),
    level && eq(noticeMessage.level, level),
    // A message that is not the reader's is like none.
    like === undefined ? undefined : aboutThings(db, accountId, await thingsOf(db, accountId, [like])),
  )
}

/** What some messages of an account are about, and when it was told. */
const thingsOf = (db: Db, accountId: string, ids: readonly string[]) =>
  db
    .select({ thing, createdAt: noticeMessage.createdAt })
    .from(noticeMessage)
    .leftJoin(alarm, ofItsAlarm)
    .where(and(eq(noticeMessage.accountId, accountId), named(ids)))

const named = (ids: readonly string[]) => inArray(noticeMessage.id, [...ids])

/** Messages of an account about any of these things. */
const aboutThings = (db: Db, accountId: string, things: readonly { thing: string }[]): SQL =>
  inArray(
    noticeMessage.id,
    db
      .select({ id: noticeMessage.id })
      .from(noticeMessage)
      .leftJoin(alarm, ofItsAlarm)
      .where(
        and(
          eq(noticeMessage.accountId, accountId),
          inArray(
            thing,
            things.map(each => each.thing),
          ),
        ),
      ),
  )

const orderFor = ({ sort }: List): SQL[] =>
  sort ? orderOf(sort, sortable, '-createdAt', noticeMessage.id) : byUrgency

/** One page of an account's messages: unread first by severity, then newest. */
export async function listNotices(db: Db, accountId: string, query: List, reader: Reader) {
  const where = await wantedBy(db, accountId, query)
  const total = db.$count(noticeMessage, where)
  const rows = await db
    .select({ ...columns, total })
    .from(noticeMessage)
    .leftJoin(alarm, ofItsAlarm)
    .where(where)
    .orderBy(...orderFor(query))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows.map(row => shownNotice(row, reader)) }
}

/** The same, with one row for all messages about one thing: of the unread ones the newest, or else of all. */
export async function foldNotices(db: Db, accountId: string, query: List, reader: Reader) {
  const where = await wantedBy(db, accountId, query)
  const ranked = db
    .select({
      id: noticeMessage.id,
      place: sql<number>`row_number() over (partition by ${thing}
        order by ${isUnread} desc, ${noticeMessage.createdAt} desc, ${noticeMessage.id} desc)`.as('place'),
      count: sql<number>`(count(*) over (partition by ${thing}))::int`.as('count'),
      unread: sql<number>`(count(*) filter (where ${isUnread}) over (partition by ${thing}))::int`.as(
        'unread',
      ),
    })
    .from(noticeMessage)
    .leftJoin(alarm, ofItsAlarm)
    .where(where)
    .as('ranked')
  const total = db.$count(db.select({ id: ranked.id }).from(ranked).where(eq(ranked.place, 1)).as('folded'))
  const rows = await db
    .select({ ...columns, count: ranked.count, unread: ranked.unread, total })
    .from(noticeMessage)
    .innerJoin(ranked, and(eq(ranked.id, noticeMessage.id), eq(ranked.place, 1)))
    .leftJoin(alarm, ofItsAlarm)
    .orderBy(...orderFor(query))
    .limit(query.size)
    .offset(skipped(query))
  const items = rows.map(
    (row): FoldedNotice => ({ ...shownNotice(row, reader), count: row.count, unread: row.unread }),
  )
  return { total: await totalOf(rows, total), items }
}

type Row = Omit<typeof noticeMessage.$inferSelect, 'alarm'> & {
  isHidden: boolean
  isMuted: boolean
  alarm: { code: string; raisedAt: Date; isCleared: boolean; houses: string[] } | null
}

function shownNotice(row: Row, reader: Reader): Notice {
  const { id, level, messageType, businessType, isHidden, isMuted, alarm } = row
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
    isMuted,
    alarm: alarm && {
      code: alarm.code,
      houses: alarm.houses,
      raisedAt: alarm.raisedAt.toISOString(),
      isCleared: alarm.isCleared,
    },
  }
}

/**
 * Marks messages of the account as read: the named ones, with `alike` also what was told before of the same things, or all.
 * Returns how many are still unread.
 */
export async function readNotices(
  db: Db,
  accountId: string,
  ids: readonly string[] | 'all',
  alike = false,
): Promise<number> {
  const which = ids === 'all' ? undefined : alike ? await alikeTo(db, accountId, ids) : named(ids)
  await markRead(db, accountId, which)
  return unreadOf(db, accountId)
}

/** Messages about the same things, up to the named ones: what came since then was not on the screen. */
async function alikeTo(db: Db, accountId: string, ids: readonly string[]): Promise<SQL | undefined> {
  const things = await thingsOf(db, accountId, ids)
  // The database knows a moment to the microsecond, a date here only to the millisecond.
  const after = new Date(1 + Math.max(0, ...things.map(({ createdAt }) => createdAt.getTime())))
  return and(aboutThings(db, accountId, things), lt(noticeMessage.createdAt, after))
}

/** The kinds that an account has muted. */
export async function mutedBy(db: Db, accountId: string): Promise<{ kinds: MutableKind[] }> {
  const [row] = await db
    .select({ muted: noticeChoice.muted })
    .from(noticeChoice)
    .where(eq(noticeChoice.accountId, accountId))
  return { kinds: mutableKinds.filter(kind => row?.muted.includes(kind)) }
}

/** Mutes a kind, or hears of it again; the others stay as they are, whatever another window does meanwhile. */
export async function muteKind(
  db: Db,
  { accountId, officePath }: Pick<Viewer, 'accountId' | 'officePath'>,
  { kind, isMuted }: { kind: MutableKind; isMuted: boolean },
) {
  const without = sql`array_remove(${noticeChoice.muted}, ${kind})`
  await db
    .insert(noticeChoice)
    .values({ accountId, officePath, channels: DEFAULT_CHANNELS.channels, muted: isMuted ? [kind] : [] })
    .onConflictDoUpdate({
      target: noticeChoice.accountId,
      set: { muted: isMuted ? sql`array_append(${without}, ${kind})` : without },
    })
  return mutedBy(db, accountId)
}
