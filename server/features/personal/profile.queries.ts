import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Profile, ProfileForm } from '#shared/contracts/personal.ts'
import type { Db } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { avatarLink } from '../../platform/files/avatars.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { pendingEmail } from './email-change.ts'

/** An account's profile, as its user sees it. */
export async function readProfile(db: Db, accountId: string, appSecret: string): Promise<Profile> {
  const { username, actualName, phone, sex, job, email, avatarId, timeZone, version, erasureAskedAt } =
    account
  const [found] = await db
    .select({ username, actualName, phone, sex, job, email, avatarId, timeZone, version, erasureAskedAt })
    .from(account)
    .where(eq(account.id, accountId))
  if (!found) throw refuse.notFound()
  const { avatarId: picture, erasureAskedAt: asked, ...profile } = found
  const pending = await pendingEmail(db, accountId)
  return {
    ...profile,
    pendingEmail: pending,
    avatar: avatarLink(appSecret, picture),
    erasureAskedAt: asked?.toISOString() ?? null,
  }
}

/** Stores a person's own profile, unless their administrator was quicker. */
export async function saveProfile(
  db: Db,
  current: Profile,
  accountId: string,
  { version, actualName, phone, sex }: z.output<typeof ProfileForm>,
): Promise<void> {
  const yours = { actualName, phone, sex }
  const [saved] = await changeRows(
    db,
    account,
    and(eq(account.id, accountId), version === undefined ? undefined : eq(account.version, version)),
    { actualName, phone: phone || null, sex: sex ?? null },
  ).returning({ id: account.id })
  if (!saved) throw refuse.conflict({ yours, current: { id: accountId, ...current } })
}

/** Stores a person's time zone; null is that of their department. */
export async function saveTimeZone(db: Db, accountId: string, timeZone: string | null): Promise<void> {
  await db.update(account).set({ timeZone }).where(eq(account.id, accountId))
}
