import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Grant } from '#shared/permissions.ts'
import { decidersOf } from '../../people/customers/people.ts'
import { tell } from '../../people/notices/tell.ts'
import { forgetReached, notingNobody } from '../../people/notices/unreached.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { systemAlarm, systemMinute, systemProcess, unreached } from '../../platform/database/tables/system.ts'
import type { Known } from './backups/due.ts'
import { disksOf } from './disks.ts'
import { type Trouble, troublesOf } from './judge.ts'

/** A process silent for this long is gone, along with what it reported. ms */
export const GONE_MS = 3 * 60_000

/** Processes that reported recently, each with its newest minute. */
export const aliveAt = (db: Db, now: number) =>
  db
    .selectDistinctOn([systemProcess.id], { process: systemProcess, minute: systemMinute })
    .from(systemProcess)
    .innerJoin(systemMinute, eq(systemMinute.processId, systemProcess.id))
    .where(
      and(gt(systemProcess.seenAt, new Date(now - GONE_MS)), gt(systemMinute.at, new Date(now - GONE_MS))),
    )
    .orderBy(systemProcess.id, sql`${systemMinute.at} desc`)

const WATCHES: readonly Grant[] = ['dashboard_monitor:query']

const isSame = (one: Pick<Trouble, 'kind' | 'subject'>, other: Pick<Trouble, 'kind' | 'subject'>) =>
  one.kind === other.kind && one.subject === other.subject

/**
 * Tells the staff who look after the system what is wrong with it, once however many processes see it, and clears what is
 * over. Returns the accounts told. `db` carries the system's scope.
 */
export async function keepAlarms(db: Db, backups: Known): Promise<string[]> {
  const { now, timeZone } = backups
  const [alive, disks, standing] = [
    await aliveAt(db, now),
    await disksOf(db, now),
    await db.select().from(systemAlarm).where(isNull(systemAlarm.clearedAt)),
  ]
  const hosts = new Set(alive.map(({ process }) => process.host))
  await forgetReached(db)
  const health = {
    now,
    disks: disks.filter(({ host }) => hosts.has(host)),
    certificates: alive.flatMap(({ process }) => process.certificates),
    oldestMs: Math.max(0, ...alive.map(({ minute }) => minute.oldestMs)),
    backups,
    unreached: await db.$count(unreached),
  }
  const troubles = troublesOf(health, trouble => standing.some(alarm => isSame(alarm, trouble)), timeZone)
  const over = standing.filter(alarm => !troubles.some(trouble => isSame(alarm, trouble)))
  if (over.length > 0)
    await db
      .update(systemAlarm)
      .set({ clearedAt: new Date(now) })
      .where(
        inArray(
          systemAlarm.id,
          over.map(({ id }) => id),
        ),
      )
  const told = []
  for (const trouble of troubles) told.push(...(await raise(db, trouble)))
  return [...new Set(told)]
}

/** The first process to see it writes the row; for the others nothing is new. */
async function raise(db: Db, { kind, subject, level, title }: Trouble): Promise<string[]> {
  const raised = await db
    .insert(systemAlarm)
    .values({ id: newId(), kind, subject })
    .onConflictDoNothing()
    .returning({ id: systemAlarm.id })
  if (raised.length === 0) return []
  const deciders = await decidersOf(db, WATCHES, sql`true`)
  const meant = { side: 'provider', path: ROOT_PATH, business: 'health', grants: WATCHES } as const
  const staff = await notingNobody(db, deciders, meant)
  return tell(db, staff, { title, level, messageType: 'to_do', businessType: 'health', subjectId: null })
}
