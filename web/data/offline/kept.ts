import { inStore } from '#web/data/kept-store.ts'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'

/** What stands in the store under a name: whose it is, and what it is. */
interface Kept<T> {
  of: string
  value: T
}

/** Whose things are read and written: nobody's once the token is gone, which goes first. */
const owner = (): string | null => (keptToken() ? (useSession.getState().user?.id ?? null) : null)

/** What is kept under a name of who is signed in; null for nothing. What is another's is never answered. */
export async function readKept<T>(name: string): Promise<T | null> {
  const of = owner()
  const kept = await inStore<Kept<T> | undefined>('offline', 'readonly', store => store.get(name))
  return of !== null && kept?.of === of ? kept.value : null
}

/**
 * Changes what is kept under a name in one step, whichever window does; what another has left there is gone. Answers what is
 * kept now, or null where this browser keeps nothing.
 */
export async function changeKept<T>(name: string, change: (before: T | null) => T): Promise<T | null> {
  const of = owner()
  if (of === null) return null
  let now: T | null = null
  let isKept = false
  await inStore('offline', 'readwrite', store => {
    const reading: IDBRequest<Kept<T> | undefined> = store.get(name)
    reading.addEventListener('success', () => {
      const { result } = reading
      now = change(result?.of === of ? result.value : null)
      store.put({ of, value: now } satisfies Kept<T>, name).addEventListener('success', () => {
        isKept = true
      })
    })
    return reading
  })
  return isKept ? now : null
}
