import type { UserInfo } from '#shared/contracts/session.ts'

/** What is kept for opening without the network; `expiry` is that of the token it was read with. */
interface Kept {
  expiry: number
  user: UserInfo
}

const STORE = 'last-user'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('smart-farm', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked'))
  })
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const request = work(database.transaction(STORE, mode).objectStore(STORE))
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    } finally {
      database.close()
    }
  } catch {
    // Without IndexedDB (private windows) the app only opens with the network.
    return null
  }
}

/** Keeps the user info for opening without the network. */
export const keepUser = (expiry: number, user: UserInfo) =>
  run('readwrite', store => store.put({ expiry, user } satisfies Kept, 'user'))

/** The user info read last with the token of this expiry, or null. */
export async function keptUser(expiry: number): Promise<UserInfo | null> {
  const kept = await run<Kept | undefined>('readonly', store => store.get('user'))
  return kept?.expiry === expiry ? kept.user : null
}

/** Forgets it, at logging out. */
export const forgetUser = () => run('readwrite', store => store.clear())
