import type { CoverMode } from '#shared/articles.ts'
import type { DrawingName } from './drawings.ts'

/** A pair of texts: Chinese, English. */
type Pair = readonly [chinese: string, english: string]

/** An article of the demonstration, in the plain text that `htmlOf` reads. */
export interface SeededArticle {
  key: string
  /** Key of its category; missing if the family has none. */
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
