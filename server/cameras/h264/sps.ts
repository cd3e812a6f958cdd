/** What a sequence parameter set says about the pictures. */
export interface Sequence {
  width: number
  height: number
  /** As in `codecs="avc1.…"` (RFC 6381). */
  codec: string
  /** Only if the camera says so. */
  framesPerSecond?: number
}

/** Profiles whose set also tells the chroma format (ITU-T H.264, 7.3.2.1.1). */
const HIGH = [100, 110, 122, 244, 44, 83, 86, 118, 128]
/** Largest picture taken: 8K. Pixels */
const SIDE_MOST = 8_192

/** Reads a sequence parameter set (ITU-T H.264, 7.3.2.1.1). Undefined if it is damaged, or no browser could show it. */
export function sequenceOf(sps: Uint8Array): Sequence | undefined {
  try {
    return read(sps)
  } catch {
    return undefined
  }
}

function read(sps: Uint8Array): Sequence | undefined {
  const bits = new Bits(withoutEmulation(sps.subarray(1)))
  const [profile, constraints, level] = [bits.u(8), bits.u(8), bits.u(8)]
  bits.ue()
  let chroma = 1
  if (HIGH.includes(profile)) {
    chroma = bits.ue()
    if (chroma === 3) bits.u(1)
    bits.ue()
    bits.ue()
    bits.u(1)
    if (bits.u(1)) skipScaling(bits, chroma === 3 ? 12 : 8)
  }
  bits.ue()
  const order = bits.ue()
  if (order === 0) bits.ue()
  else if (order === 1) {
    bits.u(1)
    bits.se()
    bits.se()
    for (let left = bits.ue(); left > 0; left--) bits.se()
  }
  bits.ue()
  bits.u(1)
  const [columns, rows] = [bits.ue() + 1, bits.ue() + 1]
  const isProgressive = bits.u(1)
  if (!isProgressive) bits.u(1)
  bits.u(1)
  const [left, right, top, bottom] = bits.u(1) ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0]
  const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * (2 - isProgressive)]
  const width = columns * 16 - unitX * (left + right)
  const height = rows * 16 * (2 - isProgressive) - unitY * (top + bottom)
  if (width < 16 || height < 16 || width > SIDE_MOST || height > SIDE_MOST) return undefined
  const codec = `avc1.${[profile, constraints, level].map(each => each.toString(16).padStart(2, '0')).join('')}`
  const framesPerSecond = rateOf(bits)
  return { width, height, codec, ...(framesPerSecond && { framesPerSecond }) }
}

/** Pictures a second from the usability information at the end of the set (E.1.1); undefined if there is none. */
function rateOf(bits: Bits): number | undefined {
  try {
    if (!bits.u(1)) return undefined
    if (bits.u(1) && bits.u(8) === 255) bits.u(32)
    if (bits.u(1)) bits.u(1)
    if (bits.u(1)) {
      bits.u(4)
      if (bits.u(1)) bits.u(24)
    }
    if (bits.u(1)) {
      bits.ue()
      bits.ue()
    }
    if (!bits.u(1)) return undefined
    const [units, scale] = [bits.u(32), bits.u(32)]
    const rate = units > 0 ? scale / units / 2 : 0
    return rate > 0 && rate <= 240 ? Math.round(rate * 100) / 100 : undefined
  } catch {
    return undefined
  }
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list++) {
    if (!bits.u(1)) continue
    let [last, next] = [8, 8]
    for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
      if (next !== 0) next = (last + bits.se() + 256) % 256
      last = next === 0 ? last : next
    }
  }
}

/** Without the bytes that only keep a start code from appearing (7.4.1). */
function withoutEmulation(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    kept.push(byte)
  }
  return Uint8Array.from(kept)
}

/** Reads bits and Exp-Golomb numbers (9.1). Throws behind the end. */
class Bits {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  u(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('the set is too short')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
      this.#at += 1
    }
    return value
  }

  ue(): number {
    let zeros = 0
    while (this.u(1) === 0) if (++zeros > 31) throw new RangeError('not a number')
    return 2 ** zeros - 1 + this.u(zeros)
  }

  se(): number {
    const value = this.ue()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
}
