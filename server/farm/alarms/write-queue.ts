import type { FastifyBaseLogger } from 'fastify'
import { troubleOf } from '../../platform/database/trouble.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'

const AGAIN_MS = 1_000
/** Changes of all farms that are written in one go. */
const AT_ONCE = 500
/** What people are told of together comes within this time of each other. ms */
const GATHER_MS = 1_000
/** Nobody waits longer for more to come. ms */
const GATHERED_MS = 3_000
/** Nor for what has come and is not yet written. ms */
const WRITTEN_MS = 5_000
/** Farms whose people are told at the same time: as many as alarms have connections for transactions. */
const FARMS_AT_ONCE = 2
/** Time between two messages to the same people. ms */
const APART_MS = 10_000

type Write = () => Promise<void>

/** A change of one alarm. */
export interface Change {
  /** The alarm: its changes are written in the order of the calls. */
  key: string
  farmPath: string
}

/**
 * Writes what the alarms come to, one thing after another, and again what only the database or another transaction was in the
 * way of. Changes go first: a gateway that brings days of the past holds up nobody's alarm.
 */
export interface WriteQueue {
  /**
   * Returns a function that adds a change: what is active now, or no longer. Those of the same moment are written together,
   * some of each farm, so that an outage of one does not keep the others waiting.
   */
  changes<C extends Change>(write: (changes: readonly C[]) => Promise<void>): (change: C) => void
  /** Tells a farm's people, together of all that comes at the same moment. */
  soon(farmPath: string, write: Write): void
  /** Only to be filed: written while nothing else waits. */
  file(key: string, write: Write): void
  /** Resolves when nothing waits: everything is written and told, or given up. */
  settled(): Promise<void>
  /**
   * Tells what was gathered, and gives up what still waits for the database: the next start finds it in the latest state, or
   * as not yet told.
   */
  stop(): Promise<void>
}

export function createWriteQueue(log: FastifyBaseLogger): WriteQueue {
  const stopping = new AbortController()
  const { signal } = stopping
  /** Each takes the next changes, and knows of which farms some wait. */
  const lanes: { next(): Write | undefined; waits(farmPath: string): boolean }[] = []
  const gathered = createGathering()
  const filed = new Map<string, Write[]>()
  let working: Promise<void> | undefined
  let isSettling = false
  let timer: NodeJS.Timeout | undefined

  /** Resolves to whether it was written. */
  async function insist(write: Write): Promise<boolean> {
    for (;;) {
      try {
        await inRound('alarms', write)
        return true
      } catch (error) {
        roundFailed(log, 'alarms', error)
        if (signal.aborted || troubleOf(error) === 'fault') return false
        await pause(AGAIN_MS, signal)
      }
    }
  }

  function nextFiled(): Write | undefined {
    const [oldest] = filed
    if (!oldest) return undefined
    const [key, writes] = oldest
    if (writes.length === 1) filed.delete(key)
    return writes.shift()
  }
  function nextChanges(): Write | undefined {
    let write: Write | undefined
    lanes.some(lane => (write = lane.next()))
    return write
  }
  const waits = (farmPath: string) => lanes.some(lane => lane.waits(farmPath))
  /** Tells those of whom is enough gathered, a few at a time: none waits behind the many people of another. */
  function nextTold(now: number, comes?: typeof waits): Write | undefined {
    const due = gathered.due(now, FARMS_AT_ONCE, comes)
    if (due.length === 0) return undefined
    return async () => void (await Promise.all(due.map(insist)))
  }
  const next = () =>
    nextTold(Date.now(), waits) ??
    nextChanges() ??
    (isSettling ? nextTold(Infinity) : undefined) ??
    nextFiled()

  async function work(): Promise<void> {
    for (let write = next(); write; write = next()) await insist(write)
    working = undefined
    const dueAt = gathered.nextAt()
    clearTimeout(timer)
    if (dueAt !== undefined && !signal.aborted) timer = setTimeout(begin, Math.max(0, dueAt - Date.now()))
  }
  const begin = () => {
    // Deferred, so that the caller goes on first.
    working ??= Promise.resolve().then(work)
  }

  return {
    changes(write) {
      const lane = createLane<Parameters<typeof write>[0][number]>()
      const next = (): Write | undefined => {
        const taken = lane.take(AT_ONCE)
        if (taken.length === 0) return undefined
        const changes = taken.map(({ change }) => change)
        return async () => {
          for (const { before } of taken) for (const each of before) await insist(each)
          if (await insist(() => write(changes))) return
          // One that can never be written must not take the others with it.
          if (changes.length > 1) for (const change of changes) await insist(() => write([change]))
        }
      }
      lanes.push({ next, waits: lane.waits })
      return change => {
        lane.add({ change, before: filed.get(change.key) ?? [] })
        filed.delete(change.key)
        begin()
      }
    },
    soon(farmPath, write) {
      gathered.add(farmPath, write, Date.now())
      begin()
    },
    file(key, write) {
      const before = filed.get(key)
      if (before) before.push(write)
      else filed.set(key, [write])
      begin()
    },
    async settled() {
      isSettling = true
      begin()
      await working
      isSettling = false
    },
    async stop() {
      stopping.abort()
      isSettling = true
      begin()
      await working
      clearTimeout(timer)
    },
  }
}

