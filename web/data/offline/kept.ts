import { inStore, type KeptStore } from '#web/data/kept-store.ts'
import { keptUser } from '#web/data/last-user.ts'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'

type OwnStore = Exclude<KeptStore, 'last-user' | 'files'>

/** Whose data is read and written: nobody's once the token is gone; the token goes first. */
export const owner = (): string | null => (keptToken() ? (useSession.getState().user?.id ?? null) : null)

/**
 * Whether the kept token belongs to the user of this page: another window may just have signed in somebody else. Holds until
 * the next await.
 */
export async function isTokenOwn(): Promise<boolean> {
  const expiry = keptToken()?.expiry
  if (expiry === undefined) return false
  const user = await keptUser(expiry)
  return user !== null && user.id === owner() && keptToken()?.expiry === expiry
}

/** What is kept for the signed-in user; null if nothing. Never returns another user's data. */
export async function readKept<T>(name: OwnStore): Promise<T | null> {
  const of = owner()
  if (of === null) return null
  return (await inStore<T | undefined>(name, 'readonly', store => store.get(of))) ?? null
}

/**
 * Changes what is kept for the signed-in user, atomically across windows. Returns what is kept now, or null if this browser
 * keeps nothing.
 */
export async function changeKept<T>(name: OwnStore, change: (before: T | null) => T): Promise<T | null> {
  const of = owner()
  if (of === null) return null
  let now: T | null = null
  const read = await inStore<T | undefined>(name, 'readwrite', store => {
    const reading: IDBRequest<T | undefined> = store.get(of)
    reading.addEventListener('success', () => {
      now = change(reading.result ?? null)
      store.put(now, of)
    })
    return reading
  })
  return read === null ? null : now
}
