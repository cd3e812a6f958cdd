import type { z } from 'zod'
import type { NewUserForm, User } from '#shared/contracts/users.ts'
import { rolesToAssign } from '../../accounts/assignable-roles.ts'
import { mailPassword } from '../../accounts/mail-password.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { passwordFault } from '../../accounts/password-rules.ts'
import { newId } from '../../database/ids.ts'
import type { ChangingCall } from '../../http/call.ts'
import { refuse } from '../../http/errors.ts'
import { hashPassword } from '../../http/passwords.ts'
import { departmentOf } from './departments.ts'
import { sealIdCard } from './id-cards.ts'
import { endSessions, knownOf, openUser, readerOf, storeUser, type UserCall } from './user-changes.ts'
import { findUser, shownUser } from './users.queries.ts'

/** Invites the user by mail; one without an address begins with the password given, which they then have to change. */
export async function createUser(call: ChangingCall & { body: z.output<typeof NewUserForm> }): Promise<User> {
  const { db, body, viewer, language, services, about } = call
  const office = await departmentOf(db, viewer, body.officeId, language)
  const roles = await rolesToAssign(
    db,
    viewer,
    { kind: office.kind, officePath: office.path },
    body.roleIds ?? [],
  )
  const email = body.email ?? null
  const id = newId()
  await openAccount(db, {
    ...knownOf(body),
    ...{ id, office, username: body.username, email, kind: office.kind },
    idCard: body.idCard ? sealIdCard(services.config.appSecret, id, body.idCard) : null,
    roleIds: roles.map(role => role.id),
    ...(email === null ? await firstPassword(body.password, body.username) : { invited: language }),
  })
  about(office.path)
  return { ...(await shownUser(readerOf(call), await findUser(db, id, language))), isBeyond: false }
}

/** A password that somebody else has chosen: it has to be changed at signing in. */
async function firstPassword(password: string | undefined, username: string) {
  if (password === undefined) throw refuse.invalid([{ field: 'password', message: 'user.passwordRequired' }])
  const fault = await passwordFault(password, [username])
  if (fault) throw refuse.invalid([{ field: 'password', message: fault }])
  return { passwordHash: await hashPassword(password), mustChangePassword: true }
}

/**
 * Mails the user a new password; until it is used the old one stays. Who has no address gets the one given here at once,
 * and whoever is signed in as them is no more.
 */
export async function resetPassword(
  call: UserCall & { body: { password?: string | undefined } },
): Promise<User> {
  const { db, body, params, language } = call
  const { row } = await openUser(call)
  if (row.email === null) {
    await endSessions(db, row.id)
    return storeUser(call, {
      ...(await firstPassword(body.password, row.username)),
      ...{ mailedPasswordHash: null, mailedPasswordUntil: null },
    })
  }
  const reason = row.lastActiveAt === null ? 'invitation' : 'forgotten'
  await mailPassword(db, { accountId: params.id, reason, language })
  return storeUser(call, {})
}
