import { AsyncLocalStorage } from 'node:async_hooks'

/** Connections for one statement at a time, for transactions, and for statements that keep a processor busy for long. */
export type Kind = 'single' | 'several' | 'heavy'

export interface Limits {
  /** How many there are of each kind; without any for heavy statements, these are like others. */
  connections: Readonly<Record<Exclude<Kind, 'heavy'>, number>> & { readonly heavy?: number }
  /**
   * Most that one account has at once, of all kinds together, and one heavy among them; it then waits for a while only.
   * Without it there is no limit.
   */
  each?: number
  /** Whether an account that goes on using all it may have is slowed down. */
  tires?: true | undefined
}

/**
 * Most statements of an account that wait for their turn, and for how long. A screen asks a dozen at once, a page of pictures
 * hundreds; either is done in a fraction of this time. The web client gives up after 6 s.
 */
const WAITING_MOST = 300
const PATIENCE_MS = 5_000

/**
 * For how long an account may keep several connections, each counted, and how much of that it gets back: enough for thirty long
 * charts or a thousand quick statements. Whoever has used it up is tired until half of it is back, and has one connection at a
 * time, which rests after each use for so many times as long as it was kept: others notice as little of it on a slow machine
 * as on a fast one. Whoever asks for one thing after the other never tires.
 */
const STRENGTH_MS = 8_000
const BACK_PER_MS = 0.2
const REST_TIMES = 3

/** An account asks for more than its share. The call may be retried. */
export class ShareFull extends Error {
  override name = 'ShareFull'
  constructor() {
    super('The account asks for more than its share of the database')
  }
}

/** What is being done for somebody. */
interface Work {
  account: string
  /** When it began, by `performance.now()`. */
  since: number
  isHeavy?: boolean
  /** While a transaction of it is open: the database outside that transaction. */
  beside?: object
}
const working = new AsyncLocalStorage<Work>()

/**
 * Whatever `does` asks of the database counts as the account's, or as a stranger's address. What began first goes first, so
 * that the calls of one page end one after the other.
 */
export const onBehalfOf = <T>(account: string, does: () => T): T =>
  working.run({ account, since: performance.now() }, does)

/** Does something while a transaction is open; `beside` is the database outside that transaction. */
export const insideTransaction = <T>(beside: object, does: () => T): T =>
  working.run({ account: '', since: performance.now(), ...working.getStore(), beside }, does)

/** The database outside the open transaction of the current work; undefined if it has none. */
export const besideNow = (): object | undefined => working.getStore()?.beside

/** What `does` asks keeps a processor busy for long: little of that is done at once. */
export const heavily = <T>(does: () => PromiseLike<T>): Promise<T> =>
  // Awaited inside: a statement is sent only when somebody waits for it.
  working.run(
    { account: '', since: performance.now(), ...working.getStore(), isHeavy: true },
    async () => await does(),
  )

/** The kind of a single statement of the current work. */
export const kindNow = (): Kind => (working.getStore()?.isHeavy ? 'heavy' : 'single')

/** For whom the current work is done; '' if it is the server's own. */
export const accountNow = (): string => working.getStore()?.account ?? ''

interface Waiting {
  kind: Kind
  since: number
  start(): void
  refuse(): void
}

interface Queue {
  running: number
  /** Of which heavy. */
  heavy: number
  /** Oldest work first. */
  waiting: Waiting[]
}

/** What an account has used of its strength, as of `at`. */
interface Effort {
  usedMs: number
  at: number
  isTired: boolean
  restsUntil: number
  /** Whether the end of its rest is waited for. */
  isAwaited: boolean
}

export interface Shares {
  /** Waits for a connection's turn; the returned function gives it back. Rejects with ShareFull. */
  take(account: string, kind: Kind): Promise<() => void>
  load(): Load
}

export interface Load {
  /** Connections in use. */
  busy: number
  /** Statements and transactions that wait for one. */
  waiting: number
  /** How often somebody had asked for more than their share since the start. */
  refused: number
}

