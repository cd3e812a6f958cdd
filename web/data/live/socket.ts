import { notices } from '#shared/contracts/notices.ts'
import { type ClientFrame, PING, PONG, SESSION_OVER } from '#shared/realtime.ts'
import { call } from '../client.ts'
import { isSessionOver, useExpiry } from '../expiry.ts'
import { setReachable, useReachable } from '../reachable.ts'
import { readUserAgain } from '../session.ts'
import { keptToken } from '../token.ts'
import { follow } from './follow.ts'
import { frameOf } from './frame.ts'
import { isOpen, type Link, type LinkEvent, nextLink, wakeAt } from './link.ts'
import { live, onWatched, useConnection, watched } from './live.ts'

/** Milliseconds added at random to the pause before the next try. */
const JITTER_MS = 1_000

/** How long to wait for another window: signing out by hand ends the socket before saying so. ms */
const SIGNED_OUT_MS = 1_500

let hurryNow: () => void = () => undefined

/** Tries to connect at once instead of at the next pause. */
export const connectNow = (): void => hurryNow()

/** Without a network there is no need to wait to know it. */
const onOffline = () => setReachable(false)

/** Keeps the signed-in user's socket open until the returned function is called, which also forgets live values. */
export function startLive(): () => void {
  let link: Link = { phase: 'off' }
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether a call has been made since the last connection to learn why there is none. */
  let hasAsked = false

  function send(event: LinkEvent): void {
    const before = link
    const step = nextLink(link, event, Date.now(), Math.random() * JITTER_MS)
    link = step.link
    if (step.deed === 'connect') connect()
    else if (step.deed === 'ping') say(PING)
    else if (step.deed === 'close') drop()
    const nextTryAt = link.phase === 'waiting' ? link.until : null
    if (nextTryAt !== useConnection.getState().nextTryAt) useConnection.setState({ nextTryAt })
    if (isOpen(link) !== isOpen(before)) announceConnection()
    clearTimeout(timer)
    const due = wakeAt(link)
    if (due !== null) timer = setTimeout(() => send('time'), Math.max(due - Date.now(), 0))
  }

  function connect(): void {
    const token = keptToken()
    // No try can succeed until somebody signs in again.
    if (!token || isSessionOver()) return
    drop()
    const address = new URL(`/api/ws/${encodeURIComponent(token.value)}`, location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const mine = new WebSocket(address)
    socket = mine
    const ifMine = (event: LinkEvent) => () => {
      if (socket === mine) send(event)
    }
    mine.onopen = ifMine('opened')
    mine.onclose = ({ code }) => {
      if (socket !== mine) return
      const wasRefused = link.phase === 'connecting'
      send('lost')
      if (code === SESSION_OVER) setTimeout(askWhy, SIGNED_OUT_MS)
      else if (wasRefused && !hasAsked) askWhy()
    }
    mine.onmessage = ({ data }) => {
      if (socket !== mine) return
      send('heard')
      setReachable(true)
      if (typeof data !== 'string' || data === PONG) return
      const frame = frameOf(data)
      if (!frame) return
      live.take(frame)
      follow(frame, () => watch(watched()))
    }
  }

  /** A socket does not say that the session is over; the answer to a call does, and its handler acts on it. */
  function askWhy(): void {
    hasAsked = true
    if (link.phase === 'off' || !keptToken()) return
    void call(notices.unreadNumber).catch(() => undefined)
  }

  function drop(): void {
    const closing = socket
    socket = null
    closing?.close()
  }

  function announceConnection(): void {
    const connected = isOpen(link)
    useConnection.setState(known => ({ connected, times: known.times + (connected ? 1 : 0) }))
    if (!connected) return
    // Rights may have changed while disconnected.
    if (useConnection.getState().times > 1) void readUserAgain().catch(() => undefined)
    hasAsked = false
    setReachable(true)
    watch(watched())
  }

  /** A socket that is closing may not have said so yet. */
  function say(text: string): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text)
  }

  function watch(watch: ClientFrame['watch']): void {
    if (isOpen(link)) say(JSON.stringify({ watch }))
  }

  const hurry = () => send('hurry')
  // After sleep, or when a call got no answer, the socket may be dead without knowing it.
  const lookedAt = () => document.visibilityState === 'visible' && hurry()
  const stopWaiting = useExpiry.subscribe(({ isOver }) => !isOver && hurry())
  const stopDoubting = useReachable.subscribe(({ reachable }) => {
    if (!reachable && isOpen(link)) hurry()
  })
  addEventListener('online', hurry)
  addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', lookedAt)
  hurryNow = hurry
  onWatched(watch)
  send('start')
  return () => {
    removeEventListener('online', hurry)
    removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', lookedAt)
    stopDoubting()
    stopWaiting()
    hurryNow = () => undefined
    onWatched(() => undefined)
    send('stop')
    live.clear()
  }
}
