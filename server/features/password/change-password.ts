import { eq, sql } from 'drizzle-orm'
import type { password } from '#shared/contracts/password.ts'
import { TOKEN_LIFETIME_MS } from '#shared/limits.ts'
import { askPassword } from '../../people/accounts/ask-password.ts'
import { endAccess } from '../../people/accounts/end-access.ts'
import { endEmailChange } from '../../people/accounts/end-email-change.ts'
import { passwordFault } from '../../people/accounts/password-rules.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { hashPassword, isPassword } from '../../platform/http/passwords.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'

type Change = Call<(typeof password)['change']>

/**
 * Changes one's own password; needs the old one, unless this session was opened with a mailed one. Ends the account's other
 * sessions, its API tokens and any mailed password, and tells its address.
 */
export async function changePassword(call: Change): Promise<null> {
  const { services, db, viewer, body, language, afterwards } = call
  const { newPassword, confirmPassword } = body
  if (newPassword !== confirmPassword)
    throw refuse.invalid([{ field: 'confirmPassword', message: 'password.notSame' }])
  const [own] = await db.select().from(account).where(eq(account.id, viewer.accountId)).for('update')
  if (!own) throw refuse.unauthorized()
  if (!own.mustChangePassword) await requireOld(call, own.passwordHash)
  const fault = await passwordFault(newPassword, [own.username, own.email])
  if (fault) throw refuse.invalid([{ field: 'newPassword', message: fault }])
  if (await isPassword(newPassword, own.passwordHash))
    throw refuse.invalid([{ field: 'newPassword', message: 'password.unchanged' }])

  await db
    .update(account)
    .set({
      passwordHash: await hashPassword(newPassword),
      mustChangePassword: false,
      mailedPasswordHash: null,
      mailedPasswordUntil: null,
    })
    .where(eq(account.id, own.id))
  await endAccess(db, own.id, viewer.tokenHash)
  await lastFully(db, viewer.tokenHash)
  await endEmailChange(db, own.id)
  if (own.email)
    await queueMail(db, {
      to: own.email,
      language: own.language ?? language,
      template: 'passwordChanged',
      values: { name: own.actualName, username: own.username },
    })
  afterwards(() => services.events.emit('access', { accountIds: [own.id] }))
  return null
}

/** A session opened by a mailed password ends with it; from now on it is like any other. */
const lastFully = (db: Change['db'], tokenHash: string) =>
  db
    .update(session)
    .set({ expiresAt: sql`${session.createdAt} + ${TOKEN_LIFETIME_MS} * interval '1 ms'` })
    .where(eq(session.tokenHash, tokenHash))

async function requireOld(call: Change, stored: string): Promise<void> {
  if (!call.body.oldPassword) throw refuse.invalid([{ field: 'oldPassword', message: 'field.required' }])
  await askPassword(call, call.body.oldPassword, stored)
}
