/** Multipliers of quantising and of its way back by QP modulo 6 (ITU-T H.264, 8.5.9): corners, odd places, the others. */
const QUANTISE = [
  [13107, 5243, 8066],
  [11916, 4660, 7490],
  [10082, 4194, 6554],
  [9362, 3647, 5825],
  [8192, 3355, 5243],
  [7282, 2893, 4559],
] as const
const RESTORE = [
  [10, 16, 13],
  [11, 18, 14],
  [13, 20, 16],
  [14, 23, 18],
  [16, 25, 20],
  [18, 29, 23],
] as const

/** Place in a 4×4 block by its place in the zigzag. */
export const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const

const placed = (row: readonly [number, number, number]): Int32Array =>
  Int32Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [i & 3, i >> 2]
    if (x % 2 === 0 && y % 2 === 0) return row[0]
    return x % 2 === 1 && y % 2 === 1 ? row[1] : row[2]
  })

/** How one QP quantises. */
export class Quantiser {
  readonly #shift: number
  readonly #multiply: Int32Array
  readonly #restore: Int32Array
  readonly #scale: number

  /** `qp` from 12 to 29, where luma and chroma have the same. */
  constructor(qp: number) {
    this.#shift = 15 + Math.floor(qp / 6)
    this.#multiply = placed(QUANTISE[qp % 6] ?? QUANTISE[0])
    this.#restore = placed(RESTORE[qp % 6] ?? RESTORE[0])
    this.#scale = Math.floor(qp / 6)
  }

  /** Coefficients from 1 on; the first is taken elsewhere. Returns whether any is left. */
  ac(block: Int32Array): boolean {
    let any = false
    const round = Math.floor(2 ** this.#shift / 3)
    for (let i = 1; i < 16; i++) {
      const value = block[i] as number
      const level = (Math.abs(value) * (this.#multiply[i] as number) + round) >>> this.#shift
      block[i] = value < 0 ? -level : level
      if (level !== 0) any = true
    }
    return any
  }

  restoreAc(block: Int32Array): void {
    for (let i = 1; i < 16; i++)
      block[i] = ((block[i] as number) * (this.#restore[i] as number)) << this.#scale
  }

  /** First coefficients after their own transform, of luma and of chroma. */
  dc(values: Int32Array): boolean {
    let any = false
    const multiply = this.#multiply[0] as number
    const [shift, round] = [this.#shift + 1, 2 * Math.floor(2 ** this.#shift / 3)]
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number
      const level = Math.floor((Math.abs(value) * multiply + round) / 2 ** shift)
      values[i] = value < 0 ? -level : level
      if (level !== 0) any = true
    }
    return any
  }

  restoreLumaDc(values: Int32Array): void {
    hadamard4(values)
    const by = this.#restore[0] as number
    for (let i = 0; i < 16; i++) values[i] = ((values[i] as number) * by) << (this.#scale - 2)
  }

  restoreChromaDc(values: Int32Array): void {
    hadamard2(values)
    const by = this.#restore[0] as number
    for (let i = 0; i < 4; i++) values[i] = (((values[i] as number) * by) << this.#scale) >> 1
  }
}

/** The forward transform (8.5 read backwards), in place. */
export function forward(b: Int32Array): void {
  for (let i = 0; i < 16; i += 4) butterfly(b, i, 1)
  for (let i = 0; i < 4; i++) butterfly(b, i, 4)
}

function butterfly(b: Int32Array, at: number, step: number): void {
  const [p, q] = [at + step, at + 2 * step]
  const r = at + 3 * step
  const s0 = (b[at] as number) + (b[r] as number)
  const s1 = (b[p] as number) + (b[q] as number)
  const d0 = (b[at] as number) - (b[r] as number)
  const d1 = (b[p] as number) - (b[q] as number)
  b[at] = s0 + s1
  b[p] = 2 * d0 + d1
  b[q] = s0 - s1
  b[r] = d0 - 2 * d1
}

/** The inverse transform as every decoder does it (8.5.12.2), in place and rounded to samples. */
export function inverse(b: Int32Array): void {
  for (let i = 0; i < 16; i += 4) unbutterfly(b, i, 1)
  for (let i = 0; i < 4; i++) unbutterfly(b, i, 4)
  for (let i = 0; i < 16; i++) b[i] = ((b[i] as number) + 32) >> 6
}

function unbutterfly(b: Int32Array, at: number, step: number): void {
  const [p, q] = [at + step, at + 2 * step]
  const r = at + 3 * step
  const e0 = (b[at] as number) + (b[q] as number)
  const e1 = (b[at] as number) - (b[q] as number)
  const e2 = ((b[p] as number) >> 1) - (b[r] as number)
  const e3 = (b[p] as number) + ((b[r] as number) >> 1)
  b[at] = e0 + e3
  b[p] = e1 + e2
  b[q] = e1 - e2
  b[r] = e0 - e3
}

/** The transform of the 16 first coefficients of luma: its own inverse up to a factor. */
export function hadamard4(b: Int32Array): void {
  for (let i = 0; i < 16; i += 4) sums(b, i, 1)
  for (let i = 0; i < 4; i++) sums(b, i, 4)
}

function sums(b: Int32Array, at: number, step: number): void {
  const [p, q] = [at + step, at + 2 * step]
  const r = at + 3 * step
  const s0 = (b[at] as number) + (b[p] as number)
  const s1 = (b[q] as number) + (b[r] as number)
  const d0 = (b[at] as number) - (b[p] as number)
  const d1 = (b[q] as number) - (b[r] as number)
  b[at] = s0 + s1
  b[p] = s0 - s1
  b[q] = d0 - d1
  b[r] = d0 + d1
}

/** The same of the four of chroma. */
export function hadamard2(b: Int32Array): void {
  const [s0, d0] = [(b[0] as number) + (b[1] as number), (b[0] as number) - (b[1] as number)]
  const [s1, d1] = [(b[2] as number) + (b[3] as number), (b[2] as number) - (b[3] as number)]
  b[0] = s0 + s1
  b[1] = d0 + d1
  b[2] = s0 - s1
  b[3] = d0 - d1
}
