import { useDeferredValue } from 'react'

/** What fits on a screen. */
const FEW = 24

/** The first few of a long list at once, so that the page is there, and all of it right after. */
export const useFirstFew = <Item>(items: readonly Item[]): readonly Item[] =>
  useDeferredValue(items, items.slice(0, FEW))
