import type { Page } from '@playwright/test'

/** What the browser keeps in one of its stores, for any user. */
export const keptIn = (page: Page, name: string) =>
  page.evaluate(
    name =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('smart-farm')
        opening.onerror = () => reject(opening.error)
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
