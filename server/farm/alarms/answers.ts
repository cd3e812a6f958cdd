import { and, sql } from 'drizzle-orm'
import type { AlarmAnswer, answerWays } from '#shared/alarm-chain.ts'
import { type Handling, handlings, metricOfAlarm } from '#shared/alarms.ts'
import { takeBackMails, tellRest } from '../../people/notices/take-back.ts'
import { isAboutAlarms } from '../../people/notices/unread.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmEvent, alarmStep } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { push, pushSubscription } from '../../platform/database/tables/push.ts'
import type { Events } from '../../platform/events.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import { WITHOUT_LATER_RING } from './alarm-record.ts'

type Row = typeof alarm.$inferSelect
export interface Answering {
  /** Null: nobody in particular, at the panel. */
  accountId: string | null
  name: string | null
  answer: AlarmAnswer
  via: (typeof answerWays)[number]
  isProven?: boolean
  note?: string | null
  /** The call that it answers. */
  callId?: string
  /** Now, unless it is said. */
  at?: Date
  /** When we heard of it, and the clock of the farm when it was said, if that was earlier. */
  late?: { heardAt: Date; clock: string } | undefined
}

/** What the alarm's metric shows now; null when it shows nothing. */
export function measuredNow(
  { subjectId, code }: Pick<Row, 'subjectId' | 'code'>,
  devices: Pick<DeviceSide, 'latest'>,
): number | null {
  const value = devices.latest(subjectId)?.readings.get(metricOfAlarm(code) ?? '')?.value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/**
 * Notes what somebody says of alarms, so that their chains are looked at anew, and takes back what still waits to tell that
 * person of them. An answer to a call is noted once. Returns the alarms in which it is new.
 */
export async function noteAnswers(
  db: Db,
  rows: readonly Row[],
  { accountId, name, answer, via, isProven = false, note = null, callId, at = new Date(), late }: Answering,
  devices: Pick<DeviceSide, 'latest'>,
): Promise<Row[]> {
  if (rows.length === 0) return []
  const made = await db
    .insert(alarmEvent)
    .values(
      rows.map(row => ({
        id: newId(),
        alarmId: row.id,
        officePath: row.officePath,
        farmPath: row.farmPath,
        kind: 'answer' as const,
        at,
        accountId,
        actorName: name,
        chainFrom: row.chainFrom,
        answer,
        via,
        isProven,
        note,
        callId: callId ?? null,
        heardAt: late?.heardAt ?? null,
        value: late ? null : measuredNow(row, devices),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: alarmEvent.alarmId })
  const fresh = rows.filter(({ id }) => made.some(row => row.id === id))
  const ids = fresh.map(({ id }) => id)
  await db
    .update(alarm)
    .set({ chainAt: sql`case when ${alarm.chainFrom} is not null then now() end` })
    .where(anyOf(alarm.id, ids))
  return fresh
}

/** Alarms that somebody still has to hear of: standing, and without an answer of theirs as they are now. */
const isOpenFor = (accountId: string, alarmIds: readonly string[]) => sql`a.condition <> 'cleared'
  and a.handling <> 'solved' and not a.id = any(${sql.param([...alarmIds])}::text[])
  and not exists (select from ${alarmEvent} e where e.alarm_id = a.id and e.kind = 'answer' and e.account_id = ${accountId}
    and e.chain_from is not distinct from a.chain_from)`

/**
 * Takes back the calls, mails and pushes that still wait to tell somebody of alarms they have answered, in their queues too.
 * What tells of others too goes on: a message until they have answered all it names, a mail while one of its messages is
 * unread, and what a call or push told besides makes one of its own.
 */
export async function stopTelling(db: Db, accountId: string, alarmIds: readonly string[]): Promise<void> {
  const about = sql`${noticeMessage.accountId} = ${accountId} and ${isAboutAlarms(alarmIds)}
    and not exists (select from ${alarm} a where (a.id = ${noticeMessage}.subject_id or a.id = any(${noticeMessage}.also))
      and ${isOpenFor(accountId, alarmIds)})`
  const rows = await db
    .update(noticeMessage)
    .set({
      readAt: sql`coalesce(${noticeMessage.readAt}, now())`,
      mailWanted: false,
      pushWanted: false,
      callWanted: false,
    })
    .where(about)
    .returning({ id: noticeMessage.id })
  const ids = rows.map(({ id }) => id)
  const calls = await db.delete(phoneCall).where(anyOf(phoneCall.id, ids)).returning({ id: phoneCall.id })
  await tellRest(db, 'call', calls)
  const tag = sql<string>`${push.content} ->> 'tag'`
  const listens = sql`exists (select from ${pushSubscription} s where s.session_id = ${push.sessionId} and s.account_id = ${accountId})`
  const pushes = await db
    .delete(push)
    .where(and(listens, anyOf(tag, ids)))
    .returning({ id: tag })
  await tellRest(db, 'push', pushes)
  await takeBackMails(db, ids)
}

/** Takes alarms to a step of their handling, in the name of somebody. */
export async function keepHandling(
  db: Db,
  rows: readonly Row[],
  step: Handling,
  { accountId, name, via, note = null, at = new Date() }: Omit<Answering, 'answer'>,
  more: Partial<typeof alarm.$inferInsert> = {},
): Promise<void> {
  if (rows.length === 0) return
  await db
    .update(alarm)
    .set({ handling: step, handledBy: name, handledAt: at, ...more, ...WITHOUT_LATER_RING })
    .where(
      anyOf(
        alarm.id,
        rows.map(({ id }) => id),
      ),
    )
  const told = { accountId, actorName: name, via, note, at }
  await db
    .insert(alarmStep)
    .values(
      rows.map(({ id, officePath, farmPath }) => ({
        id: newId(),
        alarmId: id,
        officePath,
        farmPath,
        step,
        ...told,
      })),
    )
    .onConflictDoUpdate({ target: [alarmStep.alarmId, alarmStep.step], set: told })
}

/** Whether an alarm is not yet as far as an answer says; one that cannot come takes it nowhere. */
export const isAhead = ({ handling }: Pick<Row, 'handling'>, answer: AlarmAnswer): boolean =>
  answer !== 'cannot' && handlings.indexOf(handling) < handlings.indexOf(answer)

/** Tells screens that somebody acts on alarms. */
export function showHandled(events: Events, rows: readonly Row[]): void {
  for (const { id, code, level, subjectId: iotId, source, houseIds, raisedAt } of rows)
    events.emit('alarm', {
      alarmId: id,
      change: 'handled',
      alarm: { code, level, iotId, source, houseIds, raisedAt: raisedAt.getTime() },
    })
}
