import { paths } from '#shared/screens.ts'
import { sessionIsOver } from '#web/data/expiry.ts'
import { forgetEverythingRead, goOnWithKeptToken, useSession } from '#web/data/session.ts'
import { isAnythingUnsaved } from '#web/data/tabs/unsaved.ts'
import { keptToken, saysSignedOut, TOKEN_KEY } from '#web/data/token.ts'
import { router } from './router.tsx'

/**
 * Keeps all tabs of one browser with one user. Signing out in one signs out the others, signing in again lets them go on,
 * and signing in as somebody else restarts them. Signing out in this tab leads to login too.
 */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // A null key means the whole storage was emptied.
    if (key !== TOKEN_KEY && key !== null) return
    if (keptToken()) void goOnOrStartAnew()
    else if (useSession.getState().user) end(saysSignedOut(newValue))
  })
  useSession.subscribe((now, before) => {
    if (before.user && !now.user && !keptToken()) void router.navigate({ href: paths.login, replace: true })
  })
}

async function goOnOrStartAnew(): Promise<void> {
  // Without an answer nothing happens; the server's next answer decides.
  const isSame = await goOnWithKeptToken().catch(() => true)
  if (!isSame) location.reload()
}

/** An expired session keeps what was typed here; signing out by hand ends it in every tab. */
function end(byHand: boolean): void {
  if (!byHand && isAnythingUnsaved()) sessionIsOver(true)
  else forgetEverythingRead()
}
