import { BitWriter } from './bits.ts'
import { CHROMA_DC, writeBlock } from './cavlc.ts'
import { forward, hadamard2, hadamard4, inverse, Quantiser } from './transform.ts'

/** A picture in planes: luma, then both of chroma at half the size. Sides are multiples of 16. */
export interface Planes {
  width: number
  height: number
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
}

export const planesOf = (width: number, height: number): Planes => ({
  width,
  height,
  y: new Uint8Array(width * height),
  u: new Uint8Array((width * height) / 4).fill(128),
  v: new Uint8Array((width * height) / 4).fill(128),
})

interface Options {
  width: number
  /** Of what is shown; the planes may be up to 15 rows higher. */
  height: number
  framesPerSecond: number
}

export interface EncodedPicture {
  /** NAL units without start codes; a key frame comes with its parameter sets. */
  nals: Buffer[]
  isKey: boolean
}

/** QP of everything. */
const QP = 26
const NAL = { slice: 0x61, idr: 0x65, sps: 0x67, pps: 0x68 }
const SLICE = { p: 5, i: 7 }
/** Of Intra_16x16, and what they are called in `mb_type`. */
const PREDICTION = { vertical: 0, horizontal: 1, dc: 2 } as const
type Prediction = (typeof PREDICTION)[keyof typeof PREDICTION]
/** `mb_type` of intra macroblocks in a P slice begins after those of inter. */
const INTRA_IN_P = 5

/**
 * A small encoder of constrained baseline H.264: macroblocks that did not change are skipped, all others are Intra_16x16 with
 * the better of three predictions. No search for movement and no deblocking: cheap for a drawn picture, of which little moves.
 */
export class Encoder {
  readonly #options: Options
  readonly #made: Planes
  readonly #columns: number
  readonly #rows: number
  readonly #bits = new BitWriter()
  readonly #quantiser = new Quantiser(QP)
  /** Coefficients of each 4×4 block of the picture: 16 of luma, 4 and 4 of chroma a macroblock. */
  readonly #counts: Uint8Array
  #frame = 0
  #idr = 0

  constructor(options: Options) {
    this.#options = options
    const height = Math.ceil(options.height / 16) * 16
    this.#made = planesOf(options.width, height)
    this.#columns = options.width / 16
    this.#rows = height / 16
    this.#counts = new Uint8Array(this.#columns * this.#rows * 24)
  }

  /** Encodes a picture. `changed` has a 1 for each macroblock that differs from the picture before. */
  encode(picture: Planes, changed: Uint8Array, wantsKey: boolean): EncodedPicture {
    const bits = this.#bits
    this.#frame = wantsKey ? 0 : (this.#frame + 1) % 16
    this.#header(wantsKey)
    let skipped = 0
    for (let at = 0; at < changed.length; at++) {
      if (!wantsKey && changed[at] === 0) {
        skipped += 1
        this.#counts.fill(0, at * 24, at * 24 + 24)
        continue
      }
      if (!wantsKey) bits.ue(skipped)
      skipped = 0
      this.#macroblock(picture, at, wantsKey)
    }
    if (skipped > 0) bits.ue(skipped)
    const slice = bits.nal(wantsKey ? NAL.idr : NAL.slice)
    return { nals: wantsKey ? [...this.parameterSets(), slice] : [slice], isKey: wantsKey }
  }

