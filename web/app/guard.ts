import { hrefOf, isOutside, isScreenPath, paths } from '#shared/screens.ts'
import { inMenu, type MenuGroup, mayOpen, type Screen, type Viewer } from './screen.ts'

/** Where a visitor stands: no token, a token without user info yet, or signed in. */
export type Visitor = 'stranger' | 'unknown' | Viewer
/** What to do about an address: show it, read the user info first, or go elsewhere. */
export type Verdict = 'show' | 'load user' | { go: string }

/** Where a user starts work: the workplace, or for a farm the monitor. */
const FIRST = [paths.workplace, paths.houseMonitor]

/**
 * Guards every address (specification section 4). `screen` is undefined for a path the table does not know; a stranger does
 * not have the table, so for them it is set on public screens only. `href` is the address with its search, to return to
 * after login.
 */
export function guard(
  path: string,
  href: string,
  screen: Screen | undefined,
  visitor: Visitor,
  groups: readonly MenuGroup[],
): Verdict {
  if (path === paths.notFound) return 'show'
  if (visitor === 'stranger') {
    if (path === paths.home) return { go: loginFor(paths.home) }
    if (screen?.access === 'public') return 'show'
    return { go: isScreenPath(path) ? loginFor(href) : paths.notFound }
  }
  if (visitor === 'unknown') return 'load user'
  if (screen?.mailed) return 'show'
  if (isOutside(path) && screen) return { go: homeOf(groups, visitor) }
  if (path === paths.home) return { go: homeOf(groups, visitor) }
  if (!screen || !mayOpen(screen, visitor)) return { go: paths.notFound }
  return screen.leadsTo ? { go: screen.leadsTo.path + href.slice(path.length) } : 'show'
}

const loginFor = (href: string) =>
  href === paths.home ? paths.login : hrefOf(paths.login, { redirect: href })

/** Where `/` leads: the workplace, else the monitor, else the first menu entry about the work, else the personal center. */
function homeOf(groups: readonly MenuGroup[], viewer: Viewer): string {
  const entries = groups.flatMap(({ screens }) => screens).filter(screen => inMenu(screen, viewer))
  const may = entries.map(({ path }) => path)
  return FIRST.find(path => may.includes(path)) ?? may.find(path => path !== paths.messages) ?? paths.personal
}
