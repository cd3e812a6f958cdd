export type Orientation = 'lying' | 'standing'

export interface Point {
  x: number
  y: number
}
interface Box extends Point {
  width: number
  height: number
}

/**
 * The single mapping from places in the house to places in the drawing, px. `along` is % of the length from the inlet gable
 * to the exhaust gable, `across` % of the width; anything outside the walls lies beyond 0 and 100.
 */
export interface Plan {
  orientation: Orientation
  width: number
  height: number
  point(along: number, across: number): Point
  box(along: number, across: number, alongSpan: number, acrossSpan: number): Box
}

/** Below this width the house stands upright: its length runs down the page, as on a phone. px */
const STANDING_BELOW = 520
/** Room around the walls for labels and fans, px: before the inlet gable, beyond the exhaust gable, at the sides. */
const LYING = { before: 4, beyond: 107, side: 38, below: 24, across: 208 }
const STANDING = { before: 10, beyond: 120, label: 92, along: 540, right: 30 }

/** The plan for a drawing of this width, px. Text keeps its size at any width, since nothing is scaled. */
export function planFor(width: number): Plan {
  return width < STANDING_BELOW ? standing(width) : lying(width)
}

function lying(width: number): Plan {
  const length = (width - LYING.before - LYING.beyond) / 100
  const across = LYING.across / 100
  const point = (along: number, at: number) => ({
    x: LYING.before + along * length,
    y: LYING.side + at * across,
  })
  return {
    orientation: 'lying',
    width,
    height: LYING.side + LYING.across + LYING.below,
    point,
    box: (along, at, alongSpan, acrossSpan) => ({
      ...point(along, at),
      width: alongSpan * length,
      height: acrossSpan * across,
    }),
  }
}

function standing(width: number): Plan {
  const length = STANDING.along / 100
  const across = Math.max(width - STANDING.label - STANDING.right, 120) / 100
  const point = (along: number, at: number) => ({
    x: STANDING.label + at * across,
    y: STANDING.before + along * length,
  })
  return {
    orientation: 'standing',
    width,
    point,
    height: STANDING.before + STANDING.along + STANDING.beyond,
    box: (along, at, alongSpan, acrossSpan) => ({
      ...point(along, at),
      width: acrossSpan * across,
      height: alongSpan * length,
    }),
  }
}

/** An SVG path between two places. */
export function lineOn(
  { point }: Plan,
  from: readonly [number, number],
  to: readonly [number, number],
): string {
  const [a, b] = [point(...from), point(...to)]
  return `M${a.x} ${a.y}L${b.x} ${b.y}`
}

/** px between the gable and the first column of fans, between columns, and a fan's radius. */
export const FAN = { first: 22, next: 48, radius: 12 }

/** Centres of `count` fan groups outside the exhaust gable, in two columns, numbered along the gable. */
export function fanPlaces(plan: Plan, count: number): Point[] {
  const rows = Math.max(Math.ceil(count / 2), 1)
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / 2)
    const across = rows === 1 ? 50 : 5 + (88 * row) / (rows - 1)
    const { x, y } = plan.point(100, across)
    const out = FAN.first + (i % 2) * FAN.next
    return plan.orientation === 'lying' ? { x: x + out, y } : { x, y: y + out }
  })
}

/** Places of heaters along both long walls, alternating. */
export const heaterPlaces = (count: number): [along: number, across: number][] =>
  Array.from({ length: count }, (_, i) => {
    const columns = Math.ceil(count / 2)
    return [14 + (72 * (Math.floor(i / 2) + 0.5)) / columns, i % 2 === 0 ? 4.5 : 95.5]
  })

/** How many rows of cages, or feed lines over a floor, usually fit the width, m. */
export const usualRows = (isCaged: boolean, widthM: number): number =>
  Math.min(Math.max(Math.round(widthM / (isCaged ? 3.5 : 4.8)), 2), 6)

/** % of the width at which cage rows or feed lines begin, and the width of one. */
export function birdRows(isCaged: boolean, count: number): { starts: number[]; span: number } {
  const span = isCaged ? 60 / count : 0
  const aisle = (100 - span * count) / (count + 1)
  return { starts: Array.from({ length: count }, (_, i) => aisle + i * (span + aisle)), span }
}
