import type { BitWriter } from './bits.ts'
import { ZIGZAG } from './transform.ts'

/**
 * Code words of ITU-T H.264, tables 9-5, 9-7 to 9-10, as length and value. Of `coeff_token`, four rows a number of
 * coefficients: by trailing ones.
 */
const TOKEN_LENGTH = [
  [
    1, 0, 0, 0, 6, 2, 0, 0, 8, 6, 3, 0, 9, 8, 7, 5, 10, 9, 8, 6, 11, 10, 9, 7, 13, 11, 10, 8, 13, 13, 11, 9,
    13, 13, 13, 10, 14, 14, 13, 11, 14, 14, 14, 13, 15, 15, 14, 14, 15, 15, 15, 14, 16, 15, 15, 15, 16, 16,
    16, 15, 16, 16, 16, 16, 16, 16, 16, 16,
  ],
  [
    2, 0, 0, 0, 6, 2, 0, 0, 6, 5, 3, 0, 7, 6, 6, 4, 8, 6, 6, 4, 8, 7, 7, 5, 9, 8, 8, 6, 11, 9, 9, 6, 11, 11,
    11, 7, 12, 11, 11, 9, 12, 12, 12, 11, 12, 12, 12, 11, 13, 13, 13, 12, 13, 13, 13, 13, 13, 14, 13, 13, 14,
    14, 14, 13, 14, 14, 14, 14,
  ],
  [
    4, 0, 0, 0, 6, 4, 0, 0, 6, 5, 4, 0, 6, 5, 5, 4, 7, 5, 5, 4, 7, 5, 5, 4, 7, 6, 6, 4, 7, 6, 6, 4, 8, 7, 7,
    5, 8, 8, 7, 6, 9, 8, 8, 7, 9, 9, 8, 8, 9, 9, 9, 8, 10, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
    10, 10,
  ],
] as const
const TOKEN_VALUE = [
  [
    1, 0, 0, 0, 5, 1, 0, 0, 7, 4, 1, 0, 7, 6, 5, 3, 7, 6, 5, 3, 7, 6, 5, 4, 15, 6, 5, 4, 11, 14, 5, 4, 8, 10,
    13, 4, 15, 14, 9, 4, 11, 10, 13, 12, 15, 14, 9, 12, 11, 10, 13, 8, 15, 1, 9, 12, 11, 14, 13, 8, 7, 10, 9,
    12, 4, 6, 5, 8,
  ],
  [
    3, 0, 0, 0, 11, 2, 0, 0, 7, 7, 3, 0, 7, 10, 9, 5, 7, 6, 5, 4, 4, 6, 5, 6, 7, 6, 5, 8, 15, 6, 5, 4, 11, 14,
    13, 4, 15, 10, 9, 4, 11, 14, 13, 12, 8, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 12, 7, 11, 6, 8, 9, 8, 10, 1,
    7, 6, 5, 4,
  ],
  [
    15, 0, 0, 0, 15, 14, 0, 0, 11, 15, 13, 0, 8, 12, 14, 12, 15, 10, 11, 11, 11, 8, 9, 10, 9, 14, 13, 9, 8,
    10, 9, 8, 15, 14, 13, 13, 11, 14, 10, 12, 15, 10, 13, 12, 11, 14, 9, 12, 8, 10, 13, 8, 13, 7, 9, 12, 9,
    12, 11, 10, 5, 8, 7, 6, 1, 4, 3, 2,
  ],
] as const
const CHROMA_TOKEN_LENGTH = [2, 0, 0, 0, 6, 1, 0, 0, 6, 6, 3, 0, 6, 7, 7, 6, 6, 8, 8, 7]
const CHROMA_TOKEN_VALUE = [1, 0, 0, 0, 7, 1, 0, 0, 4, 6, 1, 0, 3, 3, 2, 5, 2, 3, 2, 0]
const ZEROS_LENGTH = [
  [1, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9],
  [3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6],
  [4, 3, 3, 3, 4, 4, 3, 3, 4, 5, 5, 6, 5, 6],
  [5, 3, 4, 4, 3, 3, 3, 4, 3, 4, 5, 5, 5],
  [4, 4, 4, 3, 3, 3, 3, 3, 4, 5, 4, 5],
  [6, 5, 3, 3, 3, 3, 3, 3, 4, 3, 6],
  [6, 5, 3, 3, 3, 2, 3, 4, 3, 6],
  [6, 4, 5, 3, 2, 2, 3, 3, 6],
  [6, 6, 4, 2, 2, 3, 2, 5],
  [5, 5, 3, 2, 2, 2, 4],
  [4, 4, 3, 3, 1, 3],
  [4, 4, 2, 1, 3],
  [3, 3, 1, 2],
  [2, 2, 1],
  [1, 1],
]
const ZEROS_VALUE = [
  [1, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 1],
  [7, 6, 5, 4, 3, 5, 4, 3, 2, 3, 2, 3, 2, 1, 0],
  [5, 7, 6, 5, 4, 3, 4, 3, 2, 3, 2, 1, 1, 0],
  [3, 7, 5, 4, 6, 5, 4, 3, 3, 2, 2, 1, 0],
  [5, 4, 3, 7, 6, 5, 4, 3, 2, 1, 1, 0],
  [1, 1, 7, 6, 5, 4, 3, 2, 1, 1, 0],
  [1, 1, 5, 4, 3, 3, 2, 1, 1, 0],
  [1, 1, 1, 3, 3, 2, 2, 1, 0],
  [1, 0, 1, 3, 2, 1, 1, 1],
  [1, 0, 1, 3, 2, 1, 1],
  [0, 1, 1, 2, 1, 3],
  [0, 1, 1, 1, 1],
  [0, 1, 1, 1],
  [0, 1, 1],
  [0, 1],
]
const CHROMA_ZEROS_LENGTH = [
  [1, 2, 3, 3],
  [1, 2, 2],
  [1, 1],
]
const CHROMA_ZEROS_VALUE = [
  [1, 1, 1, 0],
  [1, 1, 0],
  [1, 0],
]
const RUN_LENGTH = [
  [1, 1],
  [1, 2, 2],
  [2, 2, 2, 2],
  [2, 2, 2, 3, 3],
  [2, 2, 3, 3, 3, 3],
  [2, 3, 3, 3, 3, 3, 3],
  [3, 3, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11],
]
const RUN_VALUE = [
  [1, 0],
  [1, 1, 0],
  [3, 2, 1, 0],
  [3, 2, 1, 1, 0],
  [3, 2, 3, 2, 1, 0],
  [3, 0, 1, 3, 2, 5, 4],
  [7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1],
]
/** In place of the number of neighbours' coefficients. */
export const CHROMA_DC = -1

