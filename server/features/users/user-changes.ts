import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { User, UserForm } from '#shared/contracts/users.ts'
import type { Kind } from '#shared/permissions.ts'
import { tellingLostDuties } from '../../farm/alarms/lost-duties.ts'
import { rolesToAssign } from '../../people/accounts/assignable-roles.ts'
import { endEmailChange } from '../../people/accounts/end-email-change.ts'
import { sealIdCard } from '../../people/accounts/id-card.ts'
import { keepingAnAdministrator } from '../../people/accounts/last-administrator.ts'
import { moveAccount } from '../../people/accounts/move-account.ts'
import { keyOf, loginToStore, takenBy } from '../../people/accounts/open-account.ts'
import { type Hold, holdFor } from '../../people/customers/hold.ts'
import { tellFarm } from '../../people/customers/tell-farm.ts'
import { account, accountRole } from '../../platform/database/tables/offices.ts'
import type { AnyCall, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { askForProof, askForProofOf } from '../../platform/http/proof.ts'
import type { TextKey } from '../../platform/http/texts.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { departmentOf, nodesOf } from './departments.ts'
import { type FoundUser, findKeptUser, findUser, type Reader, shownUser } from './users.queries.ts'

type Form = z.output<typeof UserForm>
export type UserCall = ChangingCall & { params: { id: string } }

/** The context of an answer about users. */
export const readerOf = ({
  db,
  viewer,
  language,
  services,
}: AnyCall & Pick<Reader, 'db' | 'viewer'>): Reader => ({
  db,
  viewer,
  language,
  store: services.store,
  appSecret: services.config.appSecret,
})

interface Opening {
  find?: typeof findUser
  isDataOnly?: boolean
  /** The message for callers with fewer rights. */
  beyond?: TextKey
  /** What the history keeps of the user as they were, if not what the API shows. */
  was?: (user: User, row: FoundUser['row']) => object
}

/**
 * Locks the user until the transaction ends. Refuses callers with fewer rights than the user: otherwise they could take over
 * the account.
 */
export async function openUser(
  call: UserCall,
  { find = findUser, isDataOnly = false, beyond = 'user.beyond', was = user => user }: Opening = {},
): Promise<FoundUser & { shown: User }> {
  const { db, params, language } = call
  const read = async () => {
    const found = await find(db, params.id, language)
    return { ...found, user: await shownUser(readerOf(call), found) }
  }
  const { user, ...found } = await openFound(call, account.id, read, ({ user, row }) => was(user, row))
  if (isDataOnly ? user.isDataBeyond : user.isBeyond) throw refuse.forbidden(beyond)
  return { ...found, shown: user }
}
/** For exporting or erasing their data: staff are responsible for that for owners of farms as well. */
export const openPerson = (call: UserCall, was: NonNullable<Opening['was']>) =>
  openUser(call, { find: findKeptUser, isDataOnly: true, was })

/** Stores the changes and returns the updated user, whose rights are within the viewer's. */
export async function storeUser(
  call: UserCall,
  changed: Partial<typeof account.$inferInsert>,
): Promise<User> {
  const { db, params, language } = call
  await changeRows(db, account, eq(account.id, params.id), changed).catch((error: unknown) => {
    throw takenBy(error)
  })
  return {
    ...(await shownUser(readerOf(call), await findUser(db, params.id, language))),
    isBeyond: false,
    isDataBeyond: false,
  }
}

/** A form's fields about a person, except how they sign in. */
export const knownOf = (form: Form) => ({
  actualName: form.actualName,
  language: form.language ?? null,
  sex: form.sex ?? null,
  phone: form.phone || null,
  job: form.job || null,
  timeZone: form.timeZone || null,
})

/** Changes a user, their department and their roles. */
export async function changeUser(call: UserCall & { body: Form }): Promise<User> {
  const { db, params, body, viewer, services } = call
  const found = await openUser(call)
  refuseOlder(body, found.row.version, found.shown)
  const isMailedElsewhere = keyOf(body.email ?? '') !== keyOf(found.row.email ?? '')
  if (keyOf(body.username) !== found.row.usernameKey || isMailedElsewhere) await askForProof(viewer, services)
  const login = await loginToStore(db, { username: body.username, email: body.email ?? null }, found.row)
  const keeping = <T>(work: () => Promise<T>) =>
    keepingAnAdministrator({ db, viewer }, () => tellingLostDuties(call, [found.row], work))
  return keeping(async () => {
    const officePath = await move(call, found)
    const isGiven = await assign(call, found, officePath)
    const { idCard } = body
    const hold =
      isMailedElsewhere && login.email
        ? await holdFor(db, viewer, officePath, { accountId: params.id })
        : null
    if (isMailedElsewhere) await endEmailChange(db, params.id)
    const isMoved = officePath !== found.row.officePath
    await tellOfAccount(call, found.row, { login, isMailedElsewhere, isGiven, isMoved, hold })
    return storeUser(call, {
      ...knownOf(body),
      ...login,
      ...hold,
      // A password mailed to the former address opens nothing any more.
      ...(isMailedElsewhere && { mailedPasswordHash: null }),
      ...(idCard !== undefined && {
        idCard: idCard === null ? null : sealIdCard(services.config.appSecret, params.id, idCard),
      }),
    })
  })
}

interface Changed {
  login: Awaited<ReturnType<typeof loginToStore>>
  isMailedElsewhere: boolean
  /** Whether roles were given. */
  isGiven: boolean
  isMoved: boolean
  hold: Hold | null
}

/** Whoever gets an account's mails can get into it, so the former address and the owners of a farm are told. */
async function tellOfAccount(
  call: UserCall,
  row: FoundUser['row'],
  { login, isMailedElsewhere, isGiven, isMoved, hold }: Changed,
): Promise<void> {
  const { db, language } = call
  const { username } = row
  if (isMailedElsewhere && row.email)
    await queueMail(db, {
      to: row.email,
      language: row.language ?? language,
      template: 'emailChanged',
      values: { name: row.actualName, username, email: login.email ?? '–' },
    })
  if (isMailedElsewhere) await tellFarm(call, row.officePath, { what: 'email', username }, hold)
  if (login.usernameKey !== row.usernameKey) await tellFarm(call, row.officePath, { what: 'login', username })
  // Closer to the farm's own node they see more houses.
  if (isMoved) await tellFarm(call, row.officePath, { what: 'moved', username })
  if (isGiven) await tellFarm(call, row.officePath, { what: 'roles', username })
}

/** Only into a department of the same organisation: in another one they would be another kind of user. */
async function move(call: UserCall & { body: Form }, { row }: FoundUser): Promise<string> {
  const { db, params, body, viewer, language } = call
  if (body.officeId === row.officeId) return row.officePath
  const to = await departmentOf(db, viewer, body.officeId, language)
  const from = (await nodesOf(db, viewer, [row.officeId], language)).get(row.officeId)
  if (to.organisation !== from?.organisation)
    throw refuse.invalid([{ field: 'officeId', message: 'user.otherOrganisation' }])
  await moveAccount(db, viewer.scope, params.id, to)
  return to.path
}

/**
 * Grants and removes roles, and returns whether any was granted. Roles the viewer does not see stay; all others must fit the
 * user's current department.
 */
async function assign(
  call: UserCall & { body: Form },
  found: FoundUser,
  officePath: string,
): Promise<boolean> {
  const { db, params, body, viewer, services } = call
  const held = found.roles.map(({ id }) => id)
  const wanted = body.roleIds ?? held
  const roles = await rolesToAssign(db, viewer, { kind: found.row.kind as Kind, officePath }, wanted)
  const given = [...new Set(wanted)].filter(id => !held.includes(id))
  const added = roles.filter(({ id }) => given.includes(id))
  await askForProofOf(
    viewer,
    services,
    added.flatMap(role => role.permissions),
  )
  const taken = held.filter(id => !wanted.includes(id))
  const { accountId } = accountRole
  if (given.length > 0)
    await db.insert(accountRole).values(given.map(roleId => ({ accountId: params.id, roleId, officePath })))
  if (taken.length > 0)
    await db.delete(accountRole).where(and(eq(accountId, params.id), inArray(accountRole.roleId, taken)))
  return given.length > 0
}
