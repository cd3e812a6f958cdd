import { forgetEverythingRead, useSession } from '#web/data/session.ts'
import { keptToken, TOKEN_KEY } from '#web/data/token.ts'
import { LOGIN } from './guard.ts'
import { router } from './router.tsx'

/**
 * Keeps the tabs of one browser with one user: a tab that signs out takes the others along, one that signs in as
 * somebody else makes them start anew. Signing out here leads to login as well.
 */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    // A null key: the storage was emptied altogether.
    if (key !== TOKEN_KEY && key !== null) return
    if (keptToken()) location.reload()
    else if (useSession.getState().user) forgetEverythingRead()
  })
  useSession.subscribe((now, before) => {
    if (before.user && !now.user && !keptToken()) void router.navigate({ href: LOGIN, replace: true })
  })
}
