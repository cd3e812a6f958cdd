import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { ServerOff, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockOf } from '#shared/dates.ts'
import { useZone } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useExpiry } from '#web/data/expiry.ts'
import { useConnection } from '#web/data/live/live.ts'
import { connectNow } from '#web/data/live/socket.ts'
import { useReachable } from '#web/data/reachable.ts'
import './notices.css'

/** A break shorter than this, ms, is not worth mentioning: it heals by itself, or was only a slow answer. */
const PATIENCE_MS = 4_000
/**
 * If neither socket nor calls were answered for this long, ms, the farm may be in trouble and nobody here would hear of it.
 */
const SILENCE_MS = 60_000

/** Says since when there is no connection, and when it is back; the data on screen is then read again. */
export function ConnectionBar() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useQueryClient()
  const zone = useZone()
  const lostAt = useLostAt()
  const isSilent = useIsSilent(lostAt)
  // Whether the device itself knows of no network: then the server may be well, and others do hear of alarms.
  const isOffline = useFromNow(() => !navigator.onLine)
  const wasLost = useRef(false)
  useEffect(() => {
    if (lostAt !== null) {
      wasLost.current = true
    } else if (wasLost.current) {
      wasLost.current = false
      void message.success(t($ => $.connectedAgain))
      void cache.invalidateQueries()
    }
  }, [lostAt, cache, message, t])
  if (lostAt === null) return null
  const time = clockOf(lostAt, zone)
  const said = !isSilent
    ? { title: t($ => $.noConnection, { time }), says: t($ => $.noConnectionSays) }
    : isOffline
      ? { title: t($ => $.noNetwork, { time }), says: t($ => $.noNetworkSays) }
      : { title: t($ => $.noServer, { time }), says: t($ => $.noServerSays) }
  const Icon = isSilent && !isOffline ? ServerOff : WifiOff
  return (
    <div className="notice-bar" data-kind={isSilent ? 'alarm' : 'offline'}>
      <Icon size={17} strokeWidth={1.75} aria-hidden />
      <span role={isSilent ? 'alert' : 'status'}>
        <strong>{said.title}</strong>
        {said.says}
      </span>
      <NextTry />
      <Button size="small" onClick={() => retry(() => void cache.invalidateQueries())}>
        {t($ => $.tryNow)}
      </Button>
    </div>
  )
}

/** Counts down to the next try. Seconds read aloud one by one would be a torment, so they are hidden from screen readers. */
function NextTry() {
  const { t } = useTranslation()
  const { connected, nextTryAt } = useConnection()
  const seconds = useFromNow(() =>
    nextTryAt === null ? null : Math.max(1, Math.ceil((nextTryAt - Date.now()) / 1_000)),
  )
  if (connected) return null
  return (
    <span className="notice-next num" aria-hidden>
      {seconds === null ? t($ => $.tryingNow) : t($ => $.tryingIn, { seconds })}
    </span>
  )
}

function retry(readAgain: () => void): void {
  connectNow()
  readAgain()
}

/** Whether nothing at all has been heard from the server for a minute. */
function useIsSilent(lostAt: number | null): boolean {
  const reachable = useReachable(({ reachable }) => reachable)
  const connected = useConnection(({ connected }) => connected)
  const isLong = useFromNow(() => lostAt !== null && Date.now() - lostAt >= SILENCE_MS)
  return isLong && !reachable && !connected
}

/** When the connection was lost, ms since 1970; null while there is one, or before the first one. */
function useLostAt(): number | null {
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
