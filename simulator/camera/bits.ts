/** Writes bits into NAL units (ITU-T H.264, 7.3 and 9.1). */
export class BitWriter {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  #held = 0
  #count = 0

  /** The lowest `count` bits of a value, at most 24. */
  u(count: number, value: number): void {
    this.#held = (this.#held << count) | value
    this.#count += count
    while (this.#count >= 8) {
      this.#count -= 8
      this.#put((this.#held >>> this.#count) & 0xff)
    }
    this.#held &= (1 << this.#count) - 1
  }

  /** Exp-Golomb, up to 4,094. */
  ue(value: number): void {
    const bits = 32 - Math.clz32(value + 1)
    if (bits > 1) this.u(bits - 1, 0)
    this.u(bits, value + 1)
  }

  se(value: number): void {
    this.ue(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** The NAL unit with this header: closed by a stop bit, and without a start code inside. The writer is empty again. */
  nal(header: number): Buffer {
    this.u(1, 1)
    if (this.#count > 0) this.u(8 - this.#count, 0)
    const out = Buffer.allocUnsafe(1 + Math.ceil(this.#length * 1.5))
    let [at, zeros] = [1, 0]
    out[0] = header
    for (let i = 0; i < this.#length; i++) {
      const byte = this.#bytes[i] as number
      if (zeros >= 2 && byte <= 3) {
        out[at++] = 3
        zeros = 0
      }
      out[at++] = byte
      zeros = byte === 0 ? zeros + 1 : 0
    }
    this.#length = 0
    return Buffer.from(out.subarray(0, at))
  }

  #put(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const more = new Uint8Array(this.#length * 2)
      more.set(this.#bytes)
      this.#bytes = more
    }
    this.#bytes[this.#length++] = byte
  }
}
