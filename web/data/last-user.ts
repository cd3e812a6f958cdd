import type { UserInfo } from '#shared/contracts/session.ts'
import { inStore } from './kept-store.ts'

/** What is kept for opening without the network; `expiry` is that of the token it was read with. */
interface Kept {
  expiry: number
  user: UserInfo
}

/** Keeps the user info for opening without the network. */
export const keepUser = (expiry: number, user: UserInfo) =>
  inStore('last-user', 'readwrite', store => store.put({ expiry, user } satisfies Kept, 'user'))

/** The user info read last with the token of this expiry, or null. */
export async function keptUser(expiry: number): Promise<UserInfo | null> {
  const kept = await inStore<Kept | undefined>('last-user', 'readonly', store => store.get('user'))
  return kept?.expiry === expiry ? kept.user : null
}

/** Where the offline store has what was read of the farm; beside it is what was typed and not sent yet. */
export const SEEN = 'seen'

/**
 * Forgets what was kept of who was signed in. What they typed and could not send goes as well when they sign out by hand;
 * after a session that only ran out it waits for the same account.
 */
export async function forgetUser(byHand = false): Promise<void> {
  await inStore('last-user', 'readwrite', store => store.clear())
  await inStore('offline', 'readwrite', store => (byHand ? store.clear() : store.delete(SEEN)))
}
