import type { UserInfo } from '#shared/contracts/session.ts'
import { inStore } from './kept-store.ts'

/** What is kept for opening offline; `expiry` is that of the token it was read with. */
interface Kept {
  expiry: number
  user: UserInfo
}

/** Keeps the user info for opening offline. */
export const keepUser = (expiry: number, user: UserInfo) =>
  inStore('last-user', 'readwrite', store => store.put({ expiry, user } satisfies Kept, 'user'))

/** The user info last read with the token of this expiry, or null. */
export async function keptUser(expiry: number): Promise<UserInfo | null> {
  const kept = await inStore<Kept | undefined>('last-user', 'readonly', store => store.get('user'))
  return kept?.expiry === expiry ? kept.user : null
}

/**
 * Forgets who was signed in and what they had read. Unsaved input goes when they sign out by hand; records the server has
 * not taken stay for the same account.
 */
export async function forgetUser(byHand = false): Promise<void> {
  for (const name of ['last-user', 'seen', ...(byHand ? (['drafts'] as const) : [])] as const)
    await inStore(name, 'readwrite', store => store.clear())
}