  /** SPS and PPS (7.3.2.1, 7.3.2.2). */
  parameterSets(): Buffer[] {
    const { height, framesPerSecond } = this.#options
    const bits = this.#bits
    // Profile 66 with constraints 0 and 1, level 3.
    for (const byte of [66, 0xc0, 30]) bits.u(8, byte)
    bits.ue(0)
    bits.ue(0)
    // Shown in the order of decoding.
    bits.ue(2)
    bits.ue(1)
    bits.u(1, 0)
    bits.ue(this.#columns - 1)
    bits.ue(this.#rows - 1)
    bits.u(2, 0b11)
    const cut = (this.#rows * 16 - height) / 2
    bits.u(1, cut > 0 ? 1 : 0)
    if (cut > 0) for (const side of [0, 0, 0, cut]) bits.ue(side)
    // Usability: the rate, and that nothing is held back.
    bits.u(1, 1)
    bits.u(4, 0)
    bits.u(1, 1)
    for (const value of [1, framesPerSecond * 2]) {
      bits.u(16, 0)
      bits.u(16, value)
    }
    bits.u(5, 0b10001)
    bits.u(1, 1)
    for (const value of [0, 0, 12, 12, 0, 1]) bits.ue(value)
    const sps = bits.nal(NAL.sps)
    bits.ue(0)
    bits.ue(0)
    bits.u(2, 0)
    bits.ue(0)
    bits.ue(0)
    bits.ue(0)
    bits.u(3, 0)
    bits.se(QP - 26)
    bits.se(0)
    bits.se(0)
    // Slices say that they are not deblocked.
    bits.u(3, 0b100)
    return [sps, bits.nal(NAL.pps)]
  }

  #header(isKey: boolean): void {
    const bits = this.#bits
    bits.ue(0)
    bits.ue(isKey ? SLICE.i : SLICE.p)
    bits.ue(0)
    bits.u(4, this.#frame)
    if (isKey) {
      this.#idr = (this.#idr + 1) % 2
      bits.ue(this.#idr)
      bits.u(2, 0)
    } else bits.u(3, 0)
    bits.se(0)
    bits.ue(1)
  }

  #macroblock(picture: Planes, at: number, isKey: boolean): void {
    const [column, row] = [at % this.#columns, Math.floor(at / this.#columns)]
    const luma = this.#luma(picture, column, row)
    const made = this.#made
    const u = this.#chroma(this.#residuals[0], picture.u, made.u, column, row)
    const v = this.#chroma(this.#residuals[1], picture.v, made.v, column, row)
    const chromaCode = Math.max(u, v)
    const bits = this.#bits
    bits.ue((isKey ? 0 : INTRA_IN_P) + 1 + luma.prediction + 4 * chromaCode + (luma.hasAc ? 12 : 0))
    // Chroma is predicted by its mean.
    bits.ue(0)
    bits.se(0)
    const counts = at * 24
    this.#counts.fill(0, counts, counts + 24)
    writeBlock(bits, this.#lumaDc, 0, this.#near(column, row, 0, 0, 0))
    if (luma.hasAc)
      for (let i = 0; i < 16; i++) {
        const x = columnOf(i)
        const y = rowOf(i)
        const near = this.#near(column, row, 0, x, y)
        const count = writeBlock(bits, this.#lumaBlocks[i] as Int32Array, 1, near)
        this.#counts[counts + y * 4 + x] = count
      }
    if (chromaCode > 0) for (const { dc } of this.#residuals) writeBlock(bits, dc, 0, CHROMA_DC)
    if (chromaCode < 2) return
    for (const [plane, { blocks }] of this.#residuals.entries())
      for (let i = 0; i < 4; i++) {
        const near = this.#near(column, row, plane + 1, i & 1, i >> 1)
        const count = writeBlock(bits, blocks[i] as Int32Array, 1, near)
        this.#counts[counts + 12 + (plane + 1) * 4 + i] = count
      }
  }

  /** Mean number of coefficients of the blocks to the left and above (9.2.1). */
  #near(column: number, row: number, plane: number, x: number, y: number): number {
    const side = plane === 0 ? 4 : 2
    const base = plane === 0 ? 0 : 12 + plane * 4
    const countAt = (c: number, r: number, bx: number, by: number) =>
      this.#counts[(r * this.#columns + c) * 24 + base + by * side + bx] ?? 0
    const hasLeft = x > 0 || column > 0
    const hasAbove = y > 0 || row > 0
    const left = x > 0 ? countAt(column, row, x - 1, y) : hasLeft ? countAt(column - 1, row, side - 1, y) : 0
    const above =
      y > 0 ? countAt(column, row, x, y - 1) : hasAbove ? countAt(column, row - 1, x, side - 1) : 0
    return hasLeft && hasAbove ? (left + above + 1) >> 1 : left + above
  }

  readonly #lumaBlocks = Array.from({ length: 16 }, () => new Int32Array(16))
  readonly #lumaDc = new Int32Array(16)
  /** Of both planes of chroma. */
  readonly #residuals = [residual(), residual()] as const
  readonly #restored = new Int32Array(16)
  readonly #work = new Int32Array(16)
  readonly #predicted = new Uint8Array(256)

  /** Predicts and transforms 16×16 of luma, and makes what a decoder will see of it. */
  #luma({ y, width }: Planes, column: number, row: number) {
    const made = this.#made.y
    const start = row * 16 * width + column * 16
    const prediction = this.#predict(y, start, width, column > 0, row > 0)
    const predicted = this.#predicted
    const dc = this.#lumaDc
    const blocks = this.#lumaBlocks
    let hasAc = false
    for (let i = 0; i < 16; i++) {
      const bx = columnOf(i)
      const by = rowOf(i)
      const block = blocks[i] as Int32Array
      for (let j = 0; j < 16; j++) {
        const x = bx * 4 + (j & 3)
        const line = by * 4 + (j >> 2)
        block[j] = (y[start + line * width + x] as number) - (predicted[line * 16 + x] as number)
      }
      forward(block)
      dc[by * 4 + bx] = block[0] as number
      if (this.#quantiser.ac(block)) hasAc = true
    }
    hadamard4(dc)
    for (let i = 0; i < 16; i++) dc[i] = ((dc[i] as number) + 1) >> 1
    this.#quantiser.dc(dc)
    const restored = this.#restored
    restored.set(dc)
    this.#quantiser.restoreLumaDc(restored)
    const work = this.#work
    for (let i = 0; i < 16; i++) {
      const bx = columnOf(i)
      const by = rowOf(i)
      work.set(blocks[i] as Int32Array)
      if (hasAc) this.#quantiser.restoreAc(work)
      else work.fill(0)
      work[0] = restored[by * 4 + bx] as number
      inverse(work)
      for (let j = 0; j < 16; j++) {
        const x = bx * 4 + (j & 3)
        const line = by * 4 + (j >> 2)
        made[start + line * width + x] = byte((predicted[line * 16 + x] as number) + (work[j] as number))
      }
    }
    return { prediction, hasAc }
  }

  /** Fills the prediction that differs least, from what is already made around the macroblock. */
  #predict(y: Uint8Array, start: number, width: number, hasLeft: boolean, hasAbove: boolean): Prediction {
    const made = this.#made.y
    let sum = 0
    let count = 0
    let byRow = 0
    let byColumn = 0
    for (let i = 0; i < 16; i++) {
      if (hasLeft) sum += made[start + i * width - 1] as number
      if (hasAbove) sum += made[start - width + i] as number
      count += Number(hasLeft) + Number(hasAbove)
    }
    const mean = count > 0 ? (sum + (count >> 1)) >> (count === 32 ? 5 : 4) : 128
    let byMean = 0
    for (let line = 0; line < 16; line++) {
      const at = start + line * width
      const left = hasLeft ? (made[at - 1] as number) : 0
      for (let x = 0; x < 16; x += 2) {
        const value = y[at + x] as number
        byMean += Math.abs(value - mean)
        byRow += Math.abs(value - left)
        byColumn += Math.abs(value - (hasAbove ? (made[start - width + x] as number) : 0))
      }
    }
    if (hasAbove && byColumn < byMean && (!hasLeft || byColumn <= byRow)) {
      for (let line = 0; line < 16; line++)
        for (let x = 0; x < 16; x++) this.#predicted[line * 16 + x] = made[start - width + x] as number
      return PREDICTION.vertical
    }
    if (hasLeft && byRow < byMean) {
      for (let line = 0; line < 16; line++)
        this.#predicted.fill(made[start + line * width - 1] as number, line * 16, line * 16 + 16)
      return PREDICTION.horizontal
    }
    this.#predicted.fill(mean)
    return PREDICTION.dc
  }

  /** The same of 8×8 of chroma, predicted by means (8.3.4). Returns 2 with all coefficients, 1 with the first ones only, or 0. */
  #chroma(
    { dc, blocks }: Residual,
    plane: Uint8Array,
    made: Uint8Array,
    column: number,
    row: number,
  ): number {
    const width = this.#made.width / 2
    const start = row * 8 * width + column * 8
    const means = chromaMeans(made, start, width, column > 0, row > 0)
    let hasAc = false
    for (let i = 0; i < 4; i++) {
      const block = blocks[i] as Int32Array
      const corner = start + (i >> 1) * 4 * width + (i & 1) * 4
      for (let j = 0; j < 16; j++)
        block[j] = (plane[corner + (j >> 2) * width + (j & 3)] as number) - (means[i] as number)
      forward(block)
      dc[i] = block[0] as number
      if (this.#quantiser.ac(block)) hasAc = true
    }
    hadamard2(dc)
    const hasDc = this.#quantiser.dc(dc)
    const restored = this.#restored
    restored.set(dc)
    this.#quantiser.restoreChromaDc(restored)
    const work = this.#work
    for (let i = 0; i < 4; i++) {
      const corner = start + (i >> 1) * 4 * width + (i & 1) * 4
      work.set(blocks[i] as Int32Array)
      this.#quantiser.restoreAc(work)
      work[0] = restored[i] as number
      inverse(work)
      for (let j = 0; j < 16; j++)
        made[corner + (j >> 2) * width + (j & 3)] = byte((means[i] as number) + (work[j] as number))
    }
    return hasAc ? 2 : hasDc ? 1 : 0
  }
}

/** What is written of a plane of chroma. */
interface Residual {
  dc: Int32Array
  blocks: Int32Array[]
}

const residual = (): Residual => ({
  dc: new Int32Array(4),
  blocks: [0, 1, 2, 3].map(() => new Int32Array(16)),
})

/** Column and row of the n-th luma block, in the order in which they are written (6.4.3). */
const columnOf = (i: number): number => (i & 1) | ((i >> 1) & 2)
const rowOf = (i: number): number => ((i >> 1) & 1) | ((i >> 2) & 2)

const byte = (value: number): number => Math.max(0, Math.min(255, value))

/** The mean by which each 4×4 block of chroma is predicted: from above, from the left, or both, by its place. */
function chromaMeans(made: Uint8Array, start: number, width: number, hasLeft: boolean, hasAbove: boolean) {
  const sum = (at: number, step: number) =>
    (made[at] as number) +
    (made[at + step] as number) +
    (made[at + 2 * step] as number) +
    (made[at + 3 * step] as number)
  const above = (x: number) => sum(start - width + x, 1)
  const left = (y: number) => sum(start + y * width - 1, width)
  const both = (x: number, y: number) => (above(x) + left(y) + 4) >> 3
  const onlyAbove = (x: number) => (above(x) + 2) >> 2
  const onlyLeft = (y: number) => (left(y) + 2) >> 2
  if (!hasLeft && !hasAbove) return [128, 128, 128, 128]
  if (!hasLeft) return [onlyAbove(0), onlyAbove(4), onlyAbove(0), onlyAbove(4)]
  if (!hasAbove) return [onlyLeft(0), onlyLeft(0), onlyLeft(4), onlyLeft(4)]
  return [both(0, 0), onlyAbove(4), onlyLeft(4), both(4, 4)]
}
