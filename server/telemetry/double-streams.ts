import { hash } from 'node:crypto'
import type { Payload } from '#shared/sparkplug/types.ts'
import type { Availability } from './availability.ts'
import { bdSeqOf, serialsOf, uptimeOf } from './birth-facts.ts'
import { createInterleaved, follow, type Interleaved } from './interleaved.ts'
import type { KnownDevice } from './registry.ts'

/** So often must both go on after each other within the time. */
const RETURNS = 5
const WITHIN_MS = 900_000
/** It is over when nothing has shown it for this long. */
const OVER_MS = 600_000
/** Numbers come back after 256 messages; a number seen among the last half of them is the same one. */
const NUMBERS = 256
const RECENT = 128
/** So far may the numbers of two messages of one device be apart for one sequence: some are lost, and others' lie between. */
const STEP = { lost: 4, ofDevices: 2 }
/** So many connections fail between two lives at most, for them to be one sequence. */
const LIFE_STEP = 2
/** A program with several threads may number its messages in another order than it writes their times. */
const THREADS_MS = 1_000
/** Births that are remembered, to know one that comes again. */
const BIRTHS = 16
/** Uptimes are told in ms or s; what is between two of them may differ so much from the time between. */
const UNITS_MS = [1, 1_000]
const UPTIME_OFF = { ms: 5_000, part: 0.05 }
/** After births came because they were asked for in doubt, others only after twice as long each time: they hide who goes on. ms */
const ASK_MS = { first: 400_000, most: 1_600_000 }

/** A numbered message of an edge node. */
export interface Numbered {
  gateway: KnownDevice
  deviceId: string
  seq: number | undefined
  /** The time it states, by its sender's clock. */
  timestamp: number | undefined
  payload: Uint8Array
  /** It was sent after all that came before it, by its number. */
  inTurn: boolean
  now: number
}

interface Uptime {
  uptime: number
  at: number
}

/** Those of one device's messages. */
interface Numbers extends Interleaved<number> {
  /** The newest time stated. */
  newest: number
  /** Returns since the last birth of the node. */
  inLife: number
}

interface Node {
  count: number
  seen: Map<number, { count: number; print: string }>
  /** The newest time a message in turn stated. */
  newest: number
  /** One came in turn since the last sign: the node did not just jump to other numbers. */
  alternates: boolean
  /** Bytes of the last births. */
  births: string[]
  lives: Interleaved<number>
  serials: Interleaved<ReadonlyMap<string, string>>
  uptimes: Interleaved<Uptime>
  numbers: Map<string, Numbers>
  ask: { at: number; waitMs: number; isAnswered: boolean }
  until: number
}

const printOf = (payload: Uint8Array) => hash('sha1', payload, 'base64')

const createNode = (): Node => ({
  count: 0,
  seen: new Map(),
  newest: 0,
  alternates: false,
  births: [],
  lives: createInterleaved(),
  serials: createInterleaved(),
  uptimes: createInterleaved(),
  numbers: new Map(),
  ask: { at: Number.NEGATIVE_INFINITY, waitMs: ASK_MS.first, isAnswered: true },
  until: 0,
})

/** How far a number is ahead of another; null when it is not, or too far. */
const ahead = (most: number) => (head: number, next: number) => {
  const step = (next - head + NUMBERS) % NUMBERS
  return step >= 1 && step <= most ? step : null
}
const nextLife = ahead(LIFE_STEP)
/** A box that cannot read one of its numbers leaves it out. */
const sameSerials = (head: ReadonlyMap<string, string>, next: ReadonlyMap<string, string>) =>
  [...next].every(([name, value]) => (head.get(name) ?? value) === value) ? 0 : null
/** Nobody's uptime goes back to what it was, and none runs faster than time. */
const goesOn = (head: Uptime, next: Uptime) => {
  const passed = next.at - head.at
  const isOf = (unit: number) =>
    Math.abs((next.uptime - head.uptime) * unit - passed) <= UPTIME_OFF.ms + unit + passed * UPTIME_OFF.part
  return next.uptime > head.uptime && UNITS_MS.some(isOf) ? 0 : null
}

/**
 * Notices by what they send that two programs use one gateway's credential. Only what one program cannot do counts: two
 * sequences that both go on, again and again. Of its lives, of the uptimes and serial numbers in its births, and, behind an
 * outside broker, which shows no connections, of its messages.
 */
