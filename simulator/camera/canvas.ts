import { type Planes, planesOf } from './encoder.ts'

/** Brightness and the two colour differences. */
export type Colour = readonly [y: number, u: number, v: number]

const BLOCK = 16

/** A picture that is drawn on only where it has changed: everything else is left as it is, and told to the encoder so. */
export class Canvas {
  readonly planes: Planes
  /** 1 for each block of 16×16 that is drawn anew. */
  readonly changed: Uint8Array
  readonly columns: number

  constructor(width: number, height: number) {
    this.planes = planesOf(width, height)
    this.columns = width / BLOCK
    this.changed = new Uint8Array(this.columns * (height / BLOCK))
  }

  /** Marks the blocks of a rectangle. */
  mark(left: number, top: number, right: number, bottom: number): void {
    const { width, height } = this.planes
    const [first, last] = [Math.max(0, left) >> 4, Math.min(width - 1, right) >> 4]
    const lastRow = Math.min(height - 1, bottom) >> 4
    for (let row = Math.max(0, top) >> 4; row <= lastRow; row++)
      this.changed.fill(1, row * this.columns + first, row * this.columns + last + 1)
  }

  /** Copies all marked blocks from another picture. */
  restore(from: Planes): void {
    const { width } = this.planes
    const half = width / 2
    for (let at = 0; at < this.changed.length; at++) {
      if (this.changed[at] === 0) continue
      const [x, y] = [(at % this.columns) * BLOCK, Math.floor(at / this.columns) * BLOCK]
      copyRows(from.y, this.planes.y, y * width + x, width, BLOCK)
      copyRows(from.u, this.planes.u, (y / 2) * half + x / 2, half, BLOCK / 2)
      copyRows(from.v, this.planes.v, (y / 2) * half + x / 2, half, BLOCK / 2)
    }
  }

  /** Fills part of a line, in marked blocks only. */
  run(from: number, to: number, y: number, colour: Colour): void {
    const { planes } = this
    const { width, height } = planes
    if (y < 0 || y >= height) return
    const row = (y >> 4) * this.columns
    let x = Math.max(0, from)
    const end = Math.min(width, to)
    while (x < end) {
      const next = Math.min(end, (x & ~15) + BLOCK)
      if (this.changed[row + (x >> 4)] === 1) {
        planes.y.fill(colour[0], y * width + x, y * width + next)
        if (y % 2 === 0) {
          const first = ((y >> 1) * width + x + 1) >> 1
          const last = ((y >> 1) * width + next + 1) >> 1
          planes.u.fill(colour[1], first, last)
          planes.v.fill(colour[2], first, last)
        }
      }
      x = next
    }
  }

  box(left: number, top: number, right: number, bottom: number, colour: Colour): void {
    for (let y = top; y < bottom; y++) this.run(left, right, y, colour)
  }

  ellipse(x: number, y: number, width: number, height: number, colour: Colour): void {
    const top = Math.round(y - height)
    for (let line = top; line <= y + height; line++) {
      const share = 1 - ((line - y) / height) ** 2
      if (share <= 0) continue
      const half = width * Math.sqrt(share)
      this.run(Math.round(x - half), Math.round(x + half), line, colour)
    }
  }

  /** Text in capitals, each dot `size` pixels wide. */
  text(text: string, left: number, top: number, size: number, colour: Colour): void {
    for (const [i, letter] of [...text.toUpperCase()].entries()) {
      const columns = GLYPHS[letter] ?? ''
      for (let column = 0; column * 2 < columns.length; column++) {
        const dots = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16)
        const x = left + (i * 6 + column) * size
        for (let row = 0; row < 7; row++)
          if ((dots >> row) & 1) this.box(x, top + row * size, x + size, top + (row + 1) * size, colour)
      }
    }
  }
}

function copyRows(from: Uint8Array, to: Uint8Array, start: number, width: number, side: number): void {
  for (let row = 0; row < side; row++) {
    const at = start + row * width
    to.set(from.subarray(at, at + side), at)
  }
}

/** Columns of five by seven dots, the lowest bit on top. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  A: '7e1111117e',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141221c',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e4149497a',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f020c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '4649494931',
  T: '01017f0101',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0708700807',
  Z: '6151494543',
  '-': '0808080808',
  ':': '0036360000',
  '.': '0060600000',
  '/': '2010080402',
}
