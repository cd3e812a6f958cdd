/** Leaves room for all headers in a packet of the usual network. Bytes */
const PAYLOAD_MOST = 1_400
const HEADER = 12
const FU_A = 28

/** Makes RTP packets of H.264 (RFC 3550, 6184): whole NAL units, or FU-A of larger ones. */
export class Packetiser {
  #sequence: number
  readonly #source: number
  readonly #payloadType: number

  constructor(payloadType: number, sequence: number, source: number) {
    this.#payloadType = payloadType
    this.#sequence = sequence
    this.#source = source
  }

  /** Packets of one picture; the last is marked. `time` in ticks of 1/90,000 s. */
  packets(nals: readonly Buffer[], time: number): Buffer[] {
    const packets: Buffer[] = []
    for (const [i, nal] of nals.entries()) {
      const isLast = i === nals.length - 1
      if (nal.length <= PAYLOAD_MOST) packets.push(Buffer.concat([this.#header(time, isLast), nal]))
      else packets.push(...this.#fragments(nal, time, isLast))
    }
    return packets
  }

  *#fragments(nal: Buffer, time: number, isLast: boolean): Generator<Buffer> {
    const head = nal[0] ?? 0
    for (let at = 1; at < nal.length; at += PAYLOAD_MOST) {
      const end = Math.min(nal.length, at + PAYLOAD_MOST)
      const isEnd = end === nal.length
      const flags = (at === 1 ? 0x80 : 0) | (isEnd ? 0x40 : 0)
      const indicator = Buffer.from([(head & 0xe0) | FU_A, flags | (head & 0x1f)])
      yield Buffer.concat([this.#header(time, isLast && isEnd), indicator, nal.subarray(at, end)])
    }
  }

  #header(time: number, isMarked: boolean): Buffer {
    const header = Buffer.alloc(HEADER)
    header[0] = 0x80
    header[1] = (isMarked ? 0x80 : 0) | this.#payloadType
    this.#sequence = (this.#sequence + 1) & 0xffff
    header.writeUInt16BE(this.#sequence, 2)
    header.writeUInt32BE(time >>> 0, 4)
    header.writeUInt32BE(this.#source, 8)
    return header
  }
}
