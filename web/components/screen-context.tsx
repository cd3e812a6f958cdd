import { createContext, useContext } from 'react'

/** Search parameters of a screen's address, all text. */
export type Search = Readonly<Record<string, string>>

/** The address a screen stands for. Screens ask this instead of the router: a hidden tab must keep its own address. */
export interface ScreenAddress {
  /** Key of the tab the screen is in; '' outside the tabs. */
  tab: string
  path: string
  search: Search
  /** Changes search parameters; undefined removes one. Replaces the entry in the history unless told otherwise. */
  setSearch(change: Record<string, string | undefined>, options?: { push: boolean }): void
  /** Opens another address of ours: a path, with its search where it has one. */
  open(href: string): void
  /** Whether a screen is built and for this viewer; a link to one that is not does not show. */
  exists(path: string): boolean
  /** What the screen of a path is called; the path itself where there is none. */
  titleOf(path: string): string
  /** Where a dialog of the screen belongs: over the screen, so that menu and other tabs stay in reach. */
  frame(): HTMLElement
  /** Names the tab after what it shows, where the screen's title is not enough. */
  nameTab(name: string): void
}

export const ScreenContext = createContext<ScreenAddress | null>(null)

/** The address of the screen this component belongs to. */
export function useScreen(): ScreenAddress {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('useScreen outside a screen')
  return screen
}
