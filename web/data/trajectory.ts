import { type NewVisit, trajectory } from '#shared/contracts/trajectory.ts'
import { VISITS_AT_ONCE } from '#shared/limits.ts'
import { isScreenPath, type ScreenPath } from '#shared/screens.ts'
import { sendQuietly } from './client.ts'
import { useReachable } from './reachable.ts'
import { beforeSignOut } from './session.ts'
import { useTabs } from './tabs/tabs.ts'
import { keptToken } from './token.ts'

/** How often visits are sent; also when the page is hidden or left, and at sign-out. ms */
const SEND_MS = 60_000
/** A sleeping computer shows nothing: this long after its last sign of life a visit has ended. ms */
const ASLEEP_MS = 2 * SEND_MS
/** Without a connection, visits older than this are dropped, and the oldest beyond this many. */
const KEPT_MS = 12 * 3_600_000
const KEPT_MOST = 300
/** Passing through is not a visit. ms */
const SHORTEST_MS = 1_000

interface Ended extends Pick<NewVisit, 'number' | 'screen' | 'lasted'> {
  /** ms since 1970 by this device's clock */
  at: number
}

/** Sixteen hexadecimal digits that identify this page from load to end. */
const lane = [...crypto.getRandomValues(new Uint8Array(8))]
  .map(byte => byte.toString(16).padStart(2, '0'))
  .join('')
let number = 0
let waiting: Ended[] = []
let current: { screen: ScreenPath; at: number } | null = null
let aliveAt = 0
let isSending = false
let isWanted = true

/** Whether this deployment records visits at all. */
const isKeptHere = () => document.querySelector('meta[name="trajectory"]')?.getAttribute('content') !== 'off'

const screenNow = (): ScreenPath | null => {
  if (document.visibilityState === 'hidden') return null
  const { tabs, active } = useTabs.getState()
  const path = tabs.find(({ key }) => key === active)?.path
  return path !== undefined && isScreenPath(path) ? path : null
}

/** Notes the screen that shows now; the visit of the one before has ended. */
function look(): void {
  const now = Date.now()
  const screen = screenNow()
  if (current && current.screen !== screen) end(now)
  if (screen && !current) current = { screen, at: now }
  aliveAt = now
}

function end(now: number): void {
  if (!current) return
  const { screen, at } = current
  const lasted = Math.min(now, aliveAt + ASLEEP_MS) - at
  if (lasted >= SHORTEST_MS)
    waiting = [...waiting, { number: number++, screen, at, lasted }].slice(-KEPT_MOST)
  current = null
}

/**
 * Sends the visits that have ended; what nobody takes waits for the next time, but not for ever. The last send does not wait
 * for the one before: the server stores a visit told twice only once.
 */
async function send(isLast = false): Promise<void> {
  const now = Date.now()
  waiting = waiting.filter(({ at }) => now - at < KEPT_MS)
  const batch = waiting.slice(0, VISITS_AT_ONCE)
  if (batch.length === 0 || (isSending && !isLast) || !keptToken() || !useReachable.getState().reachable)
    return
  isSending = true
  try {
    const visits = batch.map(({ at, ...visit }) => ({ ...visit, ago: Math.max(now - at, visit.lasted) }))
    const answer = await sendQuietly(trajectory.record, { body: { lane, visits } })
    if (answer === null) return
    waiting = waiting.filter(visit => !batch.includes(visit))
    if (answer.isKept === false) isWanted = false
  } finally {
    isSending = false
  }
}

/**
 * Reports which screens the signed-in user has open, and for how long: the path alone, no input and no position. Returns the
 * function that ends it. Where the deployment does not record visits, nothing is noted here either.
 */
export function followScreens(): () => void {
  if (!isKeptHere() || !isWanted) return () => undefined
  look()
  const tick = setInterval(() => {
    if (!isWanted) return stop()
    if (Date.now() - aliveAt > ASLEEP_MS) end(Date.now())
    look()
    void send()
  }, SEND_MS)
  const onVisibility = () => {
    look()
    if (document.visibilityState === 'hidden') void send()
  }
  const sendLast = () => {
    end(Date.now())
    return send(true)
  }
  const onEnd = () => void sendLast()
  document.addEventListener('visibilitychange', onVisibility)
  // Not every browser hides a page before it is left.
  window.addEventListener('pagehide', onEnd)
  const forget = beforeSignOut(sendLast)
  const unsubscribe = useTabs.subscribe(look)
  const stop = () => {
    clearInterval(tick)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onEnd)
    forget()
    unsubscribe()
    end(Date.now())
    // The next user must not report these.
    waiting = []
  }
  return stop
}
