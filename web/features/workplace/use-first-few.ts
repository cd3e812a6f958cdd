import { useDeferredValue } from 'react'

/** What fits on a screen. */
const FEW = 24

/** First only the beginning of a long list, so that the page appears, and all of it right after. */
export const useFirstFew = <Item>(items: readonly Item[]): readonly Item[] =>
  useDeferredValue(items, items.slice(0, FEW))
