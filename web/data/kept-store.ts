/**
 * What this browser keeps: the signed-in user's info, what they have read for use offline, what they typed and did not save,
 * records, requests and scanned codes of houses the server has not taken yet, and the files of these. All but the first are kept per account.
 */
const STORES = ['last-user', 'seen', 'drafts', 'records', 'repairs', 'arrivals', 'files'] as const
export type KeptStore = (typeof STORES)[number]

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('smart-farm', 5)
    request.onupgradeneeded = () => {
      const { result } = request
      for (const store of STORES)
        if (!result.objectStoreNames.contains(store)) result.createObjectStore(store)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked'))
  })
}

/**
 * Runs one transaction on a store and returns the result of its request once it is on disk; null if the browser keeps
 * nothing, as in a private window.
 */
export async function inStore<T>(
  name: KeptStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  try {
    const database = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(name, mode)
        const request = work(transaction.objectStore(name))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}
