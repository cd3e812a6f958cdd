import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PushType } from '#shared/overhaul-pushes.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { bothNames } from '#shared/text.ts'
import { holders } from '../../people/customers/people.ts'
import { type NewNotice, tellEach } from '../../people/notices/tell.ts'
import { isOfSameFarm } from '../../platform/database/customers-seen.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { overhaulPush, overhaulPushRun } from '../../platform/database/tables/overhaul.ts'
import { concerns, momentOf } from './overhaul-pushes.queries.ts'
import { noteTold } from './reached.ts'

type Push = typeof overhaulPush.$inferSelect

/** The kind of message a reminder is sent as. */
const kinds = {
  daily: { messageType: 'daily_reminder', level: 'info' },
  maintenance: { messageType: 'to_do', level: 'info' },
  emergency: { messageType: 'to_do', level: 'emergency' },
} as const satisfies Record<PushType, Pick<NewNotice, 'messageType' | 'level'>>

/**
 * The day a recurring reminder is next pushed after `at`, by its customer's calendar: missed ones are not made up for one by
 * one. Null for a timed one.
 */
export const nextOf = (at: SQL = sql`now()`): SQL<string | null> => sql<string | null>`(
  select case when ${overhaulPush}.every_days is not null then ${overhaulPush}.next_on + ${overhaulPush}.every_days
    * (1 + floor(extract(epoch from (${at} at time zone place.time_zone) - (${overhaulPush}.next_on + ${overhaulPush}.clock))
      / 86400 / ${overhaulPush}.every_days))::int end
  from ${office} place where place.id = ${overhaulPush}.office_id)`

/** Recipients of a reminder: the customer's people who may open its overhaul items, and those named. */
async function receiversOf(db: Db, { officePath, receiverIds }: Push) {
  const inCustomer = sql`starts_with(${account.officePath}, ${officePath})
    and ${isOfSameFarm(account.officeId, officePath)}`
  const people = await holders(db, CUSTOMER, ['device_overhaul_item_client:query'], inCustomer)
  const named = await db
    .select({ id: account.id, officePath: account.officePath })
    .from(account)
    .where(
      and(
        inArray(account.id, receiverIds),
        isNull(account.deletedAt),
        isNull(account.disabledAt),
        // They may have moved, or no longer look after the customer.
        concerns(officePath),
      ),
    )
  return [...new Map([...people, ...named].map(person => [person.id, person])).values()]
}

/** Writes the messages for one due time of a reminder, and the outcome. A successful one is not repeated. */
async function handOver(db: Db, push: Push, dueAt: Date): Promise<string[]> {
  const run = { pushId: push.id, dueAt, officePath: push.officePath }
  const isOfRun = and(eq(overhaulPushRun.pushId, push.id), eq(overhaulPushRun.dueAt, dueAt))
  const [known] = await db.select().from(overhaulPushRun).where(isOfRun)
  if (known && known.failure === null) return []
  const { chineseText, englishText, type } = push
  const people = await receiversOf(db, push)
  const messages = await tellEach(db, people, {
    ...kinds[type],
    title: bothNames({ chineseName: chineseText, englishName: englishText }),
    businessType: 'overhaul',
    // Whoever looks after many customers is led to what is due at this one.
    subjectId: push.officeId,
  })
  const told = [...messages.keys()]
  const became = { told: told.length, failure: told.length > 0 ? null : ('nobody' as const), at: sql`now()` }
  await db
    .insert(overhaulPushRun)
    .values({ ...run, ...became })
    .onConflictDoUpdate({
      target: [overhaulPushRun.pushId, overhaulPushRun.dueAt],
      set: { ...became, tries: sql`${overhaulPushRun.tries} + 1` },
    })
  await noteTold(db, run, [...messages.values()])
  const succeeded = push.mode === 'circular' ? 'waiting' : 'success'
  await db
    .update(overhaulPush)
    .set({ state: told.length > 0 ? succeeded : 'failed' })
    .where(eq(overhaulPush.id, push.id))
  return told
}

/** Pushes again what failed last. */
export async function pushAgain(db: Db, pushId: string): Promise<string[]> {
  const [push] = await db.select().from(overhaulPush).where(eq(overhaulPush.id, pushId))
  const [last] = await db
    .select()
    .from(overhaulPushRun)
    .where(eq(overhaulPushRun.pushId, pushId))
    .orderBy(desc(overhaulPushRun.dueAt))
    .limit(1)
  return push && last ? handOver(db, push, last.dueAt) : []
}

/**
 * Pushes one reminder that is due at `at` and moves it to its next day, in one transaction: other processes take other ones,
 * and after a crash it is still due. Null if none is due.
 */
export const pushNextDue = (store: Store, at = new Date()): Promise<string[] | null> =>
  store.transaction(SYSTEM, async db => {
    const dueAt = momentOf(overhaulPush.nextOn)
    const [due] = await db
      .select({
        push: overhaulPush,
        dueAt: sql<string>`${dueAt}`,
        isDisabled: sql<boolean>`${office.disabledAt} is not null`,
      })
      .from(overhaulPush)
      .innerJoin(office, eq(office.id, overhaulPush.officeId))
      .where(lte(dueAt, at))
      .orderBy(dueAt)
      .limit(1)
      .for('update', { of: overhaulPush, skipLocked: true })
    if (!due) return null
    const { push, isDisabled } = due
    // A disabled customer gets nothing until it is enabled again.
    if (isDisabled) {
      await db
        .update(overhaulPush)
        .set({ state: 'stopped', nextOn: null })
        .where(eq(overhaulPush.id, push.id))
      return []
    }
    await db
      .update(overhaulPush)
      .set({ nextOn: nextOf(sql`${at.toISOString()}::timestamptz`) })
      .where(eq(overhaulPush.id, push.id))
    return handOver(db, push, new Date(due.dueAt))
  })
