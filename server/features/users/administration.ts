import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type User, users } from '#shared/contracts/users.ts'
import type { Seen } from '#shared/endpoint.ts'
import { tellingLostDuties } from '../../farm/alarms/lost-duties.ts'
import { endAccess, endApiTokens, endSessions } from '../../people/accounts/end-access.ts'
import { keepingAnAdministrator } from '../../people/accounts/last-administrator.ts'
import { mailPassword } from '../../people/accounts/mail-password.ts'
import { holdFor } from '../../people/customers/hold.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { eachRow } from '../../platform/http/bulk.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuseRestoring, standsInTheWay, withDeletion } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { openUser, storeUser, type UserCall } from './user-changes.ts'
import { findKeptUser } from './users.queries.ts'
import { isElsewhere, loginsInUse, takenFaults } from './users.rules.ts'

/** Nobody can lock themselves out by mistake. */
export function refuseOneself({ params, viewer }: UserCall): void {
  if (params.id === viewer.accountId) throw refuse.forbidden('user.oneself')
}

/** An owner of the farm confirms an account that somebody above the farm opened, or whose address they changed. */
export async function admitUser(call: UserCall & { body: z.output<typeof Seen> }): Promise<User> {
  const { db, viewer, params, body, language, services } = call
  if (viewer.officePath !== viewer.scope.farm) throw refuse.forbidden('user.ownerConfirms')
  const { row, shown } = await openUser(call)
  if (shown.status !== 'HELD') throw refuse.conflict({ yours: null, current: shown }, 'user.notHeld')
  // The owner does not confirm an address entered since they looked.
  refuseOlder(body, row.version, shown)
  if (row.lastActiveAt === null && row.email)
    await mailPassword(db, {
      accountId: params.id,
      reason: 'invitation',
      language,
      appSecret: services.config.appSecret,
    })
  return storeUser(call, { heldAt: null, heldUntil: null })
}

/**
 * Lets somebody in again, and tells the farm. The farm itself may have locked them out: nobody above it can undo that
 * without an owner's confirmation, whatever password or token they still have.
 */
async function letIn(call: UserCall, row: typeof account.$inferSelect, what: 'enabled' | 'restored') {
  const { db, viewer } = call
  const hold = await holdFor(db, viewer, row.officePath, { accountId: row.id })
  await tellFarm(call, row.officePath, { what, username: row.username }, hold)
  if (!hold) return {}
  await endApiTokens(db, row.id)
  return { ...hold, mustChangePassword: true, mailedPasswordHash: null, mailedPasswordUntil: null }
}

/** Lets the user sign in again. */
export async function enableUser(call: UserCall): Promise<User> {
  const { row, shown } = await openUser(call)
  if (row.disabledAt === null) throw refuse.conflict({ yours: null, current: shown }, 'user.alreadyEnabled')
  return storeUser(call, { ...(await letIn(call, row, 'enabled')), disabledAt: null })
}

/** Locks the user out: their sessions and open screens end. */
export async function disableUser(call: UserCall): Promise<User> {
  refuseOneself(call)
  const { row, shown } = await openUser(call)
  if (row.disabledAt !== null) throw refuse.conflict({ yours: null, current: shown }, 'user.alreadyDisabled')
  await tellFarm(call, row.officePath, { what: 'disabled', username: row.username })
  return keepingAnAdministrator(call, () =>
    tellingLostDuties(call, [row], async () => {
      await endSessions(call.db, row.id)
      return storeUser(call, { disabledAt: new Date() })
    }),
  )
}

/** Marks the user as deleted; roles are kept for restoring, login id and e-mail are free again. */
export async function removeUser(call: UserCall): Promise<null> {
  const { db } = call
  refuseOneself(call)
  const { row } = await openUser(call)
  await tellFarm(call, row.officePath, { what: 'removed', username: row.username })
  return keepingAnAdministrator(call, () =>
    tellingLostDuties(call, [row], async () => {
      await endAccess(db, row.id)
      // Notices to a department go to its head.
      await db.update(office).set({ headId: null }).where(eq(office.headId, row.id))
      await changeRows(db, account, eq(account.id, row.id), { deletedAt: sql`now()` })
      return null
    }),
  )
}

/** Undoes the deletion of a user, with the roles they had. */
export async function restoreUser(call: UserCall): Promise<User> {
  const { db, language, services } = call
  const was = (user: User, { deletedAt }: { deletedAt: Date | null }) => withDeletion(user, deletedAt)
  const { row, shown } = await openUser(call, { find: findKeptUser, was })
  await refuseRestoring(db, row, shown, language)
  const { username, email } = row
  // An address that signs in to another account now, or did before, is only mailed to; housekeeping checks whether it is
  // free.
  const form = row.emailKey === null ? { username } : { username, email }
  const inUse = await loginsInUse({ store: services.store, db }, [form])
  const [taken] = takenFaults(form, inUse)
  if (taken?.field === 'username') throw standsInTheWay(shown, ['user.restore.nameTaken', { username }])
  if (taken) throw standsInTheWay(shown, ['user.restore.emailTaken', { email: email ?? '' }])
  const changed = await letIn(call, row, 'restored')
  return storeUser(call, {
    ...changed,
    ...(isElsewhere(form, inUse) && { emailKey: null }),
    deletedAt: null,
  })
}
const runs = { admit: admitUser, enable: enableUser, disable: disableUser, remove: removeUser }

/** Enables, disables or deletes several users independently. */
export async function changeUsers(call: ChangingCall & { body: z.output<(typeof users.bulk)['body']> }) {
  const { db, body, viewer } = call
  const { action, versions = {} } = body
  const endpoint = users[action]
  // The call itself is open to holders of any of them.
  if (!viewer.grants.has(endpoint.access)) throw refuse.forbidden()
  const ids = [...new Set(body.ids)]
  const known = await db
    .select({ id: account.id, name: account.username })
    .from(account)
    .where(inArray(account.id, ids))
    // Always in the same order, so that two such calls wait instead of deadlocking.
    .orderBy(account.id)
    .for('update')
  const nameOf = new Map(known.map(({ id, name }) => [id, name]))
  const rows = ids.map(id => ({ id, name: nameOf.get(id) ?? '' }))
  // Each row gets the answer of the single-row endpoint.
  return eachRow(
    { ...call, body: {} },
    {
      module: 'users',
      type: action,
      endpoint,
      rows,
      run: row => runs[action]({ ...row, body: { version: versions[row.params.id] } }),
    },
  )
}
