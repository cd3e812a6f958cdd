import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { overhaulPushRun, overhaulPushTold } from '../../platform/database/tables/overhaul.ts'
import type { Call } from '../../platform/http/call.ts'
import { skipped } from '../../platform/http/lists.ts'
import { findPush } from './overhaul-pushes.queries.ts'
import { missedIn, reach, stands } from './reached.ts'

/** The times a reminder was sent, the latest first. */
export async function listRuns(call: Call<typeof overhaulPushes.runs>) {
  const { db, params, query } = call
  await findPush(call, params.id)
  const isOfPush = eq(overhaulPushRun.pushId, params.id)
  const rows = await db
    .select({
      dueAt: overhaulPushRun.dueAt,
      told: overhaulPushRun.told,
      missed: missedIn(sql`${overhaulPushRun}`),
    })
    .from(overhaulPushRun)
    .where(isOfPush)
    .orderBy(desc(overhaulPushRun.dueAt))
    .limit(query.size)
    .offset(skipped(query))
  return {
    total: await db.$count(overhaulPushRun, isOfPush),
    items: rows.map(({ dueAt, ...row }) => ({ ...row, dueAt: dueAt.toISOString() })),
  }
}

/** Whom a reminder was sent to, those whom it did not reach first. */
export async function listRecipients(call: Call<typeof overhaulPushes.recipients>) {
  const { db, params, query, services } = call
  await findPush(call, params.id)
  const last = sql`(select max(due_at) from ${overhaulPushRun} where push_id = ${params.id})`
  const isOfRun = and(
    eq(overhaulPushTold.reminderId, params.id),
    eq(overhaulPushTold.dueAt, query.dueAt === undefined ? last : new Date(query.dueAt)),
  )
  const found = await db
    .select({
      id: overhaulPushTold.accountId,
      name: account.actualName,
      reach,
      ...stands,
      mailId: overhaulPushTold.mailId,
    })
    .from(overhaulPushTold)
    .innerJoin(account, eq(account.id, overhaulPushTold.accountId))
    .where(isOfRun)
    .orderBy(sql`array_position(array['missed', 'waiting'], ${reach})`, account.actualName, account.id)
    .limit(query.size)
    .offset(skipped(query))
  // What waits to be mailed is the server's alone: only why these mails were not taken.
  const failed = found.flatMap(({ mail, mailId }) => (mail === 'taken' || mailId === null ? [] : [mailId]))
  const problems = await services.store
    .scoped(SYSTEM)
    .select({ id: mail.id, problem: mail.problem })
    .from(mail)
    .where(inArray(mail.id, failed))
  const problemOf = new Map(problems.map(({ id, problem }) => [id, problem]))
  return {
    total: await db.$count(overhaulPushTold, isOfRun),
    items: found.map(({ mailId, ...row }) => ({ ...row, mailProblem: problemOf.get(mailId ?? '') ?? null })),
  }
}
