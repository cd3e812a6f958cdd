import { hash } from 'node:crypto'
import {
  CUSTOMER,
  type Grant,
  grantsOf,
  grantsOfToken,
  type Kind,
  needsSecondFactor,
  type PermissionId,
  permissions,
  type RolePermission,
  rightsOf,
  STAFF,
} from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import { type Scope, type Store, scopeOf } from '../database/store.ts'
import type { EventMap, Events } from '../events.ts'
import { addressKey } from './address.ts'
import { refuse } from './errors.ts'
import { type FoundSession, findAccount, findSessions, noteSeen } from './sessions.ts'
import { limitUnknownTokens } from './unknown-tokens.ts'

/** The caller. */
export interface Viewer {
  accountId: string
  username: string
  actualName: string
  kind: Kind
  officeId: string
  officePath: string
  grants: ReadonlySet<Grant>
  /** What they see: customers and agents the subtree of their office, staff the provider's whole tree or less. */
  scope: Scope
  /** Staff who see only the customers of their own department, and of the provider only that department. */
  departmentOnly: boolean
  /** Rows may belong to several customers and say whose they are: for staff, agents, and a farm that has customers as an agent. */
  seesCustomers: boolean
  /** Stored choice, or null. The language of an answer is the call's. */
  language: Language | null
  /** Stored choice, or null. */
  units: UnitSystem | null
  /** Time zone of the account, otherwise of its office. */
  timeZone: string
  /** Address of the logo on their pages; null if no office upward has one. */
  logo: string | null
  /** The customer's trial has ended: nothing may be changed except where endpoints allow it. */
  isReadOnly: boolean
  /** Signed in with a mailed password and has not changed it yet. */
  mustChangePassword: boolean
  /** Staff with far-reaching rights who have not set up a second factor yet. */
  mustSetFactor: boolean
  /** The API token with which a program calls for them; null if they call themselves. */
  program: { id: string; name: string; isWall: boolean } | null
  tokenHash: string
  /** When the session ends if nothing ends it earlier. ms since 1970 */
  sessionUntil: number
}
type Reader = Pick<Viewer, 'language' | 'units'>

export interface Identify {
  /** Rejects with 429 if the address keeps sending unknown tokens. */
  (token: string | undefined, ip: string): Promise<Viewer | null>
  /** What the token's viewer had chosen when last found, to tell them of an outage that prevents finding them now. */
  readerOf(token: string | undefined): Reader | null
}

/** Prefix of a program's token, so that whoever finds one knows what it is. */
export const API_TOKEN_PREFIX = 'sf_'
/** 256 random bits in base64url. */
const TOKEN = /^(sf_)?[A-Za-z0-9_-]{43}$/
/** A change of rights takes effect within 2 s, even if another process made it. */
const FRESH_MS = 1_500
const KNOWN_MAX = 2_000

export const hashToken = (token: string): string => hash('sha256', token)

/** The grants of the roles, without those meant for other kinds of user. */
function grantsFor(kind: Kind, roles: readonly { permissions: RolePermission[] }[]): Set<Grant> {
  const held = roles.flatMap(role => role.permissions)
  const isFor = (permissionId: PermissionId) =>
    (permissions[permissionId]?.audience as readonly Kind[] | undefined)?.includes(kind) ?? false
  return grantsOf(held.filter(({ permissionId }) => isFor(permissionId)))
}

function viewerOf(found: FoundSession, wantsFactor: boolean): Viewer {
  const { kind, rootPath, officePath, farmPath } = found
  const isStaff = kind === STAFF
  // People who work for the provider as a whole look after all its customers.
  const departmentOnly = officePath !== rootPath && rightsOf(kind, found.roles).departmentOnly
  const customers = departmentOnly ? officePath : found.isAgentNoMore ? 'own' : 'all'
  const held = grantsFor(kind, found.roles)
  const { tokenPermissions, hasSecondFactor } = found
  return {
    accountId: found.accountId,
    username: found.username,
    actualName: found.actualName,
    kind,
    officeId: found.officeId,
    officePath,
    grants: tokenPermissions ? grantsOfToken(held, tokenPermissions) : held,
    scope: scopeOf(
      isStaff ? rootPath : officePath,
      kind === CUSTOMER ? (farmPath ?? '') : '',
      customers,
      found.accountId,
    ),
    departmentOnly,
    seesCustomers: kind !== CUSTOMER || (found.hasCustomers && customers !== 'own'),
    language: found.language,
    units: found.units,
    timeZone: found.timeZone,
    logo: found.logo,
    isReadOnly: found.isReadOnly,
    mustChangePassword: found.mustChangePassword,
    mustSetFactor: wantsFactor && isStaff && !hasSecondFactor && needsSecondFactor(held),
    program: found.program && { ...found.program, isWall: found.isWall },
    tokenHash: found.tokenHash,
    sessionUntil: found.expiresAt.getTime(),
  }
}

