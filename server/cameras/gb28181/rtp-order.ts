/** What of a packet of RTP matters here (RFC 3550). The payload is only valid during the call. */
export interface RtpPacket {
  sequence: number
  time: number
  source: number
  payloadType: number
  isMarked: boolean
  payload: Buffer
}

const VERSION = 2
const HEADER = 12
/** RTCP packets are told from RTP by their types (RFC 5761). */
const RTCP = { from: 192, to: 223 } as const

/** Takes a packet apart; undefined for anything else. */
export function readRtp(data: Buffer): RtpPacket | undefined {
  const [first = 0, second = 0] = data
  if (data.length <= HEADER || first >> 6 !== VERSION || (second >= RTCP.from && second <= RTCP.to))
    return undefined
  let start = HEADER + (first & 0x0f) * 4
  if (first & 0x10) {
    if (data.length < start + 4) return undefined
    start += 4 + data.readUInt16BE(start + 2) * 4
  }
  const end = data.length - (first & 0x20 ? (data.at(-1) ?? 0) : 0)
  if (start >= end) return undefined
  return {
    sequence: data.readUInt16BE(2),
    time: data.readUInt32BE(4),
    source: data.readUInt32BE(8),
    payloadType: second & 0x7f,
    isMarked: (second & 0x80) !== 0,
    payload: data.subarray(start, end),
  }
}

export interface InOrder {
  packet(packet: RtpPacket): void
  /** Packets are missing before the next. */
  lost(): void
}

/** Packets beyond the usual that follow each other until the device is believed to have begun anew. */
const ANEW_AFTER = 3
/** Packets that are held while an earlier one is awaited: UDP turns a few around, more are lost. */
const HELD_MOST = 32

/** Puts packets into the order in which they were sent; late and repeated ones are left out. */
export function inOrder({ packet, lost }: InOrder): (packet: RtpPacket) => void {
  let expected: number | undefined
  let stray: number | undefined
  let strays = 0
  const held = new Map<number, RtpPacket>()
  const pass = (next: RtpPacket) => {
    expected = (next.sequence + 1) & 0xffff
    packet(next)
  }
  const release = () => {
    for (let next = take(); next; next = take()) pass(next)
  }
  const take = () => {
    const next = expected === undefined ? undefined : held.get(expected)
    if (next) held.delete(next.sequence)
    return next
  }
  return arrived => {
    const step = expected === undefined ? 0 : (arrived.sequence - expected) & 0xffff
    if (step === 0) {
      pass(arrived)
      return release()
    }
    if (step > HELD_MOST * 2) {
      // Repeated, or late; further off it is either no packet of ours, or the first of a new row.
      if (step > 0x10000 - HELD_MOST * 2) return
      strays = stray === arrived.sequence ? strays + 1 : 1
      stray = (arrived.sequence + 1) & 0xffff
      if (strays < ANEW_AFTER) return
      held.clear()
      lost()
      pass(arrived)
      return
    }
    held.set(arrived.sequence, { ...arrived, payload: Buffer.from(arrived.payload) })
    if (held.size <= HELD_MOST) return
    lost()
    const from = expected ?? 0
    const [oldest] = [...held.keys()].toSorted((a, b) => ((a - from) & 0xffff) - ((b - from) & 0xffff))
    expected = oldest
    release()
  }
}
