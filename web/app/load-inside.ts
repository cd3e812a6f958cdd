import i18next from 'i18next'
import { screenAt } from './screens.ts'

/** Loads what surrounds the screens of signed-in users. */
export const loadInside = () => import('./inside.tsx')

/** A warm-up that fails is no failure: what is needed is asked for again when it is. */
const quietly = (loading: Promise<unknown> | undefined) => void loading?.catch(() => undefined)

/** Loads the shell and the page of this address while the server still says who the visitor is. */
export function loadAhead(path: string): void {
  quietly(loadInside())
  quietly(screenAt(path)?.load?.())
}

/** Loads the shell and its texts once the visitor turns to the page; answers the function that no longer waits. */
export function loadAtFirstTouch(): () => void {
  const touches = ['focusin', 'pointerdown'] as const
  const stop = () => {
    for (const touch of touches) removeEventListener(touch, load)
  }
  const load = () => {
    stop()
    quietly(loadInside())
    quietly(i18next.loadNamespaces('notices'))
  }
  for (const touch of touches) addEventListener(touch, load)
  return stop
}
