import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { ServerOff, WifiOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { clockOf } from '#shared/dates.ts'
import { useZone } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useConnection } from '#web/data/live/live.ts'
import { connectNow } from '#web/data/live/socket.ts'
import { useReachable } from '#web/data/reachable.ts'
import { useWaitingSays } from './use-waiting-says.ts'
import './notices.css'

/**
 * If neither socket nor calls were answered for this long, ms, the farm may be in trouble and nobody here would hear of it.
 */
const SILENCE_MS = 60_000

/**
 * Says since when there is no connection, with how much waits in this browser, and when it is back; the data on screen is then
 * read again. `lostAt`: ms since 1970, null while there is one.
 */
export function ConnectionBar({ lostAt }: { lostAt: number | null }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const cache = useQueryClient()
  const zone = useZone()
  const waiting = useWaitingSays()
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
        {/* There is room for one more sentence: what the reader entered before what they see. */}
        {isSilent || waiting === '' ? said.says : waiting}
        {isSilent && waiting && ` ${waiting}`}
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
