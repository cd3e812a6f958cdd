import { createContext, useContext } from 'react'

/** Search parameters of a screen's address, all text. */
export type Search = Readonly<Record<string, string>>

/** The address a screen stands for. Screens ask this instead of the router: a hidden tab must keep its own address. */
export interface ScreenAddress {
  path: string
  search: Search
  /** Changes search parameters; undefined removes one. Replaces the entry in the history unless told otherwise. */
  setSearch(change: Record<string, string | undefined>, options?: { push: boolean }): void
  /** Opens another address of ours: a path, with its search where it has one. */
  open(href: string): void
}

export const ScreenContext = createContext<ScreenAddress | null>(null)

/** The address of the screen this component belongs to. */
export function useScreen(): ScreenAddress {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('useScreen outside a screen')
  return screen
}
