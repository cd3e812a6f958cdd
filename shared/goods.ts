import type { ReleaseStatus } from './release.ts'
import { type Language, type Text, text } from './text.ts'

/** Units that goods are counted in. */
export const goodUnitNames = {
  piece: text('个', 'piece'),
  set: text('套', 'set'),
  metre: text('米', 'meter'),
  roll: text('卷', 'roll'),
  box: text('箱', 'box'),
  kilogram: text('千克', 'kilogram'),
} as const
export type GoodUnit = keyof typeof goodUnitNames
/** The same of several. */
const several = {
  piece: text('个', 'pieces'),
  set: text('套', 'sets'),
  metre: text('米', 'meters'),
  roll: text('卷', 'rolls'),
  box: text('箱', 'boxes'),
  kilogram: text('千克', 'kilograms'),
} as const satisfies Record<GoodUnit, Text>

/** `24 pieces`. */
export const quantityIn = (quantity: number, unit: GoodUnit, language: Language): string =>
  `${quantity.toLocaleString(language)} ${(quantity === 1 ? goodUnitNames : several)[unit][language]}`

/** A good is a draft, on the shelf, or off it again. */
export const shelfNames = {
  draft: text('草稿', 'Draft'),
  released: text('在售', 'On the shelf'),
  withdrawn: text('已下架', 'Off shelf'),
} as const satisfies Record<ReleaseStatus, Text>

/** Most rows of a good's data table, most of its sizes, and most prices for single buyers. */
export const SPECIFICATIONS = 40
export const VARIANTS = 30
export const BUYER_PRICES = 200
/** Characters of a name on an order: that of the good, a space, that of its size. */
export const SOLD_NAME = 161
/** Most pieces in one line of a basket, an inquiry or an order. */
export const PIECES_MOST = 99_999
/** Goods compared side by side, as specified. */
export const COMPARED = 3
/** Most buyers and prices of one price list. */
export const PRICE_LIST_BUYERS = 300
export const PRICE_LIST_LINES = 800
