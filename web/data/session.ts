import i18next from 'i18next'
import type { z } from 'zod'
import { create } from 'zustand'
import { type Login, session, type UserInfo } from '#shared/contracts/session.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Grant, grantsOf, type Kind } from '#shared/permissions.ts'
import { announce } from './announcements.ts'
import { beginChoices, endChoices, sendChoices, stopChoices } from './choices.ts'
import { CallError, call, signsOut } from './client.ts'
import { sessionIsOver } from './expiry.ts'
import { forgetUser, keepUser, keptUser } from './last-user.ts'
import { usePreferences } from './preferences.ts'
import { queries } from './queries.ts'
import { dropAllTabs } from './tabs/tabs.ts'
import { announceSignOut, forgetToken, keepToken, keptToken } from './token.ts'

/** Who is signed in: null until the user info has been read. */
interface Session {
  user: UserInfo | null
  grants: ReadonlySet<Grant>
}
const nobody: Session = { user: null, grants: new Set() }

export const useSession = create<Session>(() => nobody)

/** How reading the user info ended: `refused` means logged out, `unreachable` that nobody answered. */
export type Loaded = 'loaded' | 'refused' | 'unreachable'
let loading: Promise<Loaded> | null = null

/** Makes sure the user info is there. Simultaneous calls share one request. */
export function loadUser(): Promise<Loaded> {
  if (useSession.getState().user) return Promise.resolve('loaded')
  loading ??= fetchUser().finally(() => {
    loading = null
  })
  return loading
}

/** The query for the user info; its answer may be on its way already. */
export const userInfoQuery = { query: {} } as const

async function fetchUser(): Promise<Loaded> {
  const token = keptToken()
  if (!token) return 'refused'
  const { language } = usePreferences.getState()
  try {
    const user = await call(session.userInfo, userInfoQuery)
    if (await leftWithoutRoles(user)) return 'refused'
    // Nothing else is served until the mailed password is changed, so request nothing else.
    if (user.mustChangePassword) {
      adopt(user)
      return 'loaded'
    }
    await show(user)
    void keepUser(token.expiry, user)
    if (usePreferences.getState().language !== language) rename()
    return 'loaded'
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 403)) {
      await leave()
      return 'refused'
    }
    // Only an answer of the server ends a session; without one the app opens from what it last knew.
    const known = await keptUser(token.expiry)
    if (!known) return 'unreachable'
    void beginChoices(known.id, null)
    adopt(known)
    return 'loaded'
  }
}

/** Tells a user who may do nothing at all, and signs them out. */
async function leftWithoutRoles(user: UserInfo): Promise<boolean> {
  if (Array.isArray(user.role?.permissions) && user.role.permissions.length > 0) return false
  announce({
    kind: 'error',
    title: i18next.t($ => $.unauthorized, { ns: 'data' }),
    text: i18next.t($ => $.noRoles, { ns: 'data' }),
  })
  await leave()
  return true
}

/**
 * Reads the user info again after a change, here or by whoever grants rights. Fails as {@link call} does, and then leaves it
 * as it was.
 */
export async function readUserAgain(): Promise<void> {
  const before = useSession.getState().user
  const token = keptToken()
  if (!before || !token) return
  const user = await call(session.userInfo, userInfoQuery)
  // Somebody else may have signed in meanwhile.
  if (user.id !== useSession.getState().user?.id || (await leftWithoutRoles(user))) return
  if (JSON.stringify(user) === JSON.stringify(before)) return
  adopt(user)
  void keepUser(token.expiry, user)
}

// The names of office and role come in the reader's language. A failure leaves the former ones until the next connection.
const rename = () => void readUserAgain().catch(() => undefined)
usePreferences.subscribe((now, before) => {
  if (now.language !== before.language) rename()
})

/** How long the first page after sign-in waits for the appearance the reader chose elsewhere. ms */
const CHOICES_MS = 1_500
let isSigningIn = false

async function show(user: UserInfo): Promise<void> {
  const begun = beginChoices(user.id, isSigningIn ? user.language : null)
  if (isSigningIn) await Promise.race([begun, new Promise(resolve => setTimeout(resolve, CHOICES_MS))])
  adopt(user)
}

