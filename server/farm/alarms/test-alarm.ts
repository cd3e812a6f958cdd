import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmTest } from '../../platform/database/tables/alarm-rules.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { sayBoth } from '../../platform/http/texts.ts'
import { type Place, tellFarmers } from './receivers.ts'

/** What test messages are about: there is nothing to open, reading them is all that is asked. */
const ALARM_TEST = 'alarm-test'
/** Messages that only went out by other ways are marked as read at once: that is no answer. */
export const isUnanswered = sql<boolean>`(${noticeMessage.readAt} is null
  or ${noticeMessage.readAt} <= ${noticeMessage.createdAt} + interval '1 second')`
/** People are phoned, so pressing twice is one test. */
const PAUSE = '10 minutes'

/**
 * Sends the farm's people a test by the same ways as a grave alarm; marking the message as read confirms it.
 * Returns who was told, null when a test has only just been made.
 */
export async function startTest(db: Db, place: Place, by: { accountId: string; name: string }) {
  const { officePath, farmPath } = place
  // One test at a time per farm, whoever presses.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('alarm_test' || ${farmPath}, 0))`)
  const isRecent = await db.$count(
    alarmTest,
    and(eq(alarmTest.officePath, officePath), gt(alarmTest.startedAt, sql`now() - ${PAUSE}::interval`)),
  )
  if (isRecent > 0) return null
  const id = newId()
  await db.insert(alarmTest).values({ id, officePath, farmPath, accountId: by.accountId })
  return tellFarmers(db, place, {
    title: sayBoth(['alarm.test', { name: by.name }]),
    level: 'critical',
    messageType: 'device_alarm',
    businessType: ALARM_TEST,
    subjectId: id,
  })
}

/**
 * A key pressed in a call that told of a test, alone or with alarms, is that person's answer of the test, like reading its
 * message. Returns whether it was the first.
 */
export async function answerTest(db: Db, accountId: string, callId: string): Promise<boolean> {
  const answered = await db
    .update(noticeMessage)
    .set({ readAt: sql`now()`, mailWanted: false, pushWanted: false })
    .where(
      and(
        eq(noticeMessage.accountId, accountId),
        eq(noticeMessage.businessType, ALARM_TEST),
        // Messages of one call are marked as called at the same moment.
        sql`${noticeMessage.calledAt} = (select m.called_at from ${noticeMessage} m where m.id = ${callId})`,
        isUnanswered,
      ),
    )
    .returning({ id: noticeMessage.id })
  return answered.length > 0
}

/** The last test in scope of an office, and who has confirmed it; null if there was none. */
export async function lastTest(db: Db, { officePath }: Pick<Place, 'officePath'>) {
  const [last] = await db
    .select({ id: alarmTest.id, startedAt: alarmTest.startedAt, by: account.actualName })
    .from(alarmTest)
    .leftJoin(account, eq(account.id, alarmTest.accountId))
    .where(eq(alarmTest.officePath, officePath))
    .orderBy(desc(alarmTest.startedAt))
    .limit(1)
  if (!last) return null
  const people = await db
    .select({ id: account.id, name: account.actualName, confirmedAt: noticeMessage.readAt })
    .from(noticeMessage)
    .innerJoin(account, eq(account.id, noticeMessage.accountId))
    // Written like the partial index, which has the business type as a literal and no parameter.
    .where(sql`${noticeMessage.businessType} = 'alarm-test' and ${noticeMessage.subjectId} = ${last.id}`)
    .orderBy(sql`${noticeMessage.readAt} is null`, account.actualName)
  const { startedAt, by } = last
  return {
    startedAt: startedAt.toISOString(),
    by,
    people: people.map(({ id, name, confirmedAt }) => ({
      id,
      name,
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
  }
}
