/** Connections that may send their births at the same time: 100 kB each, which are only counted once they are read. */
const AT_ONCE = 100
const TICK_MS = 50
/** Who waits is kept alive so often: ten thousand may be waiting. ms */
const STAY_MS = 500
/** A turn ends when nothing came for so long: before the first message, and after one. It ends in any case after `most`. ms */
const TURN_MS = { silent: 500, quiet: 100, most: 5_000 }

/** A connection that has signed in, and now sends who it is. */
export interface Newcomer {
  /** Its turn: from now on it is read. */
  enter(): void
  /** It goes on waiting, for which it must not be ended. */
  stay(): void
  /** Undefined before its first message; then whether something of it is under way. */
  isBusy(): boolean | undefined
}

/** Lets newcomers in by turns, in the order of their coming: after a restart all gateways are there at once. */
export interface Admission {
  /** False when it has to wait. */
  add(newcomer: Newcomer): boolean
  /** It has gone, whether or not it had its turn. */
  remove(newcomer: Newcomer): void
  stop(): void
}

interface Turn {
  since: number
  busyAt: number
  hasSent: boolean
}

/** Nobody is turned away, and nobody waits while there are few. */
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
