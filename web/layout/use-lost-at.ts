import { useEffect, useState } from 'react'
import { useExpiry } from '#web/data/expiry.ts'
import { useConnection } from '#web/data/live/live.ts'
import { useReachable } from '#web/data/reachable.ts'

/** A break shorter than this, ms, is not worth mentioning: it heals by itself, or was only a slow answer. */
const PATIENCE_MS = 4_000

/** When the connection was lost, ms since 1970; null while there is one, or before the first one. */
export function useLostAt(): number | null {
  const reachable = useReachable(({ reachable }) => reachable)
  const isCut = useConnection(({ connected, times }) => !connected && times > 0)
  // If the session is over the server is there, and another dialog needs the reader.
  const isOver = useExpiry(({ isOver }) => isOver)
  const [lostAt, setLostAt] = useState<number | null>(null)
  const isLost = !isOver && (!reachable || isCut)
  useEffect(() => {
    if (!isLost) return setLostAt(null)
    const since = Date.now()
    const timer = setTimeout(() => setLostAt(since), navigator.onLine ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [isLost])
  return lostAt
}
