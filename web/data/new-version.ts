import { useEffect, useState } from 'react'
import { useConnection } from './live/live.ts'
import { isOutdated } from './outdated.ts'

/** How often an open page asks for a new version, ms. */
const ASK_MS = 10 * 60_000

/**
 * Whether the server has a newer web app than the one running here. Asks every ten minutes, when the page is looked at
 * again, and after each new connection, since a deployment restarts the server.
 */
export function useNewVersion(): boolean {
  const [isNew, setIsNew] = useState(false)
  const connections = useConnection(({ times }) => times)
  useEffect(() => {
    if (isNew) return
    const ask = () =>
      void isOutdated().then(
        outdated => outdated && setIsNew(true),
        () => undefined,
      )
    const lookedAt = () => document.visibilityState === 'visible' && ask()
    if (connections > 1) ask()
    const timer = setInterval(ask, ASK_MS)
    document.addEventListener('visibilitychange', lookedAt)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookedAt)
    }
  }, [isNew, connections])
  return isNew
}
