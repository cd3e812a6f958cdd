import { HEARTBEAT_ANSWER_MS, HEARTBEAT_IDLE_MS, RECONNECT_MS } from '#shared/limits.ts'

/** The socket's life as plain data; times in ms. `waiting` is the pause before the next try. */
export type Link =
  | { phase: 'off' }
  | { phase: 'connecting'; since: number }
  | { phase: 'open'; heardAt: number }
  | { phase: 'asked'; until: number }
  | { phase: 'waiting'; until: number }

/** `time`: the moment given by `wakeAt` has come; `hurry`: there is reason to doubt the connection, or to hope for one. */
export type LinkEvent = 'start' | 'stop' | 'opened' | 'heard' | 'lost' | 'time' | 'hurry'
export type LinkDeed = 'connect' | 'ping' | 'close'

export interface LinkStep {
  link: Link
  deed: LinkDeed | null
}

/** When a hanging handshake is given up; sooner when somebody is in a hurry. */
const CONNECT_MS = 10_000
const HURRIED_CONNECT_MS = 2_000
/** How long a doubted connection has to answer. */
const DOUBTED_MS = 5_000

/**
 * What to do when `event` happens at `now`: `ping` after 60 s without a message, close if nothing answers within another 60
 * s, next try 2 s after a loss (specification, section 7) plus `jitter` ms, so that not every browser hits a restarted
 * server in the same instant.
 */
export function nextLink(link: Link, event: LinkEvent, now: number, jitter: number): LinkStep {
  const stay: LinkStep = { link, deed: null }
  const pause: Link = { phase: 'waiting', until: now + RECONNECT_MS + jitter }
  const dial: LinkStep = { link: { phase: 'connecting', since: now }, deed: 'connect' }
  switch (event) {
    case 'start':
      return link.phase === 'off' ? dial : stay
    case 'stop':
      return { link: { phase: 'off' }, deed: link.phase === 'off' ? null : 'close' }
    case 'opened':
      return link.phase === 'connecting' ? { link: { phase: 'open', heardAt: now }, deed: null } : stay
    case 'heard':
      return isOpen(link) ? { link: { phase: 'open', heardAt: now }, deed: null } : stay
    case 'lost':
      return link.phase === 'off' || link.phase === 'waiting' ? stay : { link: pause, deed: null }
    case 'hurry':
      if (link.phase === 'waiting') return dial
      if (link.phase === 'connecting') return now - link.since < HURRIED_CONNECT_MS ? stay : dial
      return link.phase === 'open'
        ? { link: { phase: 'asked', until: now + DOUBTED_MS }, deed: 'ping' }
        : stay
    case 'time': {
      const due = wakeAt(link)
      if (due === null || now < due) return stay
      if (link.phase === 'open')
        return { link: { phase: 'asked', until: now + HEARTBEAT_ANSWER_MS }, deed: 'ping' }
      return link.phase === 'waiting' ? dial : { link: pause, deed: 'close' }
    }
  }
}

/** When the clock matters next, or null if only events do. */
export function wakeAt(link: Link): number | null {
  switch (link.phase) {
    case 'off':
      return null
    case 'connecting':
      return link.since + CONNECT_MS
    case 'open':
      return link.heardAt + HEARTBEAT_IDLE_MS
    case 'asked':
    case 'waiting':
      return link.until
  }
}

/** Whether messages can come in and go out. */
export const isOpen = (link: Link): boolean => link.phase === 'open' || link.phase === 'asked'
