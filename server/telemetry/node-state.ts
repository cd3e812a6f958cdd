/** Sequence numbers run from 0 to 255. */
const SEQ = 256
/** A number this far ahead may also be one far behind: the nearer half wins. */
const HALF = SEQ / 2
/** How late a missing message may be before births are requested. ms */
const REORDER_MS = 2_000
/** Minimum time between two requests for births, plus up to a third so that not all of a farm answers at once. ms */
const REBIRTH_MS = 10_000
/** A request made after a gap and not answered is repeated: after a minute, then after twice as long each time. */
const UNANSWERED_MS = { first: 60_000, most: 960_000 }
/** Requests that are remembered: they come so far apart that these span more than any answer takes. */
const MOST_OWING = 16
/** After the node's birth, its devices have this long to be born again before they count as gone. ms */
const DEVICE_BIRTH_MS = 10_000

/** What the host knows of one edge node. Times in ms since 1970, server clock. */
export interface NodeState {
  born: boolean
  bornAt: number
  /** From the birth; null when it carried none. */
  bdSeq: number | null
  /** Connection that sent the birth; a death from another one does not concern this life of the node. */
  session: number | null
  /** Next sequence number; null before the first. */
  expected: number | null
  /** Numbers that came before their turn. */
  ahead: Set<number>
  gapSince: number | null
  rebirthWanted: boolean
  rebirthAskedAt: number
  /** How often births have been requested in vain since a gap or a silence; null without one. */
  vainAsks: number | null
  /** When births have been requested, or could not be, since they last came: the latest times, oldest first. */
  owing: number[]
  /** Last message that came in its turn, possibly before the start; null when there was none. */
  soundAt: number | null
  /** From here on something was lost in transit; null when nothing was. */
  missingSince: number | null
  /** Devices born in this life of the node, by id; false after a new birth of the node, until born again. */
  devices: Map<string, boolean>
}

/** What a node is due for. */
export interface Due {
  /** Births are to be requested now. */
  rebirth: boolean
  /** Ids of devices that were not born again with their node. */
  lapsed: string[]
}

/** A node not born yet. `soundAt`: when it was last heard before the start. */
export const createNodeState = (soundAt: number | null = null): NodeState => ({
  born: false,
  bornAt: 0,
  bdSeq: null,
  session: null,
  expected: null,
  ahead: new Set(),
  gapSince: null,
  rebirthWanted: false,
  rebirthAskedAt: Number.NEGATIVE_INFINITY,
  vainAsks: null,
  owing: [],
  soundAt,
  missingSince: null,
  devices: new Map(),
})

export interface Birth {
  bdSeq: number | null
  seq: number | undefined
  session: number | null
  now: number
}

/** NBIRTH. Repeating the same one changes nothing but the time. */
export function receiveBirth(node: NodeState, { bdSeq, seq, session, now }: Birth): void {
  if (!node.born || node.gapSince !== null) missedSince(node, node.soundAt)
  node.soundAt = now
  node.born = true
  node.bornAt = now
  node.bdSeq = bdSeq
  node.session = session
  node.expected = seq === undefined ? null : (seq + 1) % SEQ
  node.ahead.clear()
  node.gapSince = null
  node.rebirthWanted = false
  node.vainAsks = null
  node.owing = []
  for (const id of node.devices.keys()) node.devices.set(id, false)
}

/**
 * NDEATH. Whether the death belongs to this life: its bdSeq must be the birth's (peers that always send 0 always match),
 * and it must come over the birth's connection if that is known.
 */
export function isDeath(node: NodeState, bdSeq: number | null, session: number | null): boolean {
  if (!node.born) return false
  if (node.bdSeq !== null && bdSeq !== null && node.bdSeq !== bdSeq) return false
  return session === null || node.session === null || session === node.session
}

/** Whether a death is of a connection after the one that brought the birth: the node came again, without births. */
export const isOfLater = (node: NodeState, bdSeq: number | null): boolean =>
  node.bdSeq !== null && bdSeq !== null && bdSeq !== node.bdSeq && (bdSeq - node.bdSeq + SEQ) % SEQ < HALF

/** The connection ended. Whether it was the one that carried the birth. */
export const isEnd = (node: NodeState, session: number): boolean => node.born && node.session === session

/** The node is dead, with all its devices. */
export function endLife(node: NodeState): void {
  node.born = false
  node.expected = null
  node.ahead.clear()
  node.gapSince = null
  node.vainAsks = null
  node.devices.clear()
}

/** The node has left until its next report; what it said stands, and it may number its messages anew. */
export function restLife(node: NodeState): void {
  node.expected = null
  node.ahead.clear()
  node.gapSince = null
}

/** A node that reports without births speaks for this device. */
export function reviveLife(node: NodeState, id: string, session: number | null, now: number): void {
  if (!node.born) Object.assign(node, { born: true, bornAt: now, bdSeq: null, expected: null })
  node.session = session
  node.devices.set(id, true)
}

