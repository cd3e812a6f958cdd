import { create } from 'zustand'
import { publicScreens } from './public-screens.ts'
import type { MenuGroup, Screen } from './screen.ts'

const pathsOf = (screens: readonly Screen[]): ReadonlyMap<string, Screen> =>
  new Map(screens.map(screen => [screen.path, screen]))

interface Known {
  byPath: ReadonlyMap<string, Screen>
  menu: readonly MenuGroup[]
}

/** The screens that are known: who signs in has not waited for the table of all of them, which comes with the shell. */
const useKnown = create<Known>(() => ({ byPath: pathsOf(publicScreens), menu: [] }))

/** Loads the table of all screens; whoever is signed in has it before an address is looked at. */
export async function loadScreens(): Promise<void> {
  if (knownMenu().length > 0) return
  const { screens, menu } = await import('./screens.ts')
  useKnown.setState({ byPath: pathsOf(screens), menu })
}

/** The screen of an address without its search; undefined for an unknown one, and for a stranger for all but the public ones. */
export const screenAt = (path: string): Screen | undefined => useKnown.getState().byPath.get(path)

/** The same for a component, drawn again when the table has come. */
export const useScreenAt = (path: string): Screen | undefined => useKnown(({ byPath }) => byPath.get(path))

/** The groups of the menu; none for a stranger. */
export const knownMenu = (): readonly MenuGroup[] => useKnown.getState().menu
