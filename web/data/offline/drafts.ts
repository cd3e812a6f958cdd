import { changeKept, readKept } from './kept.ts'

/** Input that was neither sent nor discarded, with its time. */
export interface Draft<T> {
  at: number
  typed: T
}
type Drafts<T> = Record<string, Draft<T>>

/** A draft older than this is not what its writer means any more. ms */
const LIFETIME_MS = 14 * 86_400_000

const nameOf = (of: string, part: string) => `${of} ${part}`

/** The draft this browser keeps for a part of something, such as a day of a flock, or null. */
export async function readDraft<T>(of: string, part: string): Promise<Draft<T> | null> {
  return (await readKept<Drafts<T>>('drafts'))?.[nameOf(of, part)] ?? null
}

/** Keeps the current input of a part; null discards it. Returns whether this browser keeps it. */
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
