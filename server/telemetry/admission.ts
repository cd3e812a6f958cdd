/** Connections that may send their births at the same time: 100 kB each, counted only once they are read. */
const AT_ONCE = 100
const TICK_MS = 50
/** How often waiting connections are kept alive, ms; ten thousand may be waiting. */
const STAY_MS = 500
/** A turn ends after this much silence, ms: before the first message, and after one; in any case after `most`. */
const TURN_MS = { silent: 500, quiet: 100, most: 5_000 }

/** A connection that has signed in and will now send its births. */
export interface Newcomer {
  /** Its turn has come: it is read from now on. */
  enter(): void
  /** It goes on waiting and must not time out meanwhile. */
  stay(): void
  /** Undefined before its first message, then whether a message is in progress. */
  isBusy(): boolean | undefined
}

/** Lets newcomers in by turns, in order of arrival: after a restart all gateways connect at once. */
export interface Admission {
  /** False when the newcomer has to wait. */
  add(newcomer: Newcomer): boolean
  /** The newcomer has gone, whether or not it had its turn. */
  remove(newcomer: Newcomer): void
  stop(): void
}

interface Turn {
  since: number
  busyAt: number
  hasSent: boolean
}

/** Turns nobody away, and keeps nobody waiting while there are few. */
export function startAdmission(atOnce = AT_ONCE, lasts = TURN_MS): Admission {
  const queue = new Set<Newcomer>()
  const turns = new Map<Newcomer, Turn>()
  let stayedAt = performance.now()
  const timer = setInterval(tick, TICK_MS)

  function letIn(newcomer: Newcomer): void {
    const now = performance.now()
    turns.set(newcomer, { since: now, busyAt: now, hasSent: false })
    newcomer.enter()
  }

  function isOver(newcomer: Newcomer, turn: Turn, now: number): boolean {
    const isBusy = newcomer.isBusy()
    if (isBusy !== undefined) turn.hasSent = true
    if (isBusy) turn.busyAt = now
    const rest = turn.hasSent ? lasts.quiet : lasts.silent
    return now - turn.busyAt >= rest || now - turn.since >= lasts.most
  }

  function tick(): void {
    const now = performance.now()
    for (const [newcomer, turn] of turns) if (isOver(newcomer, turn, now)) turns.delete(newcomer)
    for (const newcomer of queue) {
      if (turns.size >= atOnce) break
      if (queue.delete(newcomer)) letIn(newcomer)
    }
    if (now - stayedAt < STAY_MS) return
    stayedAt = now
    for (const newcomer of queue) newcomer.stay()
  }

  return {
    add(newcomer) {
      const isFree = turns.size < atOnce && queue.size === 0
      if (isFree) letIn(newcomer)
      else queue.add(newcomer)
      return isFree
    },
    remove(newcomer) {
      queue.delete(newcomer)
      turns.delete(newcomer)
    },
    stop: () => clearInterval(timer),
  }
}
