import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { UserInfo } from '#shared/contracts/session.ts'
import { TOKEN_LIFETIME_MS } from '#shared/limits.ts'
import { type RolePermission, STAFF, unionOf } from '#shared/permissions.ts'
import { type Language, type Text, textIn } from '#shared/text.ts'
import { endAccess } from '../../people/accounts/end-access.ts'
import { endEmailChange } from '../../people/accounts/end-email-change.ts'
import { isHeld } from '../../people/customers/held.ts'
import { readStanding } from '../../people/customers/standing.ts'
import { customerOf, isTrialClosed } from '../../platform/database/standing.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { loginLog } from '../../platform/database/tables/histories.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { avatarLink } from '../../platform/files/avatars.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { NO_PASSWORD } from '../../platform/http/passwords.ts'
import { isClosed, noteCustomersActive, upward } from '../../platform/http/sessions.ts'
import type { Services } from '../../platform/services.ts'
import { isSilent } from '../../platform/silence.ts'
import { platformOf } from './platform.ts'

/** Maximum sessions per account; the oldest end first. */
const SESSIONS_MAX = 50
/** How long an address counts as having signed in before. */
const KNOWN_ADDRESSES = 50

export interface SignIn {
  id: string
  officePath: string
  passwordHash: string
  /** Hash of a mailed password that is still valid. */
  mailedHash: string | null
  /** When the last mailed password expires, with the session it opened; null if none is waiting to be changed. */
  mailedUntil: string | null
  /** The customer the account belongs to. */
  approval: 'pending' | 'passed' | 'rejected' | null
  refusedBecause: string | null
  isDisabled: boolean
  /**
   * An owner of the farm has not yet confirmed a change from above: only a password chosen by the user opens the account.
   */
  isHeld: boolean
  /** Hours after which it opens without confirmation; null if it does not. */
  heldHours: number | null
  /** The password was given, not chosen. */
  mustChangePassword: boolean
  isOfficeDisabled: boolean
  /** The customer's trial is over, and the days it could still be read. */
  isTrialOver: boolean
  /** Addresses that have signed in to the account, newest first. */
  addresses: string[]
}

/** A mailed password that was used but not changed in time opens nothing any more. */
const isTakenTooLong = sql`f.must_change_password and coalesce(f.mailed_password_until <= now(), false)`

/** What signing in needs to know of the account with this login id or e-mail address, in lower case. */
export async function findSignIn(store: Store, loginKey: string): Promise<SignIn | undefined> {
  const { rows } = await store.scoped(SYSTEM).execute<SignIn & Record<string, unknown>>(sql`
    with recursive found as (
      select * from account where (username_key = ${loginKey} or email_key = ${loginKey}) and deleted_at is null
      order by username_key = ${loginKey} desc limit 1
    ), ${upward(sql`select office_id from found`)}
    select f.id, f.office_path as "officePath",
      case when ${isTakenTooLong} then ${NO_PASSWORD} else f.password_hash end as "passwordHash",
      case when f.mailed_password_until > now() then f.mailed_password_hash end as "mailedHash",
      c.approval, c.refused_because as "refusedBecause",
      ${isHeld(sql`f`)} as "isHeld", ceil(extract(epoch from f.held_until - now()) / 3600)::int as "heldHours",
      f.must_change_password as "mustChangePassword", f.mailed_password_until::text as "mailedUntil",
      f.disabled_at is not null as "isDisabled", ${isClosed(sql`f.office_id`)} as "isOfficeDisabled",
      coalesce((
        select jsonb_agg(ip) from (
          select ip from login_log
          where account_id = f.id and operation = 'login' and ip is not null
          order by at desc limit ${KNOWN_ADDRESSES}
        ) newest
      ), '[]') as addresses, ${isTrialClosed} as "isTrialOver"
    from found f join office o on o.id = f.office_id ${customerOf(sql`o.farm_path`)}`)
  return rows[0]
}

interface NewSession {
  tokenHash: string
  account: Pick<SignIn, 'id' | 'officePath' | 'passwordHash' | 'mailedUntil' | 'mustChangePassword'>
  ip: string
  userAgent: string
  /** The mailed password used to sign in: from now on the only one, and to be changed. */
  mailedHash: string | null
}

/**
 * Opens a session of 7 days, or until the mailed password ends that has yet to be changed, notes the sign-in, and ends
 * expired and surplus sessions. False if the password is no longer the account's: somebody changed it, used the mailed one
 * or disabled the account during the comparison.
 */
export async function openSession(store: Store, opened: NewSession): Promise<boolean> {
  const { tokenHash, account: of, ip, userAgent, mailedHash } = opened
  const now = new Date()
  const mailedUntil = mailedHash || of.mustChangePassword ? of.mailedUntil : null
  return store.transaction(SYSTEM, async db => {
    if (!(await (mailedHash ? takeMailedPassword(db, of.id, mailedHash) : holdPassword(db, of)))) return false
    await db.insert(session).values({
      tokenHash,
      accountId: of.id,
      officePath: of.officePath,
      ip,
      userAgent: userAgent.slice(0, 300),
      expiresAt: new Date(mailedUntil ?? now.getTime() + TOKEN_LIFETIME_MS),
    })
    await db.insert(loginLog).values({
      accountId: of.id,
      officePath: of.officePath,
      platform: platformOf(userAgent),
      operation: 'login',
      ip,
    })
    await db.update(account).set({ lastActiveAt: now }).where(eq(account.id, of.id))
    await noteCustomersActive(db, [of.id])
    await db.delete(session).where(and(eq(session.accountId, of.id), lt(session.expiresAt, now)))
    const surplus = db
      .select({ tokenHash: session.tokenHash })
      .from(session)
      .where(eq(session.accountId, of.id))
      .orderBy(desc(session.createdAt))
      .offset(SESSIONS_MAX)
    await db.delete(session).where(inArray(session.tokenHash, surplus))
    return true
  })
}

