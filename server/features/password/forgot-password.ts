import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { password } from '#shared/contracts/password.ts'
import { mailPassword, makePassword } from '../../people/accounts/mail-password.ts'
import { keyOf } from '../../people/accounts/open-account.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { passwordRequest } from '../../platform/database/tables/registration.ts'
import { addressKey } from '../../platform/http/address.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'

const HOUR_MS = 3_600_000
/** Passwords mailed to one account per hour; further tries get the same answer. */
const MAILS_AN_HOUR = 3
/** Tries per network address and hour, for any account. */
const TRIES_AN_HOUR = 15

/**
 * Mails a new password to the holder of this address. Neither the answer nor its timing reveals whether there is one: the
 * same is hashed and written in every case.
 */
export async function forgotPassword({ services, body, ip, language }: Call<(typeof password)['forgot']>) {
  const [emailKey, from] = [keyOf(body.email), addressKey(ip)]
  const { appSecret } = services.config
  const made = await makePassword()
  const isTooOften = await services.store.transaction(SYSTEM, async db => {
    const { tries, mails } = await note(db, emailKey, from)
    if (tries > TRIES_AN_HOUR) return true
    const isMailed = mails <= MAILS_AN_HOUR
    const [found] = await db
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.emailKey, emailKey), isNull(account.deletedAt), isNull(account.disabledAt)))
    await mailPassword(db, {
      accountId: (isMailed && found?.id) || NOBODY,
      reason: 'forgotten',
      language,
      appSecret,
      made,
    })
    return false
  })
  if (isTooOften) throw refuse.tooMany(HOUR_MS / 1_000)
  return null
}

/** An id that no account has. */
const NOBODY = '-'

/** Counts this try, and returns how many there were within an hour from this address and for this account. */
async function note(db: Db, emailKey: string, from: string): Promise<{ tries: number; mails: number }> {
  // One after the other, or several at once would each pass as the last one allowed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('password requests', 0))`)
  await db.delete(passwordRequest).where(lt(passwordRequest.at, new Date(Date.now() - 24 * HOUR_MS)))
  await db.insert(passwordRequest).values({ emailKey, addressKey: from })
  const [counted] = await db
    .select({
      tries: sql<number>`(count(*) filter (where ${passwordRequest.addressKey} = ${from}))::int`,
      mails: sql<number>`(count(*) filter (where ${passwordRequest.emailKey} = ${emailKey}))::int`,
    })
    .from(passwordRequest)
    .where(gt(passwordRequest.at, new Date(Date.now() - HOUR_MS)))
  return counted ?? { tries: 0, mails: 0 }
}