/**
 * Takes the sequence number of a born node's message. A number from the past is a repetition and changes nothing.
 * Returns whether the message was sent after all that came before it.
 */
export function receiveSeq(node: NodeState, seq: number | undefined, now: number): boolean {
  if (seq === undefined) {
    node.soundAt = now
    return true
  }
  if (seq >= SEQ) {
    node.rebirthWanted = true
    return true
  }
  if (node.expected === null) {
    node.expected = (seq + 1) % SEQ
    node.soundAt = now
    return true
  }
  const { expected } = node
  const distanceOf = (other: number) => (other - expected + SEQ) % SEQ
  const distance = distanceOf(seq)
  if (distance >= HALF) return false
  if (distance > 0) {
    const isFarthest = [...node.ahead].every(other => distanceOf(other) < distance)
    node.ahead.add(seq)
    node.gapSince ??= now
    return isFarthest
  }
  const isLast = node.ahead.size === 0
  let next = (seq + 1) % SEQ
  while (node.ahead.delete(next)) next = (next + 1) % SEQ
  node.expected = next
  if (node.ahead.size > 0) return isLast
  node.gapSince = null
  node.soundAt = now
  return isLast
}

/** Notes that something sent at or after `since` was lost; null when the time is unknown. */
export function missedSince(node: NodeState, since: number | null): void {
  if (since !== null) node.missingSince = Math.min(since, node.missingSince ?? since)
}

/** Numbers may have gone unseen while the broker was away: counts from the next one, and requests births from `askAt`. */
export function loseTrack(node: NodeState, askAt: number): void {
  node.rebirthAskedAt = Math.max(node.rebirthAskedAt, askAt - REBIRTH_MS)
  node.expected = null
  node.ahead.clear()
  node.gapSince = null
  node.rebirthWanted = true
}

/** Births have been requested, no matter by whom: they come once. */
export function rebirthAsked(node: NodeState, now: number): void {
  node.rebirthWanted = false
  if (node.vainAsks !== null) node.vainAsks += 1
  noteOwing(node, now)
  node.rebirthAskedAt = now
}

/** Nothing can be requested: whether the node is alive is unknown, until its births come. */
export function oweBirths(node: NodeState, now: number): void {
  if (now - (node.owing.at(-1) ?? Number.NEGATIVE_INFINITY) >= REBIRTH_MS) noteOwing(node, now)
}

function noteOwing(node: NodeState, now: number): void {
  node.owing = [...node.owing, now].slice(-MOST_OWING)
}

/**
 * A device has said nothing since `heardAt`, which is long: births are requested until they come. A node that ignored
 * earlier requests and spoke since is asked anew.
 */
export function missBirths(node: NodeState, heardAt: number): void {
  if (node.vainAsks !== null && (node.rebirthWanted || node.rebirthAskedAt >= heardAt)) return
  node.vainAsks = 0
  node.rebirthWanted = true
}

/** Something arrived that cannot be understood without births. */
export function wantRebirth(node: NodeState): void {
  node.rebirthWanted = true
}

export function deviceBorn(node: NodeState, id: string): void {
  node.devices.set(id, true)
}

export function deviceDied(node: NodeState, id: string): void {
  node.devices.delete(id)
}

/** What is due as time passes; `jitter` 0 to 1. */
export function due(node: NodeState, now: number, jitter: number): Due {
  const lapsed: string[] = []
  if (node.born && now - node.bornAt >= DEVICE_BIRTH_MS)
    for (const [id, confirmed] of node.devices)
      if (!confirmed) {
        node.devices.delete(id)
        lapsed.push(id)
      }
  if (node.gapSince !== null && now - node.gapSince >= REORDER_MS) giveUpGap(node, now)
  const asked = now - node.rebirthAskedAt
  const wait = REBIRTH_MS * (1 + jitter / 3)
  const { first, most } = UNANSWERED_MS
  const vainAsks = node.vainAsks ?? 0
  const isUnanswered = vainAsks > 0 && asked >= Math.min(first * 2 ** (vainAsks - 1), most)
  const rebirth = isUnanswered || (node.rebirthWanted && asked >= wait)
  if (rebirth) rebirthAsked(node, now)
  return { rebirth, lapsed }
}

/** The missing messages will not come: counts on after those that did, and requests births. */
function giveUpGap(node: NodeState, now: number): void {
  missedSince(node, node.soundAt)
  node.soundAt = now
  const from = node.expected ?? 0
  const farthest = Math.max(...[...node.ahead].map(seq => (seq - from + SEQ) % SEQ))
  node.expected = (from + farthest + 1) % SEQ
  node.ahead.clear()
  node.gapSince = null
  node.rebirthWanted = true
  node.vainAsks ??= 0
}
