import { isSlice, kindOfNal, NAL } from './nal.ts'

/** One picture as it came: its slices, and the parameter sets that came with it. */
export interface Picture {
  /** Slices only, without start codes. */
  slices: Buffer[]
  sps?: Buffer
  pps?: Buffer[]
  /** RTP ticks, 32 bits. */
  time: number
  isKey: boolean
}

/** What comes out: whole pictures, and word of each loss. */
export interface Pictures {
  picture(picture: Picture): void
  /** Something is missing: what follows cannot be decoded before the next key frame. */
  lost(): void
}

interface Packet {
  sequence: number
  time: number
  isLast: boolean
  payload: Buffer
}

const START = 0x80
const END = 0x40
/** More than any picture of a camera; Bytes */
const PICTURE_MOST = 16 * 1024 * 1024

/**
 * Puts pictures together from RTP packets (RFC 3550, 6184: single units, STAP-A, FU-A). The returned function takes a packet;
 * its bytes are copied.
 */
export function depacketiser(payloadType: number, { picture, lost }: Pictures): (packet: Buffer) => void {
  let expected: number | undefined
  let building: Picture | undefined
  /** Parameter sets that came before their picture. */
  let sets: Pick<Picture, 'sps' | 'pps'> = {}
  let pieces: Buffer[] | undefined
  let bytes = 0
  let isDamaged = false
  /** The time of the last picture handed over, and whether cameras' marks of an end can be believed. */
  let handedOver: number | undefined
  let marksLie = false

  const drop = () => {
    pieces = undefined
    isDamaged = true
    lost()
  }
  const finish = () => {
    const done = building
    building = undefined
    bytes = 0
    if (done && !isDamaged) {
      handedOver = done.time
      picture({ ...done, ...sets })
      sets = {}
    }
    isDamaged = false
  }
  const unit = (nal: Buffer, time: number) => {
    const kind = kindOfNal(nal)
    if (nal.length < 2 || (nal[0] ?? 0) & START) return drop()
    if (kind === NAL.sps) sets = { ...sets, sps: nal }
    else if (kind === NAL.pps) sets = { ...sets, pps: [...(sets.pps ?? []), nal] }
    if (!isSlice(kind)) return
    if (!building && handedOver === time) {
      // A slice after the end of its picture: this camera marks every slice as the last.
      marksLie = true
      lost()
    }
    building ??= { slices: [], time, isKey: false }
    building.isKey ||= kind === NAL.idr
    building.slices.push(nal)
    bytes += nal.length
    if (bytes > PICTURE_MOST) drop()
  }
  const fragment = (payload: Buffer, time: number) => {
    const [indicator = 0, header = 0] = payload
    if (header & START) {
      if (pieces) drop()
      pieces = [Buffer.from([(indicator & 0xe0) | (header & 0x1f)])]
    }
    if (!pieces) return drop()
    pieces.push(Buffer.from(payload.subarray(2)))
    if (!(header & END)) return
    const whole = Buffer.concat(pieces)
    pieces = undefined
    unit(whole, time)
  }
  const take = ({ payload, time }: Packet) => {
    const kind = kindOfNal(payload)
    if (kind === NAL.fuA) return fragment(payload, time)
    if (pieces) drop()
    if (kind === NAL.stapA) {
      for (const each of aggregated(payload)) unit(each, time)
      return
    }
    if (kind > 0 && kind < NAL.stapA) unit(Buffer.from(payload), time)
  }

  return data => {
    const packet = packetOf(data, payloadType)
    if (!packet) return
    const step = expected === undefined ? 0 : (packet.sequence - expected) & 0xffff
    // Late or twice.
    if (step > 0x8000) return
    expected = (packet.sequence + 1) & 0xffff
    if (step > 0) drop()
    if (building && building.time !== packet.time) finish()
    take(packet)
    if (packet.isLast && !marksLie) finish()
  }
}

/** The units of a STAP-A packet. */
function* aggregated(payload: Buffer): Generator<Buffer> {
  let at = 1
  while (at + 2 <= payload.length) {
    const end = at + 2 + payload.readUInt16BE(at)
    if (end > payload.length) return
    yield Buffer.from(payload.subarray(at + 2, end))
    at = end
  }
}

/** Undefined for anything that is no packet of this stream. */
function packetOf(data: Buffer, payloadType: number): Packet | undefined {
  if (data.length < 13) return undefined
  const [first = 0, second = 0] = data
  if (first >> 6 !== 2 || (second & 0x7f) !== payloadType) return undefined
  let start = 12 + (first & 0x0f) * 4
  if (first & 0x10 && data.length >= start + 4) start += 4 + data.readUInt16BE(start + 2) * 4
  const end = data.length - (first & 0x20 ? (data.at(-1) ?? 0) : 0)
  if (start >= end) return undefined
  return {
    sequence: data.readUInt16BE(2),
    time: data.readUInt32BE(4),
    isLast: (second & 0x80) !== 0,
    payload: data.subarray(start, end),
  }
}
