import { useSyncExternalStore } from 'react'

/** Chromium's offer to install the page; missing from the standard types. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()
function take(next: InstallOffer | null): void {
  offer = next
  for (const tell of listeners) tell()
}

addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  take(event as InstallOffer)
})
addEventListener('appinstalled', () => take(null))

/** Asks the browser to install the web app; null if it does not offer to, or has already done so. */
export function useInstall(): (() => void) | null {
  const known = useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
  return known && (() => void known.prompt().then(() => take(null)))
}
