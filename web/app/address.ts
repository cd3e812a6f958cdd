import type { Search } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { screenAt } from './known-screens.ts'
import { mayOpen } from './screen.ts'

/** Search parameters of an address, all as text. */
export const searchOf = (href: string): Search =>
  Object.fromEntries(new URLSearchParams(href.split('?')[1]?.split('#')[0] ?? ''))

/** The address with some search parameters changed; undefined or '' removes one. */
export function hrefWith(href: string, change: Record<string, string | undefined>): string {
  const [path = '', search = ''] = href.split('?')
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  const text = next.toString()
  return `${path}${text ? `?${text}` : ''}`
}

/** Whether the viewer may open the screen of a path. */
export function mayOpenPath(path: string): boolean {
  const screen = screenAt(path)
  const { user, grants } = useSession.getState()
  return screen !== undefined && mayOpen(screen, user && { kind: user.kind, grants })
}

/** Whether a screen is built and this viewer may open it; link only to such screens. */
export const exists = (path: string): boolean => Boolean(screenAt(path)?.load) && mayOpenPath(path)

/** Title of the screen at a path in the reader's language, or the path itself if no screen is there. */
export const titleOf = (path: string): string =>
  screenAt(path)?.title[usePreferences.getState().language] ?? path
