import type { Text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { say, type TextKey } from '../http/texts.ts'
import { type Ink, type Paper, page, WIDTH } from './paper.ts'
import { NOTHING } from './words.ts'

/** Says a report text in the reader's language, with values for its `{names}`. */
export type Say = (word: Text | TextKey, values?: Record<string, string>) => string

export const sayer =
  ({ language }: Pick<Reader, 'language'>): Say =>
  (word, values = {}) =>
    say(language, [word, values])

/** Colour of a figure compared with its standard. */
export const senseInks = { good: 'ok', bad: 'alarm', neutral: 'text' } as const

type Said = string | null | undefined | false

/** The head of a page: a large title and what is said about it, days on the right; answers where it ends. */
export function drawHead(
  paper: Paper,
  {
    title,
    says,
    days,
    aside,
  }: { title: string; says: readonly Said[]; days: string; aside: readonly Said[] },
): number {
  const right = { width: WIDTH / 2, align: 'right' } as const
  const middle = page.left + WIDTH / 2
  const joined = (parts: readonly Said[]) => parts.filter(Boolean).join(' · ')
  paper.write(title, page.left, page.top, { size: 20, weight: 'strong', width: WIDTH * 0.6 })
  paper.write(days, middle, page.top + 3, { ...right, size: 14, weight: 'strong' })
  paper.write(joined(aside), middle, page.top + 23, { ...right, ink: 'quiet' })
  const beside = paper.widthOf(joined(aside))
  paper.write(joined(says), page.left, page.top + 30, { ink: 'quiet', width: WIDTH - beside - 12 })
  const end = page.top + 48
  paper.fill({ x: page.left, y: end, width: WIDTH, height: 1.5 }, 'primary')
  return end + 1.5
}

export interface Tile {
  title: string
  value: string
  unit: string
  says: string
  ink: Ink
}

const TILE = { gap: 8, height: 54, inset: 8 }

/** Figures in large type side by side; answers where they end. */
export function drawTiles(paper: Paper, tiles: readonly Tile[], y: number): number {
  const width = (WIDTH - TILE.gap * (tiles.length - 1)) / tiles.length
  const inner = width - 2 * TILE.inset
  for (const [i, { title, value, unit, says, ink }] of tiles.entries()) {
    const x = page.left + i * (width + TILE.gap)
    const start = x + TILE.inset
    paper.fill({ x, y, width, height: TILE.height }, 'sunken', 5)
    paper.write(title, start, y + 5, { size: 8, ink: 'quiet', width: inner })
    paper.write(value, start, y + 15, { size: 16, weight: 'strong', ink, width: inner })
    const end = start + paper.widthOf(value, { size: 16, weight: 'strong' }) + 3
    if (unit !== '' && value !== NOTHING)
      paper.write(unit, end, y + 23, { size: 8, ink: 'quiet', width: Math.max(4, x + width - 4 - end) })
    paper.write(says, start, y + 39, { size: 7, ink: 'faint', width: inner })
  }
  return y + TILE.height
}
