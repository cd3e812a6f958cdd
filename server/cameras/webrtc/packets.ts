/** Leaves room for all headers, and encryption, in a packet of any usual network. Bytes */
const PAYLOAD_MOST = 1_180
const FU_A = 28
const STAP_A = 24

/** Payloads of RTP for one picture of H.264 (RFC 6184): NAL units as they are, or in pieces where they are larger. */
export function payloadsOf(nals: readonly Uint8Array[]): Buffer[] {
  return nals.flatMap(nal => (nal.length <= PAYLOAD_MOST ? [Buffer.from(nal)] : [...piecesOf(nal)]))
}

function* piecesOf(nal: Uint8Array): Generator<Buffer> {
  const head = nal[0] ?? 0
  for (let at = 1; at < nal.length; at += PAYLOAD_MOST) {
    const end = Math.min(nal.length, at + PAYLOAD_MOST)
    const flags = (at === 1 ? 0x80 : 0) | (end === nal.length ? 0x40 : 0)
    yield Buffer.concat([Buffer.from([(head & 0xe0) | FU_A, flags | (head & 0x1f)]), nal.subarray(at, end)])
  }
}

/** Parameter sets in one payload, sent before each key frame: whoever lost one has it again with the next. */
export function setsPayload(sets: readonly Uint8Array[]): Buffer {
  return Buffer.concat([
    Buffer.from([0x60 | STAP_A]),
    ...sets.flatMap(each => [Buffer.from([each.length >> 8, each.length & 0xff]), each]),
  ])
}