/** A change that waits, and what was filed about the same alarm before it. */
interface Waiting<C> {
  change: C
  before: readonly Write[]
}

/** Changes that wait, by farm. */
function createLane<C extends Change>() {
  const waiting = new Map<string, Waiting<C>[]>()
  /** The oldest change of a farm, unless one of the same alarm is taken already. */
  function takeOf(farmPath: string, keys: Set<string>): Waiting<C> | undefined {
    const ofFarm = waiting.get(farmPath) ?? []
    const [first] = ofFarm
    if (!first || keys.has(first.change.key)) return undefined
    keys.add(first.change.key)
    if (ofFarm.length === 1) waiting.delete(farmPath)
    else ofFarm.shift()
    return first
  }
  return {
    waits: (farmPath: string): boolean => waiting.has(farmPath),
    add(one: Waiting<C>): void {
      const ofFarm = waiting.get(one.change.farmPath)
      if (ofFarm) ofFarm.push(one)
      else waiting.set(one.change.farmPath, [one])
    },
    /** In turns, one of each farm; of an alarm one at a time. */
    take(most: number): Waiting<C>[] {
      const taken: Waiting<C>[] = []
      const keys = new Set<string>()
      let farms = [...waiting.keys()]
      while (farms.length > 0 && taken.length < most)
        farms = farms.filter(farmPath => {
          const one = taken.length < most ? takeOf(farmPath, keys) : undefined
          if (one) taken.push(one)
          return one !== undefined
        })
      return taken
    },
  }
}

/** What is told of together, by farm. Times in ms since 1970. */
function createGathering() {
  interface Gathered {
    write: Write
    from: number
    dueAt: number
  }
  const waiting = new Map<string, Gathered>()
  const told = new Map<string, number>()
  return {
    add(farmPath: string, write: Write, now: number): void {
      const { from } = waiting.get(farmPath) ?? { from: now }
      const gathers = Math.min(now + GATHER_MS, from + GATHERED_MS)
      const dueAt = Math.max(gathers, (told.get(farmPath) ?? 0) + APART_MS)
      waiting.set(farmPath, { write, from, dueAt })
    },
    /** Of `most` farms; one of which more is being written (`comes`) is told together with that. */
    due(now: number, most: number, comes: (farmPath: string) => boolean = () => false): Write[] {
      const due: Write[] = []
      for (const [farmPath, { write, from, dueAt }] of waiting)
        if (due.length < most && dueAt <= now && (now >= from + WRITTEN_MS || !comes(farmPath))) {
          waiting.delete(farmPath)
          told.set(farmPath, Date.now())
          due.push(write)
        }
      return due
    },
    nextAt(): number | undefined {
      const oldest = Date.now() - APART_MS
      for (const [farmPath, at] of told) if (at < oldest) told.delete(farmPath)
      return waiting.size > 0 ? Math.min(...[...waiting.values()].map(({ dueAt }) => dueAt)) : undefined
    },
  }
}

/** Resolves after the time, or at once when waiting is no longer worthwhile. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
