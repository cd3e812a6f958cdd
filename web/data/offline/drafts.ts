import { changeKept, readKept } from './kept.ts'

/** What was typed of something and neither sent nor given up, with when. */
export interface Draft<T> {
  at: number
  typed: T
}
type Drafts<T> = Record<string, Draft<T>>

/** Who comes back after so long means something else. ms */
const LIFETIME_MS = 14 * 86_400_000

const nameOf = (of: string, part: string) => `${of} ${part}`

/** What was typed in this browser of a part of something, such as a day of a flock, or null. */
export async function readDraft<T>(of: string, part: string): Promise<Draft<T> | null> {
  return (await readKept<Drafts<T>>('drafts'))?.[nameOf(of, part)] ?? null
}

/** Keeps what is typed of it as it is now; null gives it up. Answers whether this browser keeps it. */
export async function noteDraft<T>(of: string, part: string, typed: T | null): Promise<boolean> {
  const now = Date.now()
  const kept = await changeKept<Drafts<T>>('drafts', before => {
    const { [nameOf(of, part)]: _, ...others } = before ?? {}
    const lasting = Object.entries(others).filter(([, { at }]) => now - at < LIFETIME_MS)
    return {
      ...Object.fromEntries(lasting),
      ...(typed !== null && { [nameOf(of, part)]: { at: now, typed } }),
    }
  })
  return kept !== null
}
