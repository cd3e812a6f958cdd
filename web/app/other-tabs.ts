import { paths } from '#shared/screens.ts'
import { sessionIsOver } from '#web/data/expiry.ts'
import { forgetEverythingRead, goOnWithKeptToken, useSession } from '#web/data/session.ts'
import { isAnythingUnsaved } from '#web/data/tabs/unsaved.ts'
import { keptToken, saysSignedOut, TOKEN_KEY } from '#web/data/token.ts'
import { router } from './router.tsx'

/**
 * Keeps the tabs of one browser with one user: a tab that signs out takes the others along, one that signs in again
 * lets them go on, one that signs in as somebody else makes them start anew. Signing out here leads to login as well.
 */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // A null key: the storage was emptied altogether.
    if (key !== TOKEN_KEY && key !== null) return
    if (keptToken()) void goOnOrStartAnew()
    else if (useSession.getState().user) end(saysSignedOut(newValue))
  })
  useSession.subscribe((now, before) => {
    if (before.user && !now.user && !keptToken()) void router.navigate({ href: paths.login, replace: true })
  })
}

async function goOnOrStartAnew(): Promise<void> {
  // Without an answer nothing happens: the next answer of the server decides.
  const isSame = await goOnWithKeptToken().catch(() => true)
  if (!isSame) location.reload()
}

/** A session that ran out keeps what was typed here; signing out by hand ends it everywhere. */
function end(byHand: boolean): void {
  if (!byHand && isAnythingUnsaved()) sessionIsOver(true)
  else forgetEverythingRead()
}