/** Whether the password is still valid; a call that changes it, and ends the sessions it opened, waits for this one. */
async function holdPassword(db: Db, { id, passwordHash }: NewSession['account']): Promise<boolean> {
  const held = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, id), eq(account.passwordHash, passwordHash), isNull(account.disabledAt)))
    .for('no key update')
  return held.length === 1
}

/**
 * Whether the mailed password could still be used. Its first use ends the old password, the sessions that it opened, API
 * tokens and a pending e-mail address. It stays valid until it expires: by then it is changed, or mailed again.
 */
async function takeMailedPassword(db: Db, accountId: string, mailedHash: string): Promise<boolean> {
  const { rowCount } = await db
    .update(account)
    .set({ passwordHash: mailedHash, mustChangePassword: true, mailedPasswordHash: null })
    .where(
      and(
        eq(account.id, accountId),
        eq(account.mailedPasswordHash, mailedHash),
        gt(account.mailedPasswordUntil, sql`now()`),
        isNull(account.disabledAt),
      ),
    )
  if (rowCount !== 1) return false
  await endAccess(db, accountId)
  await endEmailChange(db, accountId)
  return true
}

/** Ends the session; returns the id of its account, or undefined if there was none. */
export async function closeSession(
  store: Store,
  tokenHash: string,
  from: { ip: string; platform: string },
): Promise<string | undefined> {
  return store.transaction(SYSTEM, async db => {
    const [ended] = await db
      .delete(session)
      .where(eq(session.tokenHash, tokenHash))
      .returning({ accountId: session.accountId, officePath: session.officePath })
    if (!ended) return undefined
    await db.insert(loginLog).values({ ...ended, ...from, operation: 'logout' })
    return ended.accountId
  })
}

interface Described extends Record<string, unknown> {
  avatarId: string | null
  units: UserInfo['units']
  officeName: Text
  logo: string | null
  roles: { id: string; name: Text; permissions: RolePermission[] }[]
}

/** The user info of specification section 7: the role is the union of the user's roles. */
export async function readUserInfo(
  { store, config }: Pick<Services, 'store' | 'config'>,
  viewer: Viewer,
  language: Language,
): Promise<UserInfo> {
  // The logo may belong to an office above the viewer's scope, so the server reads it.
  const { rows } = await store.scoped(SYSTEM).execute<Described>(sql`
    with recursive ${upward(sql`${viewer.officeId}`)}
    select coalesce(a.units, 'metric') as units, a.avatar_id as "avatarId",
      jsonb_build_object('en-US', o.english_name, 'zh-CN', o.chinese_name) as "officeName",
      (select logo from upward where logo is not null order by length(path) desc limit 1) as logo,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'permissions', r.permissions,
          'name', jsonb_build_object('en-US', r.english_name, 'zh-CN', r.chinese_name)) order by r.id)
        from account_role ar join role r on r.id = ar.role_id where ar.account_id = a.id
      ), '[]') as roles
    from account a join office o on o.id = a.office_id where a.id = ${viewer.accountId}`)
  const found = rows[0]
  if (!found) throw new Error(`The account of a session is gone: ${viewer.accountId}`)
  const { accountId, username, actualName, kind, officeId, timeZone, grants, scope } = viewer
  const { mustChangePassword, isReadOnly, departmentOnly, program } = viewer
  const held = unionOf(found.roles.flatMap(role => role.permissions)).map(({ permissionId, actionList }) => ({
    permissionId,
    actionList: actionList.filter(action => grants.has(`${permissionId}:${action}` as never)),
  }))
  return {
    id: accountId,
    // A wall hangs where anybody reads it: it tells its own name, not that of whoever set it up.
    username: program?.isWall ? program.name : username,
    actualName: program?.isWall ? program.name : actualName,
    avatar: program?.isWall ? null : avatarLink(config.appSecret, found.avatarId),
    kind,
    officeId,
    officeName: textIn(found.officeName, language),
    logo: found.logo,
    dataV: grants.has('retech_datav:query'),
    language: viewer.language,
    timeZone,
    units: found.units,
    isReadOnly,
    departmentOnly,
    seesCustomers: viewer.seesCustomers,
    standing: scope.farm === '' ? null : await readStanding(store, scope.farm),
    isSilent: kind === STAFF && (await isSilent(store)),
    mustChangePassword,
    mustSetFactor: viewer.mustSetFactor,
    role: {
      id: found.roles.map(role => role.id).join('+'),
      name: found.roles.map(role => textIn(role.name, language)).join(' + '),
      permissions: held.filter(({ actionList }) => actionList.length > 0),
    },
  }
}

/** Notes that the user read their own info. */
export async function noteInfo(db: Db, viewer: Viewer, platform: string, ip: string): Promise<void> {
  const { accountId, officePath } = viewer
  await db.insert(loginLog).values({ accountId, officePath, platform, operation: 'info', ip })
}
