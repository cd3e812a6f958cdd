import type { CoverMode } from '#shared/articles.ts'
import type { DrawingName } from './drawings.ts'

/** A pair of texts: Chinese, English. */
type Pair = readonly [chinese: string, english: string]

/** An article of the demonstration, written in a plain text that `htmlOf` reads. */
export interface SeededArticle {
  key: string
  /** Key of its category; none where the family has none. */
  category?: string
  /** The kinds of alarm it helps with. */
  faults?: readonly string[]
  title: Pair
  says: Pair
  text: Pair
  /** What its cover shows, and where. */
  cover?: DrawingName
  mode?: CoverMode
}