/**
 * The viewers of sessions by token hash, read from the database; sessions that are over are missing. `wantsFactor`:
 * whether staff with far-reaching rights need a second factor here.
 */
export async function readViewers(
  store: Store,
  tokenHashes: readonly string[],
  wantsFactor: boolean,
): Promise<ReadonlyMap<string, Viewer>> {
  const found = await findSessions(store, tokenHashes)
  await noteSeen(store, found)
  return new Map(found.map(session => [session.tokenHash, viewerOf(session, wantsFactor)]))
}

/**
 * The viewer of an account, for work that continues without its session or that a program began with its API token; null
 * if the account may do nothing any more.
 */
export async function viewerOfAccount(
  store: Store,
  accountId: string,
  programId: string | null = null,
): Promise<Viewer | null> {
  const found = await findAccount(store, accountId, programId)
  return found ? viewerOf(found, false) : null
}

interface Known {
  viewer: Promise<Viewer | null>
  until: number
  /** Undefined until the viewer is known. */
  accountId?: string
}

/**
 * Finds the viewer of a token, cached for at most 1.5 s; `access` events remove the accounts they concern. An unknown
 * token costs one look-up by key.
 */
export function identifier(
  store: Store,
  events: Events,
  wantsFactor: boolean,
): { identify: Identify; stop(): void } {
  const known = new Map<string, Known>()
  const unknown = limitUnknownTokens()
  const readers = new Map<string, Reader>()

  function remember(tokenHash: string, { language, units }: Viewer): void {
    readers.delete(tokenHash)
    if (readers.size >= KNOWN_MAX) readers.delete(readers.keys().next().value as string)
    readers.set(tokenHash, { language, units })
  }

  const find = async (tokenHash: string): Promise<Viewer | null> =>
    (await readViewers(store, [tokenHash], wantsFactor)).get(tokenHash) ?? null

  const identify = async (token: string | undefined, ip: string): Promise<Viewer | null> => {
    if (token === undefined || !TOKEN.test(token)) return null
    const tokenHash = hashToken(token)
    const cached = known.get(tokenHash)
    if (cached && cached.until > Date.now()) return cached.viewer
    const address = addressKey(ip)
    const wait = unknown.wait(address, tokenHash)
    if (wait > 0) throw refuse.tooMany(wait)
    known.delete(tokenHash)
    if (known.size >= KNOWN_MAX) known.delete(known.keys().next().value as string)
    const entry: Known = { viewer: find(tokenHash), until: Date.now() + FRESH_MS }
    known.set(tokenHash, entry)
    try {
      const viewer = await entry.viewer
      unknown.learned(address, tokenHash, viewer !== null)
      if (viewer) {
        entry.accountId = viewer.accountId
        remember(tokenHash, viewer)
      } else if (known.get(tokenHash) === entry) known.delete(tokenHash)
      return viewer
    } catch (error) {
      if (known.get(tokenHash) === entry) known.delete(tokenHash)
      throw error
    }
  }

  const forget = ({ accountIds }: EventMap['access'][0]) => {
    if (accountIds === 'all') return known.clear()
    for (const [tokenHash, { accountId }] of known)
      if (accountId === undefined || accountIds.includes(accountId)) known.delete(tokenHash)
  }
  events.on('access', forget)
  const readerOf = (token: string | undefined) =>
    token === undefined ? null : (readers.get(hashToken(token)) ?? null)
  return { identify: Object.assign(identify, { readerOf }), stop: () => void events.off('access', forget) }
}
