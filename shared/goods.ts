import type { ReleaseStatus } from './release.ts'
import { type Text, text } from './text.ts'

/** What one of a good is. */
export const goodUnitNames = {
  piece: text('个', 'piece'),
  set: text('套', 'set'),
  metre: text('米', 'metre'),
  roll: text('卷', 'roll'),
  box: text('箱', 'box'),
  kilogram: text('千克', 'kilogram'),
} as const
export type GoodUnit = keyof typeof goodUnitNames

/** A good is a draft, on the shelf, or off it again. */
export const shelfNames = {
  draft: text('草稿', 'Draft'),
  released: text('在售', 'On the shelf'),
  withdrawn: text('已下架', 'Off shelf'),
} as const satisfies Record<ReleaseStatus, Text>

/** Rows of a good's table of data, sizes it comes in, and prices of single buyers, at most. */
export const SPECIFICATIONS = 40
export const VARIANTS = 30
export const BUYER_PRICES = 200
/** Characters of a name as it is sold: that of the good, a space, that of its size. */
export const SOLD_NAME = 161
/** Pieces of one line of a basket. */
export const PIECES_MOST = 100_000
/** Goods that are compared side by side, as the specification has it. */
export const COMPARED = 3
