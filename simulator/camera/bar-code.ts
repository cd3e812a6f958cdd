/** Size of a cell: a macroblock, so that it survives any encoder. Pixels */
export const CELL = 16
const BITS = 48
const PER_ROW = 24

/** The moment as cells from the upper left, in two rows: 1 is bright. Milliseconds since 1970. */
export function barCode(at: number): Uint8Array {
  const cells = new Uint8Array(BITS)
  let left = at
  for (let i = BITS - 1; i >= 0; i--) {
    cells[i] = left % 2
    left = Math.floor(left / 2)
  }
  return cells
}

/** Where a cell is, in cells from the upper left. */
export const placeOfCell = (i: number): [column: number, row: number] => [
  i % PER_ROW,
  Math.floor(i / PER_ROW),
]

/** The moment in a picture, from the brightness (0 to 255) in the middle of each cell. */
export function readBarCode(brightness: (x: number, y: number) => number): number {
  let at = 0
  for (let i = 0; i < BITS; i++) {
    const [column, row] = placeOfCell(i)
    at = at * 2 + (brightness((column + 0.5) * CELL, (row + 0.5) * CELL) > 127 ? 1 : 0)
  }
  return at
}