const adopt = (user: UserInfo) => useSession.setState({ user, grants: grantsOf(user.role.permissions) })

/** What is given besides the password, if the account wants it. */
export type GivenFactor = Pick<z.input<typeof Login>, 'otp' | 'passkey'>

/** Signs in and keeps the token. Fails as {@link call} does. What the user chose elsewhere then applies here too. */
export async function signIn(username: string, password: string, factor: GivenFactor = {}): Promise<Loaded> {
  keepToken(await call(session.login, { body: { username, password, ...factor } }))
  forgetEverythingRead()
  await forgetUser()
  isSigningIn = true
  try {
    return await loadUser()
  } finally {
    isSigningIn = false
  }
}

/**
 * Signs the same user in again while the pages stay as they are, after a session ended in the middle of a form. Fails as
 * {@link call} does.
 */
export async function signInAgain(password: string, factor: GivenFactor = {}): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  keepToken(await call(session.login, { body: { username: user.username, password, ...factor } }))
  await goOnWithKeptToken()
}

/**
 * Goes on with the token now kept, from here or from another tab. Returns false if it is somebody else's: the page must then
 * start anew.
 */
export async function goOnWithKeptToken(): Promise<boolean> {
  const before = useSession.getState().user
  const token = keptToken()
  if (!before || !token) return false
  const user = await call(session.userInfo, userInfoQuery)
  if (user.id !== before.id) return false
  adopt(user)
  sessionIsOver(false)
  void keepUser(token.expiry, user)
  void queries.invalidateQueries()
  void sendChoices()
  return true
}

/** Enters the application once a mailed password has been replaced. */
export async function enterAfterChange(): Promise<void> {
  const token = keptToken()
  if (!token) return
  const user = await call(session.userInfo, userInfoQuery)
  isSigningIn = true
  try {
    await show(user)
  } finally {
    isSigningIn = false
  }
  void keepUser(token.expiry, user)
}

/** Forgets everything read for the last user: another tab signed out here, or somebody else is signing in. */
export function forgetEverythingRead(): void {
  stopChoices()
  dropAllTabs()
  sessionIsOver(false)
  queries.clear()
  useSession.setState(nobody)
}

type LastWord = () => Promise<void> | void
const lastWords = new Set<LastWord>()

/**
 * Registers what is still to be sent of the user at sign-out, while the session lasts. Called before anything else; the session
 * ends once it is answered, but nobody waits for long. Returns the function that unregisters it.
 */
export function beforeSignOut(send: LastWord): () => void {
  lastWords.add(send)
  return () => void lastWords.delete(send)
}

/** Ends the session here and, if it answers, at the server. Other tabs of the browser follow. */
export async function signOut(): Promise<void> {
  const said = Promise.allSettled(Array.from(lastWords, async send => send()))
  // Choices made a moment ago are sent while the session lasts.
  const ended = Promise.all([said, sendChoices()])
    .then(() => call(session.logout))
    .catch(() => null)
  signsOut(true)
  try {
    await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 1_000))])
    announceSignOut()
    await leave(true)
  } finally {
    signsOut(false)
  }
}

async function leave(byHand = false): Promise<void> {
  endChoices()
  forgetToken()
  try {
    sessionStorage.clear()
  } catch {
    // Storage the browser refuses holds nothing to clear.
  }
  await forgetUser(byHand)
  forgetEverythingRead()
}

/** Who may see a button: exactly those who may call the endpoint behind it. */
export function mayCall(endpoint: Endpoint, { user, grants }: Session): boolean {
  if (endpoint.access === 'public') return true
  if (!user) return false
  if (endpoint.kinds && !endpoint.kinds.includes(user.kind as Kind)) return false
  if (user.isReadOnly && endpoint.method !== 'GET' && !endpoint.whenReadOnly) return false
  if (endpoint.access === 'signedIn') return true
  const wanted: readonly Grant[] = typeof endpoint.access === 'string' ? [endpoint.access] : endpoint.access
  return wanted.some(grant => grants.has(grant))
}

/** Whether the signed-in user may call an endpoint; a button asks this of the endpoint it calls. */
export const useMayCall = (endpoint: Endpoint): boolean => useSession(known => mayCall(endpoint, known))
