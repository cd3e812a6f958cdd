import type { Page } from '@playwright/test'

/** What the browser keeps in one of its stores, for any user; nothing before the program has made the stores. */
export const keptIn = (page: Page, name: string) =>
  page.evaluate(
    name =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('smart-farm')
        // Making an empty database here would leave the program without its stores.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve([]) : reject(opening.error))
        opening.onsuccess = () => {
          const all = opening.result.transaction(name).objectStore(name).getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      }),
    name,
  )
