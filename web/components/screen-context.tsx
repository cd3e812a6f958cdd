import { createContext, useContext } from 'react'

/** Search parameters of a screen's address, all as text. */
export type Search = Readonly<Record<string, string>>

/** The address a screen stands for. Screens use this instead of the router: a hidden tab must keep its own address. */
export interface ScreenAddress {
  /** Key of the screen's tab; '' outside the tabs. */
  tab: string
  path: string
  search: Search
  /** Changes search parameters; undefined removes one. Replaces the history entry unless told otherwise. */
  setSearch(change: Record<string, string | undefined>, options?: { push: boolean }): void
  /** Opens another address of ours: a path, with its search if it has one. */
  open(href: string): void
  /** Whether a screen is built and this viewer may open it; a link to any other must not show. */
  exists(path: string): boolean
  /** Title of the screen at a path; the path itself if there is none. */
  titleOf(path: string): string
  /** Where a dialog of the screen belongs: over the screen, so that the menu and other tabs stay within reach. */
  frame(): HTMLElement
  /** Names the tab after its content, where the screen's title is not enough. */
  nameTab(name: string): void
}

export const ScreenContext = createContext<ScreenAddress | null>(null)

/** The address of the screen this component belongs to. */
export function useScreen(): ScreenAddress {
  const screen = useContext(ScreenContext)
  if (!screen) throw new Error('useScreen outside a screen')
  return screen
}
