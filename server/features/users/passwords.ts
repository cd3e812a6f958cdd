import type { z } from 'zod'
import { type NewUserForm, type User, users } from '#shared/contracts/users.ts'
import { rolesToAssign } from '../../people/accounts/assignable-roles.ts'
import { endAccess, endApiTokens } from '../../people/accounts/end-access.ts'
import { endEmailChange } from '../../people/accounts/end-email-change.ts'
import { sealIdCard } from '../../people/accounts/id-card.ts'
import { mailPassword } from '../../people/accounts/mail-password.ts'
import { openAccount } from '../../people/accounts/open-account.ts'
import { passwordFault } from '../../people/accounts/password-rules.ts'
import { forgetFactors } from '../../people/accounts/second-factor/factors.ts'
import { holdFor } from '../../people/customers/hold.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import { newId } from '../../platform/database/ids.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { askForProofOf } from '../../platform/http/proof.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { refuseOneself } from './administration.ts'
import { departmentOf } from './departments.ts'
import { knownOf, openUser, readerOf, storeUser, type UserCall } from './user-changes.ts'
import { findUser, shownUser } from './users.queries.ts'

/** Invites the user by mail; one without an address starts with the given password, which they then have to change. */
export async function createUser(call: ChangingCall & { body: z.output<typeof NewUserForm> }): Promise<User> {
  const { db, body, viewer, language, services } = call
  const { appSecret } = services.config
  const office = await departmentOf(db, viewer, body.officeId, language)
  const roles = await rolesToAssign(
    db,
    viewer,
    { kind: office.kind, officePath: office.path },
    body.roleIds ?? [],
  )
  await askForProofOf(
    viewer,
    services,
    roles.flatMap(role => role.permissions),
  )
  const email = body.email ?? null
  const id = newId()
  const hold = await holdFor(db, viewer, office.path)
  await openAccount(db, {
    ...knownOf(body),
    ...hold,
    id,
    office,
    username: body.username,
    email,
    kind: office.kind,
    idCard: body.idCard ? sealIdCard(appSecret, id, body.idCard) : null,
    roleIds: roles.map(role => role.id),
    ...(email === null
      ? await firstPassword(body.password, body.username)
      : { invited: { language, appSecret } }),
  })
  call.tellHistory({ officePath: office.path })
  await tellFarm(call, office.path, { what: 'created', username: body.username }, hold)
  return {
    ...(await shownUser(readerOf(call), await findUser(db, id, language))),
    isBeyond: false,
    isDataBeyond: false,
  }
}

/** A password chosen by somebody else: it must be changed at sign-in. */
async function firstPassword(password: string | undefined, username: string) {
  if (password === undefined) throw refuse.invalid([{ field: 'password', message: 'user.passwordRequired' }])
  const fault = await passwordFault(password, [username])
  if (fault) throw refuse.invalid([{ field: 'password', message: fault }])
  return { passwordHash: await hashPassword(password), mustChangePassword: true }
}

/**
 * Mails the user a new password; until it is used the old one stays. A user without an address gets the one given here at
 * once, and their sessions end.
 */
export async function resetPassword(
  call: UserCall & { body: { password?: string | undefined } },
): Promise<User> {
  const { db, body, params, viewer, language, services } = call
  const { row } = await openUser(call, { beyond: 'user.beyondPassword' })
  // A mailed one reaches only the user; one given here is known to whoever gave it.
  const hold = row.email === null ? await holdFor(db, viewer, row.officePath, { accountId: row.id }) : null
  await tellFarm(call, row.officePath, { what: 'password', username: row.username }, hold)
  // If an owner gives the password, that counts as confirmation.
  const isConfirmed = viewer.officePath === viewer.scope.farm && viewer.grants.has(users.admit.access)
  if (row.email === null) {
    await endAccess(db, row.id)
    await endEmailChange(db, row.id)
    return storeUser(call, {
      ...(await firstPassword(body.password, row.username)),
      ...(isConfirmed ? { heldAt: null, heldUntil: null } : hold),
      mailedPasswordHash: null,
      mailedPasswordUntil: null,
    })
  }
  const reason = row.lastActiveAt === null ? 'invitation' : 'forgotten'
  await mailPassword(db, { accountId: params.id, reason, language, appSecret: services.config.appSecret })
  return storeUser(call, {})
}

/** Ends a user's API tokens, whatever program holds them. */
export async function endTokens(call: UserCall): Promise<User> {
  const { row, shown } = await openUser(call)
  if (!shown.hasTokens) throw refuse.conflict({ yours: null, current: shown }, 'user.noTokens')
  await endApiTokens(call.db, row.id)
  return storeUser(call, {})
}

/** Removes the second factors of somebody who lost them; if one is required, they set up another. */
export async function resetSecondFactor(call: UserCall): Promise<User> {
  const { db, language } = call
  refuseOneself(call)
  const { row, shown } = await openUser(call)
  if (!shown.hasSecondFactor) throw refuse.conflict({ yours: null, current: shown }, 'user.noSecondFactor')
  const { id, username, email, officePath } = row
  await forgetFactors(db, id)
  await tellFarm(call, officePath, { what: 'factor', username })
  if (email)
    await queueMail(db, {
      to: email,
      language: row.language ?? language,
      template: 'factorTaken',
      values: { name: row.actualName, username },
    })
  return storeUser(call, {})
}
