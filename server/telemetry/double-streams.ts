import { hash } from 'node:crypto'
import type { Availability } from './availability.ts'
import type { KnownDevice } from './registry.ts'

/** This many signs within the time mean that two programs speak; each alone may be a fault of one. Times in ms */
const SIGNS = 3
const WITHIN_MS = 300_000
/** It is over when nothing has shown it for this long. */
const OVER_MS = 600_000
/** Numbers come back after 256 messages; a number seen among the last half of them is the same one. */
const RECENT = 128
/** A program with several threads may number its messages in another order than it writes their times. */
const THREADS_MS = 1_000

/** A numbered message of an edge node. */
export interface Numbered {
  gateway: KnownDevice
  seq: number | undefined
  /** The time it states, by its sender's clock. */
  timestamp: number | undefined
  payload: Uint8Array
  /** It was sent after all that came before it, by its number. */
  inTurn: boolean
  now: number
}

interface Node {
  count: number
  seen: Map<number, { count: number; print: string }>
  /** The newest time a message in turn stated. */
  newest: number
  /** One came in turn since the last sign: the node did not just jump to other numbers. */
  alternates: boolean
  /** Of the last three different births, newest last. */
  births: { bdSeq: number | null; print: string }[]
  signs: number[]
  until: number
}

const printOf = (payload: Uint8Array) => hash('sha1', payload, 'base64')

/**
 * Notices behind an outside broker, which shows no connections, that two programs use one gateway's credential: the numbers of
 * one do not fit those of the other, and births take turns.
 */
export function createDoubleStreams(availability: Availability) {
  const nodes = new Map<string, Node>()

  function nodeOf(gatewayId: string): Node {
    const found = nodes.get(gatewayId)
    if (found) return found
    const made: Node = {
      count: 0,
      seen: new Map(),
      newest: 0,
      alternates: false,
      births: [],
      signs: [],
      until: 0,
    }
    nodes.set(gatewayId, made)
    return made
  }

  function addSign(gateway: KnownDevice, node: Node, now: number): void {
    node.alternates = false
    node.signs = [...node.signs.filter(at => now - at < WITHIN_MS), now].slice(-SIGNS)
    if (node.signs.length < SIGNS) return
    if (node.until < now)
      availability.note(
        gateway,
        'credential-twice',
        'its credential is used twice: messages of two programs come in turn through the outside broker',
      )
    node.until = now + OVER_MS
  }

  return {
    isTwice: (gatewayId: string, now: number) => (nodes.get(gatewayId)?.until ?? 0) > now,
    /** Takes an NBIRTH: the number of a life never comes back after another. */
    born(gateway: KnownDevice, bdSeq: number | null, payload: Uint8Array, now: number): void {
      const node = nodeOf(gateway.id)
      node.seen.clear()
      const print = printOf(payload)
      if (node.births.some(birth => birth.print === print)) return
      const [before, last] = node.births.slice(-2)
      const isBack = before && last && before.bdSeq === bdSeq && last.bdSeq !== bdSeq
      node.births = [...node.births, { bdSeq, print }].slice(-3)
      if (isBack) addSign(gateway, node, now)
    },
    /** Takes a message; true when it does not fit the ones before it, so another program must have sent it. */
    isOther({ gateway, seq, timestamp = 0, payload, inTurn, now }: Numbered): boolean {
      if (seq === undefined) return false
      const node = nodeOf(gateway.id)
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
      if (counts) addSign(gateway, node, now)
      return counts || node.until > now
    },
  }
}
export type DoubleStreams = ReturnType<typeof createDoubleStreams>
