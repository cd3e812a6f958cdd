import { readStored } from '#web/data/preferences.ts'
import { beforeSignOut } from '#web/data/session.ts'

/** Storage key for the user whose messages are pushed to this browser, until they sign out. */
export const PUSH_KEY = 'push'

const load = () => import('./push.ts')

/**
 * Keeps push on for a user who turned it on in this browser until they sign out, and opens in this page what a clicked push
 * asks for.
 */
export function followPush(userId: string, open: (href: string) => void): () => void {
  // What cannot be done now is done by the next page.
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

/** Stops showing anything of the user who signs out in this browser. */
function silence(): void {
  if (readStored(PUSH_KEY) === null) return
  load()
    .then(({ forgetPush }) => forgetPush())
    .catch(() => {})
}