export function createDoubleStreams(availability: Pick<Availability, 'note'>) {
  const nodes = new Map<string, Node>()

  function nodeOf(gatewayId: string): Node {
    const found = nodes.get(gatewayId)
    if (found) return found
    const made = createNode()
    nodes.set(gatewayId, made)
    return made
  }

  function judge(
    gateway: KnownDevice,
    node: Node,
    mixed: Pick<Interleaved<unknown>, 'returns'>,
    now: number,
  ) {
    if (mixed.returns.length === 0) return
    mixed.returns = mixed.returns.filter(at => now - at < WITHIN_MS).slice(-RETURNS)
    if (mixed.returns.length < RETURNS || mixed.returns.at(-1) !== now) return
    if (node.until < now)
      availability.note(
        gateway,
        'credential-twice',
        'its credential is used twice: two programs speak in turn',
      )
    node.until = now + OVER_MS
  }

  /** Only what was written after all that is known: what was kept and sent later may have any number. */
  function takeNumber({ gateway, deviceId, seq = 0, timestamp = 0, now }: Numbered, node: Node): void {
    const known = node.numbers.get(deviceId) ?? { ...createInterleaved<number>(), newest: 0, inLife: 0 }
    node.numbers.set(deviceId, known)
    if (timestamp <= known.newest) return
    known.newest = timestamp
    known.inLife += follow(known, seq, now, ahead(STEP.lost + STEP.ofDevices * node.numbers.size))
    judge(gateway, node, known, now)
  }

  return {
    isTwice: (gatewayId: string, now: number) => (nodes.get(gatewayId)?.until ?? 0) > now,
    /** Takes an NBIRTH. */
    born(gateway: KnownDevice, birth: Payload, payload: Uint8Array, now: number): void {
      const node = nodeOf(gateway.id)
      node.seen.clear()
      node.ask.isAnswered = true
      // Whoever it is begins to count anew. One return alone may have been a chance.
      for (const known of node.numbers.values()) {
        const returns = known.inLife < 2 ? [] : known.returns
        Object.assign(known, { current: null, other: null, returns, inLife: 0 })
      }
      const print = printOf(payload)
      if (node.births.includes(print)) return
      node.births = [...node.births, print].slice(-BIRTHS)
      const [life, serial, uptime] = [bdSeqOf(birth), serialsOf(birth), uptimeOf(birth)]
      const { lives, serials, uptimes } = node
      // The same number again is the same life, born anew.
      if (life !== null && life !== lives.current) follow(lives, life, now, nextLife)
      if (serial !== null) follow(serials, serial, now, sameSerials)
      if (uptime !== null) follow(uptimes, { uptime, at: now }, now, goesOn)
      for (const mixed of [lives, serials, uptimes]) judge(gateway, node, mixed, now)
    },
    /** Takes a message; true when it does not fit the ones before it, so another program must have sent it. */
    isOther(message: Numbered): boolean {
      const { gateway, seq, timestamp = 0, payload, inTurn, now } = message
      if (seq === undefined) return false
      const node = nodeOf(gateway.id)
      takeNumber(message, node)
      const print = printOf(payload)
      const known = node.seen.get(seq)
      const isRecent = known !== undefined && node.count - known.count < RECENT
      if (inTurn) {
        node.seen.set(seq, { count: node.count++, print })
        Object.assign(node, { newest: Math.max(node.newest, timestamp), alternates: true })
        return false
      }
      if (isRecent && known.print === print) return false
      const isSign = isRecent || timestamp > node.newest + THREADS_MS
      if (!isSign) return false
      const counts = node.alternates
      node.alternates = false
      return counts || node.until > now
    },
    /** Whether births may be asked for because a message did not fit. */
    mayAsk(gatewayId: string, now: number): boolean {
      const node = nodeOf(gatewayId)
      const passed = now - node.ask.at
      if (!node.ask.isAnswered) return true
      if (passed < node.ask.waitMs) return false
      const isNew = passed > OVER_MS + node.ask.waitMs
      const waitMs = isNew ? ASK_MS.first : Math.min(node.ask.waitMs * 2, ASK_MS.most)
      node.ask = { at: now, waitMs, isAnswered: false }
      return true
    },
  }
}
export type DoubleStreams = ReturnType<typeof createDoubleStreams>
