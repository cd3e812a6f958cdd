/** An open page. `key` is its path, plus the id if the screen has a tab per id. */
export interface Tab {
  key: string
  path: string
  /** Path and search as the page left them, so that coming back restores its filters. */
  href: string
  /** The page's own name where its screen's title is not enough: the house of a details page. */
  name?: string
  /** Grows with every refresh; the page then starts anew. */
  revision: number
  /** Order of the last visits; the greatest is the latest. */
  visit: number
  /** Whether it was shown since the browser loaded the app; a tab from before a reload is drawn when visited. */
  isAwake: boolean
}

export interface TabList {
  tabs: readonly Tab[]
  /** Key of the page that shows; null while a screen outside the tabs shows. */
  active: string | null
}

/** Why nothing was closed; worded as in the specification. */
export type Refusal = 'lastTab' | 'noneLeft' | 'noneRight'
export type Side = 'left' | 'right' | 'others'

/** At most this many pages stay open. */
export const MOST_TABS = 20

export const noTabs: TabList = { tabs: [], active: null }

/**
 * The list after the page at `key` was opened or changed its address. Beyond {@link MOST_TABS} it closes the page not
 * visited for longest, but never one with unsaved input.
 */
export function visited(
  { tabs }: TabList,
  page: Pick<Tab, 'key' | 'path' | 'href'>,
  isUnsaved: (key: string) => boolean,
): TabList {
  const visit = Math.max(0, ...tabs.map(({ visit }) => visit)) + 1
  if (tabs.some(({ key }) => key === page.key))
    return {
      tabs: tabs.map(tab => (tab.key === page.key ? { ...tab, ...page, visit, isAwake: true } : tab)),
      active: page.key,
    }
  const all = [...tabs, { ...page, revision: 0, visit, isAwake: true }]
  const leaving = all.length > MOST_TABS ? longestUnvisited(all, page.key, isUnsaved) : undefined
  return { tabs: all.filter(tab => tab !== leaving), active: page.key }
}

function longestUnvisited(tabs: readonly Tab[], but: string, isUnsaved: (key: string) => boolean) {
  return tabs
    .filter(({ key }) => key !== but && !isUnsaved(key))
    .reduce<Tab | undefined>((oldest, tab) => (oldest && oldest.visit < tab.visit ? oldest : tab), undefined)
}

/** Keys that closing `key`, or everything on one side of it, would close; or why nothing closes. */
export function closing({ tabs }: TabList, key: string, side: Side | 'this'): string[] | Refusal {
  const at = tabs.findIndex(tab => tab.key === key)
  const keys = tabs.map(tab => tab.key)
  switch (side) {
    case 'this':
      return tabs.length === 1 ? 'lastTab' : [key]
    case 'left':
      return at <= 0 ? 'noneLeft' : keys.slice(0, at)
    case 'right':
      return at === tabs.length - 1 ? 'noneRight' : keys.slice(at + 1)
    case 'others':
      return tabs.length === 1 ? 'lastTab' : keys.filter(other => other !== key)
  }
}

/** The page to show once `keys` are closed: the active one, else the next to its right, else to its left. */
export function shownAfter({ tabs, active }: TabList, keys: readonly string[]): Tab | undefined {
  const stays = (tab: Tab) => !keys.includes(tab.key)
  const at = tabs.findIndex(({ key }) => key === active)
  const current = tabs[at]
  if (current && stays(current)) return current
  return tabs.slice(at + 1).find(stays) ?? tabs.slice(0, Math.max(at, 0)).findLast(stays)
}

/** The tabs kept by an earlier page of this browser tab, as far as they are still valid. */
export function restoredTabs(stored: unknown, mayOpen: (path: string) => boolean): Tab[] {
  if (!Array.isArray(stored)) return []
  const seen = new Set<string>()
  return stored.flatMap((entry: unknown, visit): Tab[] => {
    if (typeof entry !== 'object' || entry === null) return []
    const { key, path, href, name } = entry as Record<string, unknown>
    if (typeof key !== 'string' || typeof path !== 'string' || typeof href !== 'string') return []
    if (seen.has(key) || !key.startsWith(path) || !href.startsWith(path) || !mayOpen(path)) return []
    seen.add(key)
    return [
      { key, path, href, revision: 0, visit, isAwake: false, ...(typeof name === 'string' ? { name } : {}) },
    ]
  })
}
