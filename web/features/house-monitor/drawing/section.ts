import type { CageLayout } from '#shared/contracts/cage-types.ts'
import { FAN, type Point } from './plan.ts'

/** Positions in the cross-section, px, for a drawing of this width. */
export interface Section {
  width: number
  height: number
  left: number
  right: number
  floor: number
  eave: number
  ridge: Point
}

const HEIGHT = 286
/** Room at the sides for the inlet flaps, and the maximum width between the walls, px. */
const MARGIN = 26
const WIDEST = 560

/** A cross-section that fits the width, up to the width at which a house still looks right. */
export function sectionFor(width: number): Section {
  const span = Math.min(width - 2 * MARGIN, WIDEST)
  const left = (width - span) / 2
  return {
    width,
    height: HEIGHT,
    left,
    right: left + span,
    floor: HEIGHT - 14,
    eave: 104,
    ridge: { x: width / 2, y: 16 },
  }
}

/** Fan groups on the far gable, under the roof: one row, or two if the house is narrow. */
export function sectionFans({ left, right, ridge }: Section, count: number): Point[] {
  const room = (right - left) * 0.6
  const step = FAN.radius * 2 + 5
  const rows = count * step > room ? 2 : 1
  const inRow = Math.ceil(count / rows)
  const used = Math.min(step + 10, room / Math.max(inRow, 1))
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / inRow)
    const inThis = row === 0 ? inRow : count - inRow
    const column = i - row * inRow
    return { x: ridge.x + (column - (inThis - 1) / 2) * used, y: rows === 1 ? 78 : 64 + row * 38 }
  })
}

/** Left edges of cage rows or feed lines across the section, and the width of one. */
export function sectionRows({ left, right }: Section, count: number): { x: number[]; width: number } {
  const span = (right - left) / count
  const width = Math.min(span * 0.66, 96)
  return { x: Array.from({ length: count }, (_, i) => left + span * (i + 0.5) - width / 2), width }
}

/** The room for cages above the floor, px: anything higher would reach the probes. */
const CAGE_ROOM = 108
const TIER = 27

/** Height of one tier; with many tiers it shrinks, so that all of them fit below the probes. px */
export const tierHeight = (tiers: number): number => Math.min(TIER, CAGE_ROOM / tiers)

interface CageBox extends Point {
  width: number
  /** Feed troughs: the position of each, and the side it opens to. */
  troughs: { at: number; out: 1 | -1 }[]
}

/** How far a step is set back from the one below, as a fraction of its width. */
const STEP = 0.6

/** The cages of one row from the bottom tier up; in a stair the two sides step towards each other. */
export function cageBoxes(
  { floor }: Section,
  { layout, tiers }: { layout: CageLayout; tiers: number },
  left: number,
  width: number,
): CageBox[] {
  const right = left + width
  const height = tierHeight(tiers)
  const half = width / 2 / (1 + (tiers - 1) * STEP)
  return Array.from({ length: tiers }, (_, tier): CageBox[] => {
    const y = floor - 6 - (tier + 1) * height
    if (layout !== 'stair') {
      return [
        {
          x: left,
          y,
          width,
          troughs: [
            { at: left - 5, out: 1 },
            { at: right + 5, out: -1 },
          ],
        },
      ]
    }
    const inset = tier * half * STEP
    const [outer, inner] = [left + inset, right - inset]
    return [
      { x: outer, y, width: half, troughs: [{ at: outer - 5, out: 1 }] },
      { x: inner - half, y, width: half, troughs: [{ at: inner + 5, out: -1 }] },
    ]
  }).flat()
}
