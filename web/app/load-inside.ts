import i18next from 'i18next'
import { session } from '#shared/contracts/session.ts'
import { askAhead } from '#web/data/client.ts'
import { userInfoQuery } from '#web/data/session.ts'
import { screenAt } from './known-screens.ts'
import { loadPageAhead } from './load-page.ts'

type Program = typeof import('./inside.tsx')
let inside: Program | null = null

/** The shell around the screens of signed-in users, if already loaded. */
export const insideIfLoaded = (): Program | null => inside

/** Loads the shell around the screens of signed-in users. */
export async function loadInside(): Promise<Program> {
  inside = await import('./inside.tsx')
  return inside
}

/** A failed warm-up does no harm: whatever is needed is requested again later. */
const quietly = (loading: Promise<unknown>) => void loading.catch(() => undefined)

/** Texts of the shell. */
const SHELL_TEXTS = ['excel', 'notices']

/** Texts a signed-in visitor of this address is about to read. */
export const textsAhead = (path: string): string[] => [...SHELL_TEXTS, ...(screenAt(path)?.texts ?? [])]

/** Before anything is drawn: loads the shell and the page of this address, and asks who the visitor is. */
export function loadAhead(path: string): void {
  const screen = screenAt(path)
  askAhead(session.userInfo, userInfoQuery)
  quietly(loadInside())
  if (screen?.load) quietly(loadPageAhead(screen, screen.load))
}

/**
 * Loads the shell and its texts once the visitor types or points; returns the function that stops waiting. Focus does not
 * count: the first field has it from the start.
 */
export function loadAtFirstTouch(): () => void {
  const touches = ['keydown', 'input', 'pointerdown'] as const
  const stop = () => {
    for (const touch of touches) removeEventListener(touch, load)
  }
  const load = () => {
    stop()
    quietly(loadInside())
    quietly(i18next.loadNamespaces(SHELL_TEXTS))
  }
  for (const touch of touches) addEventListener(touch, load)
  return stop
}
