import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Kind } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { insertAll } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, accountRole } from '../../platform/database/tables/offices.ts'
import { violates } from '../../platform/database/violations.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { queueMails } from '../../platform/mail/queue-mail.ts'
import { invitationOf, type MadePassword, mailPassword } from './mail-password.ts'

type Account = typeof account.$inferInsert
/** Optional facts about the person. */
type Known = Partial<
  Pick<
    Account,
    'phone' | 'job' | 'sex' | 'idCard' | 'timeZone' | 'units' | 'mustChangePassword' | 'heldAt' | 'heldUntil'
  >
>

export interface NewAccount extends Known {
  /** Id of the account, if its maker needs it beforehand. */
  id?: string
  office: { id: string; path: string }
  username: string
  email: string | null
  actualName: string
  kind: Kind
  /** The caller checks that the maker may give these roles. */
  roleIds: readonly string[]
  /** The reader's choice for mails; null = none yet. */
  language: Language | null
  /** Hash of a chosen password. Without one only a mailed password opens the account. */
  passwordHash?: string
  /**
   * Mails an invitation with a first password, in `language`, else in this one; see {@link mailPassword}. If an owner has
   * to confirm the account first, the invitation is sent then.
   */
  invited?: { language: Language; appSecret: string; made?: MadePassword }
}

/** Form in which login ids and addresses are compared. */
export const keyOf = (text: string) => text.normalize('NFC').toLowerCase()
/** Columns of a login id and an e-mail address, which are unique case-insensitively. */
export const loginColumns = ({ username, email }: { username: string; email: string | null }) => ({
  username,
  usernameKey: keyOf(username),
  email: email || null,
  emailKey: email ? keyOf(email) : null,
})

const taken = {
  username: { field: 'username', message: 'account.usernameTaken' },
  email: { field: 'email', message: 'account.emailTaken' },
} as const satisfies Record<string, FieldFault>

/**
 * Refuses a login id or e-mail address that another account has, in any office: people sign in with either, so one
 * person's login id must not be another's address. `except`: the account being changed.
 */
export async function refuseTaken(
  db: Db,
  login: { username: string; email: string | null },
  except: string | null = null,
): Promise<void> {
  const fields = await takenOf(db, loginColumns(login), except)
  if (fields.length > 0) throw refuse.invalid(fields.map(field => taken[field]))
}

type Login = ReturnType<typeof loginColumns>

async function takenOf(db: Db, { usernameKey, emailKey }: Login, except: string | null) {
  const { rows } = await db.execute<{ field: keyof typeof taken }>(
    sql`select field from taken_logins(${usernameKey}, ${emailKey}, ${except}) as field`,
  )
  return rows.map(({ field }) => field)
}

/**
 * The columns to store for a login id and an address. Refuses taken ones, but addresses only as far as `db` sees: one that
 * an account elsewhere signs in with is stored and mailed to anyway, but opens only that account. `own`: the account being
 * changed, which may keep its address.
 */
export async function loginToStore(
  db: Db,
  login: { username: string; email: string | null },
  own?: Pick<typeof account.$inferSelect, 'id' | 'email' | 'emailKey'>,
): Promise<Login> {
  const columns = loginColumns(login)
  const isKept = own && keyOf(own.email ?? '') === keyOf(login.email ?? '')
  const asked = isKept ? { ...columns, emailKey: own.emailKey } : columns
  const fields = await takenOf(
    db,
    { ...columns, emailKey: isKept ? null : columns.emailKey },
    own?.id ?? null,
  )
  const isElsewhere = fields.includes('email') && !(await isSeen(db, columns.emailKey, own?.id))
  const refused = isElsewhere ? fields.filter(field => field !== 'email') : fields
  if (refused.length > 0) throw refuse.invalid(refused.map(field => taken[field]))
  return isElsewhere ? { ...columns, emailKey: null } : asked
}

/** Whether `db` sees another account that signs in with this. */
async function isSeen(db: Db, key: string | null, own = ''): Promise<boolean> {
  if (key === null) return false
  const { id, usernameKey, emailKey, deletedAt } = account
  const signsIn = or(eq(usernameKey, key), eq(emailKey, key))
  return (await db.$count(account, and(isNull(deletedAt), ne(id, own), signsIn))) > 0
}

/** Turns a collision of two people at the same moment into a refusal of the field. */
export function takenBy(error: unknown): unknown {
  if (violates(error, 'account_username')) return refuse.invalid([taken.username])
  if (violates(error, 'account_email')) return refuse.invalid([taken.email])
  return error
}

/**
 * Adds an account with its roles, in the transaction of `db`; returns its id. Refuses taken names by field, see
 * {@link loginToStore}.
 */
export async function openAccount(db: Db, opened: NewAccount): Promise<string> {
  const {
    id = newId(),
    office,
    username,
    email,
    roleIds,
    invited,
    passwordHash = NO_PASSWORD,
    ...more
  } = opened
  const login = await loginToStore(db, { username, email })
  const own = { id, officeId: office.id, officePath: office.path, passwordHash }
  try {
    await db.transaction(inner => inner.insert(account).values({ ...more, ...own, ...login }))
  } catch (error) {
    throw takenBy(error)
  }
  if (roleIds.length > 0)
    await db
      .insert(accountRole)
      .values(roleIds.map(roleId => ({ accountId: id, roleId, officePath: office.path })))
  if (invited && !(more.heldAt && !more.heldUntil))
    await mailPassword(db, { accountId: id, reason: 'invitation', ...invited })
  return id
}

/** One of many accounts opened at once, with its id and the first password of its invitation. */
export interface InvitedAccount extends Omit<NewAccount, 'id' | 'email' | 'invited' | 'passwordHash'> {
  id: string
  email: string
  made: MadePassword
  /** Somebody outside its maker's view signs in with this address. */
  isAddressElsewhere: boolean
  officeNames: { chineseName: string; englishName: string }
}

/**
 * The same for many accounts whose login ids and addresses were found free in this transaction; `language` is for mails to
 * those who have not chosen one.
 */
export async function openAccounts(
  db: Db,
  opened: readonly InvitedAccount[],
  { language, appSecret }: { language: Language; appSecret: string },
): Promise<void> {
  const all = opened.map(
    ({ id, office, username, email, roleIds, made, isAddressElsewhere, officeNames, ...more }) => {
      const isHeld = more.heldAt && !more.heldUntil
      const to = { email, username, name: more.actualName, language: more.language ?? language }
      const invitation = isHeld ? null : invitationOf({ ...to, office: officeNames }, made, appSecret)
      const own = { id, officeId: office.id, officePath: office.path, passwordHash: NO_PASSWORD }
      return {
        row: {
          ...more,
          ...own,
          ...loginColumns({ username, email }),
          ...invitation?.columns,
          ...(isAddressElsewhere && { emailKey: null }),
        },
        roles: roleIds.map(roleId => ({ accountId: id, roleId, officePath: office.path })),
        mails: invitation ? [invitation.mail] : [],
      }
    },
  )
  try {
    await db.transaction(inner =>
      insertAll(
        inner,
        account,
        all.map(({ row }) => row),
      ),
    )
  } catch (error) {
    throw takenBy(error)
  }
  await insertAll(
    db,
    accountRole,
    all.flatMap(({ roles }) => roles),
  )
  await queueMails(
    db,
    all.flatMap(({ mails }) => mails),
  )
}
