import { create } from 'zustand'
import { publicScreens } from './public-screens.ts'
import type { MenuGroup, Screen } from './screen.ts'

const pathsOf = (screens: readonly Screen[]): ReadonlyMap<string, Screen> =>
  new Map(screens.map(screen => [screen.path, screen]))

interface Known {
  byPath: ReadonlyMap<string, Screen>
  menu: readonly MenuGroup[]
}

/** The screens known so far. Signing in does not wait for the full table, which comes with the shell. */
const useKnown = create<Known>(() => ({ byPath: pathsOf(publicScreens), menu: [] }))

/** Loads the table of all screens; a signed-in user has it before any address is looked up. */
export async function loadScreens(): Promise<void> {
  if (knownMenu().length > 0) return
  const { screens, menu } = await import('./screens.ts')
  useKnown.setState({ byPath: pathsOf(screens), menu })
}

/** The screen at an address without its search; undefined if unknown. A stranger only finds the public ones. */
export const screenAt = (path: string): Screen | undefined => useKnown.getState().byPath.get(path)

/** The same as a hook; redraws when the table arrives. */
export const useScreenAt = (path: string): Screen | undefined => useKnown(({ byPath }) => byPath.get(path))

/** The groups of the menu; none for a stranger. */
export const knownMenu = (): readonly MenuGroup[] => useKnown.getState().menu
