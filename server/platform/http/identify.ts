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

/** Who calls. */
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
  /** Staff who see only the customers of their own department, and of the provider that department. */
  departmentOnly: boolean
  /** Stored choice; null = none. The language of an answer is the call's. */
  language: Language | null
  /** The same for units. */
  units: UnitSystem | null
  /** Of the account, else of its office. */
  timeZone: string
  /** Address of the logo their pages show; null where no office upward has one. */
  logo: string | null
  /** The trial of the customer has ended: nothing is changed any more, but for what endpoints say. */
  isReadOnly: boolean
  /** Signed in with a mailed password and has not changed it yet. */
  mustChangePassword: boolean
  /** Staff with far-reaching rights who have not set up a second factor yet. */
  mustSetFactor: boolean
  /** The API token with which a program calls for them; null for themselves. */
  program: { id: string; name: string } | null
  tokenHash: string
  /** When the session ends if nothing ends it sooner. ms since 1970 */
  sessionUntil: number
}
type Reader = Pick<Viewer, 'language' | 'units'>

export interface Identify {
  /** Rejects with 429 where the address keeps on with tokens that nobody has. */
  (token: string | undefined, ip: string): Promise<Viewer | null>
  /** What the viewer of the token chose when it was found last: to be told of an outage that keeps it from being found. */
  readerOf(token: string | undefined): Reader | null
}

/** Before the token of a program, so that whoever finds one knows what it is. */
export const API_TOKEN_PREFIX = 'sf_'
/** 256 random bits in base64url. */
const TOKEN = /^(sf_)?[A-Za-z0-9_-]{43}$/
/** A change of rights acts within 2 s, also one that another process made. */
const FRESH_MS = 1_500
const KNOWN_MAX = 2_000

export const hashToken = (token: string): string => hash('sha256', token)

/** The grants of the roles, without those made for other kinds of user. */
function grantsFor(kind: Kind, roles: readonly { permissions: RolePermission[] }[]): Set<Grant> {
  const held = roles.flatMap(role => role.permissions)
  const isFor = (permissionId: PermissionId) =>
    (permissions[permissionId]?.audience as readonly Kind[] | undefined)?.includes(kind) ?? false
  return grantsOf(held.filter(({ permissionId }) => isFor(permissionId)))
}

function viewerOf(found: FoundSession, wantsFactor: boolean): Viewer {
  const { kind, rootPath, officePath, farmPath } = found
  const isStaff = kind === STAFF
  // Whoever works for the provider as a whole looks after all of its customers.
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
    language: found.language,
    units: found.units,
    timeZone: found.timeZone,
    logo: found.logo,
    isReadOnly: found.isReadOnly,
    mustChangePassword: found.mustChangePassword,
    mustSetFactor: wantsFactor && isStaff && !hasSecondFactor && needsSecondFactor(held),
    program: found.program,
    tokenHash: found.tokenHash,
    sessionUntil: found.expiresAt.getTime(),
  }
}

/**
 * The viewers of sessions by the hash of their token, read now; a session that is over is not among them. `wantsFactor`:
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
 * Who an account is, for work that goes on without its session, or that a program began with its API token; null when it
 * may do nothing any more.
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
 * Finds the viewer of a token, with a cache of at most 1.5 s out of which `access` events take whom they concern. A
 * token that is not known costs one look-up by key.
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
