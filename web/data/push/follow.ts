import { readStored } from '#web/data/preferences.ts'
import { beforeSignOut } from '#web/data/session.ts'

/** Under it this browser keeps whose messages it is pushed, until they sign out. */
export const PUSH_KEY = 'push'

const load = () => import('./push.ts')

/**
 * Keeps push on for a user who turned it on in this browser until they sign out, and opens in this page what a click on a push
 * asks for.
 */
export function followPush(userId: string, open: (href: string) => void): () => void {
  // What cannot be done now is done with the next page.
  if (readStored(PUSH_KEY) === userId)
    load()
      .then(({ keepPushOn }) => keepPushOn())
      .catch(() => {})
  const hear = ({ data }: MessageEvent) => {
    const { opens } = (data ?? {}) as { opens?: unknown }
    if (typeof opens === 'string' && opens.startsWith('/')) open(opens)
  }
  const { serviceWorker } = navigator
  serviceWorker?.addEventListener('message', hear)
  const stay = beforeSignOut(silence)
  return () => {
    stay()
    serviceWorker?.removeEventListener('message', hear)
  }
}

/** Nothing of who signs out shows in this browser any more. */
function silence(): void {
  if (readStored(PUSH_KEY) === null) return
  load()
    .then(({ forgetPush }) => forgetPush())
    .catch(() => {})
}