/** Who has used how much; an account that is as good as new again is forgotten. */
function createEfforts() {
  const efforts = new Map<string, Effort>()
  let sweepAt = 1_000

  function now(account: string): Effort | undefined {
    const effort = efforts.get(account)
    if (!effort) return
    const at = performance.now()
    effort.usedMs = Math.max(0, effort.usedMs - (at - effort.at) * BACK_PER_MS)
    effort.at = at
    if (effort.usedMs < STRENGTH_MS / 2) effort.isTired = false
    if (effort.usedMs === 0 && effort.restsUntil <= at) efforts.delete(account)
    return effort
  }

  function sweep(): void {
    if (efforts.size < sweepAt) return
    for (const account of efforts.keys()) now(account)
    sweepAt = Math.max(1_000, 2 * efforts.size)
  }

  return {
    now,
    /** An account has kept a connection for `ms`; `alone` if it had no other when it gave this one back. */
    add(account: string, ms: number, alone: boolean): void {
      const known = now(account)
      if (alone && !known?.isTired) return
      sweep()
      const effort = known ?? {
        usedMs: 0,
        at: performance.now(),
        isTired: false,
        restsUntil: 0,
        isAwaited: false,
      }
      efforts.set(account, effort)
      effort.usedMs = Math.min(STRENGTH_MS, effort.usedMs + ms)
      effort.isTired ||= effort.usedMs === STRENGTH_MS
      if (effort.isTired) effort.restsUntil = effort.at + ms * REST_TIMES
    },
  }
}

/**
 * Divides connections among accounts: each has a few at most, and when one is free the accounts take turns, whoever has how
 * much waiting. The server's own work (account '') is one of them, but has no limit and all the patience.
 */
export function createShares({ connections, each, tires }: Limits): Shares {
  const { single, several, heavy = 0 } = connections
  const all = single + several + heavy
  let refused = 0
  const free = { single, several, heavy }
  /** In the order of their turns. */
  const queues = new Map<string, Queue>()
  const efforts = createEfforts()

  const mostOf = (account: string) => (account === '' ? undefined : each) ?? Number.POSITIVE_INFINITY

  /** Less while it is tired; after a rest it begins by itself. */
  function mostNow(account: string): number {
    const effort = account === '' ? undefined : efforts.now(account)
    if (!effort?.isTired) return mostOf(account)
    const restMs = effort.restsUntil - effort.at
    if (restMs <= 0) return 1
    if (!effort.isAwaited)
      setTimeout(() => {
        effort.isAwaited = false
        begin()
      }, restMs).unref()
    effort.isAwaited = true
    return 0
  }

  function begin(): void {
    // Whoever takes its turn moves to the end, and is met there again.
    for (const [account, queue] of queues) {
      if (free.single + free.several + free.heavy === 0) return
      if (queue.waiting.length === 0 || queue.running >= mostNow(account)) continue
      const mayHeavy = queue.heavy === 0 || mostOf(account) === Number.POSITIVE_INFINITY
      const place = queue.waiting.findIndex(({ kind }) => free[kind] > 0 && (kind !== 'heavy' || mayHeavy))
      const [next] = place < 0 ? [] : queue.waiting.splice(place, 1)
      if (!next) continue
      queues.delete(account)
      queues.set(account, queue)
      take(queue, next.kind, 1)
      next.start()
    }
  }

  function take(queue: Queue, kind: Kind, count: 1 | -1): void {
    free[kind] -= count
    queue.running += count
    if (kind === 'heavy') queue.heavy += count
  }

  function giveBack(account: string, queue: Queue, kind: Kind, keptMs: number): void {
    take(queue, kind, -1)
    if (tires && account !== '') efforts.add(account, keptMs, queue.running === 0)
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(account)
    begin()
  }

  return {
    take(account, asked) {
      const kind = asked === 'heavy' && heavy === 0 ? 'single' : asked
      const queue = queues.get(account) ?? { running: 0, heavy: 0, waiting: [] }
      queues.set(account, queue)
      return new Promise((resolve, reject) => {
        let impatience: NodeJS.Timeout | undefined
        const one: Waiting = {
          kind,
          since: working.getStore()?.since ?? performance.now(),
          start() {
            clearTimeout(impatience)
            let isHeld = true
            const from = performance.now()
            resolve(() => {
              if (isHeld) giveBack(account, queue, kind, performance.now() - from)
              isHeld = false
            })
          },
          refuse() {
            clearTimeout(impatience)
            refused += 1
            reject(new ShareFull())
          },
        }
        const place = queue.waiting.findLastIndex(({ since }) => since <= one.since)
        queue.waiting.splice(place + 1, 0, one)
        begin()
        if (mostOf(account) === Number.POSITIVE_INFINITY || !queue.waiting.includes(one)) return
        impatience = setTimeout(() => {
          queue.waiting.splice(queue.waiting.indexOf(one), 1)
          one.refuse()
        }, PATIENCE_MS)
        // The youngest work has lost least.
        if (queue.waiting.length > WAITING_MOST) queue.waiting.pop()?.refuse()
      })
    },
    load: () => ({
      busy: all - free.single - free.several - free.heavy,
      waiting: [...queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
      refused,
    }),
  }
}
