import { changeKept, readKept } from './kept.ts'

/** What was typed of a day and neither sent nor given up, with when. */
export interface Draft<T> {
  at: number
  typed: T
}
type Drafts<T> = Record<string, Draft<T>>

/** Who comes back after so long means another day. ms */
const LIFETIME_MS = 14 * 86_400_000

const nameOf = (flockId: string, day: string) => `${flockId} ${day}`

/** What was typed of a day in this browser, or null. */
export async function readDraft<T>(flockId: string, day: string): Promise<Draft<T> | null> {
  return (await readKept<Drafts<T>>('drafts'))?.[nameOf(flockId, day)] ?? null
}

/** Keeps what is typed of a day as it is now; null gives it up. */
export function noteDraft<T>(flockId: string, day: string, typed: T | null): void {
  const now = Date.now()
  void changeKept<Drafts<T>>('drafts', before => {
    const { [nameOf(flockId, day)]: _, ...others } = before ?? {}
    const lasting = Object.entries(others).filter(([, { at }]) => now - at < LIFETIME_MS)
    return {
      ...Object.fromEntries(lasting),
      ...(typed !== null && { [nameOf(flockId, day)]: { at: now, typed } }),
    }
  })
}