const levels = new Int32Array(16)
const runs = new Int32Array(16)

/**
 * Writes the quantised coefficients of a block from place `from` of the zigzag on (9.2); the four of {@link CHROMA_DC} come as
 * they are. `near` is what its neighbours have on average. Returns how many are not zero.
 */
export function writeBlock(bits: BitWriter, block: Int32Array, from: number, near: number): number {
  let total = 0
  let zeros = 0
  let run = 0
  const to = near === CHROMA_DC ? 4 : 16
  // From the highest frequency down.
  for (let i = to - 1; i >= from; i--) {
    const level = block[near === CHROMA_DC ? i : (ZIGZAG[i] as number)] as number
    if (level === 0) {
      if (total > 0) run += 1
      continue
    }
    if (total > 0) runs[total - 1] = run
    zeros += run
    run = 0
    levels[total++] = level
  }
  zeros += run
  if (total > 0) runs[total - 1] = run
  let ones = 0
  while (ones < Math.min(3, total) && Math.abs(levels[ones] as number) === 1) ones++
  writeToken(bits, total, ones, near)
  if (total === 0) return 0
  for (let i = 0; i < ones; i++) bits.u(1, (levels[i] as number) < 0 ? 1 : 0)
  writeLevels(bits, total, ones)
  if (total < to - from) {
    const isChroma = near === CHROMA_DC
    const lengths = (isChroma ? CHROMA_ZEROS_LENGTH : ZEROS_LENGTH)[total - 1]
    const values = (isChroma ? CHROMA_ZEROS_VALUE : ZEROS_VALUE)[total - 1]
    bits.u(lengths?.[zeros] ?? 0, values?.[zeros] ?? 0)
  }
  for (let i = 0; i < total - 1 && zeros > 0; i++) {
    const table = Math.min(zeros, 7) - 1
    const gap = runs[i] as number
    bits.u(RUN_LENGTH[table]?.[gap] ?? 0, RUN_VALUE[table]?.[gap] ?? 0)
    zeros -= gap
  }
  return total
}

function writeToken(bits: BitWriter, total: number, ones: number, near: number): void {
  const row = total * 4 + ones
  if (near === CHROMA_DC) bits.u(CHROMA_TOKEN_LENGTH[row] ?? 0, CHROMA_TOKEN_VALUE[row] ?? 0)
  else if (near >= 8) bits.u(6, total === 0 ? 3 : ((total - 1) << 2) | ones)
  else {
    const table = near < 2 ? 0 : near < 4 ? 1 : 2
    bits.u(TOKEN_LENGTH[table][row] ?? 0, TOKEN_VALUE[table][row] ?? 0)
  }
}

/** Level prefix and suffix (9.2.2.1). */
function writeLevels(bits: BitWriter, total: number, ones: number): void {
  let suffix = total > 10 && ones < 3 ? 1 : 0
  for (let i = ones; i < total; i++) {
    const level = levels[i] as number
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1
    if (i === ones && ones < 3) code -= 2
    writeLevel(bits, code, suffix)
    if (suffix === 0) suffix = 1
    if (Math.abs(level) > 3 << (suffix - 1) && suffix < 6) suffix += 1
  }
}

function writeLevel(bits: BitWriter, code: number, suffix: number): void {
  const prefix = code >> suffix
  if (suffix === 0 && code >= 14) {
    if (code < 30) {
      bits.u(15, 1)
      bits.u(4, code - 14)
    } else {
      bits.u(16, 1)
      bits.u(12, code - 30)
    }
  } else if (suffix > 0 && prefix >= 15) {
    bits.u(16, 1)
    bits.u(12, code - (15 << suffix))
  } else {
    bits.u(prefix + 1, 1)
    if (suffix > 0) bits.u(suffix, code & ((1 << suffix) - 1))
  }
}
