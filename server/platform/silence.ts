import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { HeldBack } from '#shared/contracts/silence.ts'
import { newId } from './database/ids.ts'
import { type Db, type Store, SYSTEM } from './database/store.ts'
import { alarm } from './database/tables/alarms.ts'
import { phoneCall } from './database/tables/calls.ts'
import { noticeMessage } from './database/tables/histories.ts'
import { mail } from './database/tables/mail.ts'
import { push } from './database/tables/push.ts'
import { silence } from './database/tables/system.ts'
import { webhookDelivery } from './database/tables/webhooks.ts'

/** A file in the folder of a restored database: it comes into place together with it, and says that it is a copy. */
const SIGN = 'smart-farm-restored.json'
const Restored = z.object({ backup: z.string(), backedUpAt: z.iso.datetime() })
type Restored = z.infer<typeof Restored>

/** Marks a database that is being restored. `owner`: who must be able to read all of its folder. */
export function writeSign(
  cluster: string,
  restored: Restored,
  owner?: { uid: number; gid: number } | undefined,
): void {
  const path = join(cluster, SIGN)
  writeFileSync(path, JSON.stringify(restored), { mode: 0o600 })
  if (owner) chownSync(path, owner.uid, owner.gid)
}

/** What the sign says; undefined without one. */
function readSign(cluster: string): Restored | undefined {
  try {
    return Restored.parse(JSON.parse(readFileSync(join(cluster, SIGN), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Silences an installation whose database has just been restored, before anything of it can be sent. */
export async function heedSign(store: Store, cluster: string): Promise<void> {
  const restored = readSign(cluster)
  if (!restored) return
  await store.transaction(SYSTEM, db => beginSilence(db, restored))
  rmSync(join(cluster, SIGN), { force: true })
}

const isStanding = isNull(silence.endedAt)

/** The silence of this installation; undefined while messages go out. `db` carries the system's scope. */
export async function silenceOf(db: Db): Promise<typeof silence.$inferSelect | undefined> {
  const [found] = await db.select().from(silence).where(isStanding)
  return found
}

export const isSilent = async (store: Store): Promise<boolean> =>
  (await silenceOf(store.scoped(SYSTEM))) !== undefined

/** A round of handing messages over, which does nothing while the installation is silent. */
export const unlessSilent = (store: Store, round: () => Promise<boolean>) => async () =>
  (await isSilent(store)) ? false : round()

/** Why a mail was given up. */
const HELD_BACK = 'held back: the installation was restored from a backup'

/** Gives up what waits to be sent; a message stays one for the bell. `isKept`: messages that are still sent. */
async function holdBack(db: Db, isKept: SQL): Promise<HeldBack> {
  const wanted = sql`(mail_wanted or push_wanted or call_wanted)`
  const { rows } = await db.execute<HeldBack & Record<string, number>>(sql`
    with mails as (
      update ${mail} set values = '{}', sealed = null, given_up_at = now(), problem = ${HELD_BACK}
      where sent_at is null and given_up_at is null returning 1
    ), pushes as (delete from ${push} returning 1), calls as (delete from ${phoneCall} returning 1), webhooks as (
      update ${webhookDelivery} set state = 'failed', problem = 'silent' where state = 'waiting' returning 1
    ), messages as (
      update ${noticeMessage} set mail_wanted = false, push_wanted = false, call_wanted = false
      where ${wanted} and not ${isKept} returning 1
    )
    select (select count(*) from mails)::int as mails, (select count(*) from pushes)::int as pushes,
      (select count(*) from calls)::int as calls, (select count(*) from webhooks)::int as webhooks,
      (select count(*) from messages)::int as messages`)
  const [held] = rows
  if (!held) throw new Error('Nothing was counted')
  return held
}

/** About an alarm that was told since, and still stands. */
export const standsSince = (at: Date): SQL => sql`(${noticeMessage.businessType} = 'alarm'
  and ${noticeMessage.createdAt} >= ${at.toISOString()}::timestamptz
  and exists (select from ${alarm} a where a.id = ${noticeMessage.subjectId} and a.condition <> 'cleared'))`

/** Silences the installation; what waits to be sent is held back for good. Does nothing if it is silent. */
export async function beginSilence(db: Db, restored: Restored | null): Promise<void> {
  await lock(db)
  if (await silenceOf(db)) return
  const heldBack = await holdBack(db, sql`false`)
  await db.insert(silence).values({
    id: newId(),
    backup: restored?.backup ?? null,
    backedUpAt: restored && new Date(restored.backedUpAt),
    heldBack,
  })
}

/**
 * Lets messages go out again: those of alarms that stand, and whatever comes from now on. The rest of what waited is held
 * back. Answers what it was; undefined if the installation was not silent.
 */
export async function endSilence(db: Db, endedBy: string): Promise<HeldBack | undefined> {
  await lock(db)
  const standing = await silenceOf(db)
  if (!standing) return undefined
  const heldBack = await holdBack(db, standsSince(standing.beganAt))
  await db.update(silence).set({ endedAt: sql`now()`, endedBy }).where(eq(silence.id, standing.id))
  return heldBack
}

const lock = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(hashtextextended('silence', 0))`)
