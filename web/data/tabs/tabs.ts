import { create } from 'zustand'
import { noTabs, restoredTabs, type Tab, type TabList, visited } from './tab-list.ts'
import { isUnsaved, savedOrGone } from './unsaved.ts'

const KEPT = 'tabs'

/** The open pages of this browser tab. They survive a reload and end with the session. */
export const useTabs = create<TabList>(() => noTabs)

useTabs.subscribe(({ tabs }, before) => {
  if (tabs === before.tabs) return
  try {
    if (tabs.length === 0) sessionStorage.removeItem(KEPT)
    else
      sessionStorage.setItem(
        KEPT,
        JSON.stringify(tabs.map(({ key, path, href, name }) => ({ key, path, href, name }))),
      )
  } catch {
    // Storage full or refused: the pages stay open, only a reload forgets them.
  }
})

/** Opens again what was open before a reload; `mayOpen` says which screens the viewer may still open. */
export function restoreTabs(mayOpen: (path: string) => boolean): void {
  let stored: unknown = null
  try {
    stored = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
  } catch {
    // Unreadable counts as nothing kept.
  }
  useTabs.setState({ tabs: restoredTabs(stored, mayOpen), active: null })
}

/** The page at `key` shows now, with this address. Null: a screen outside the tabs shows. */
export function visitTab(page: Pick<Tab, 'key' | 'path' | 'href'> | null): void {
  useTabs.setState(list => (page ? visited(list, page, isUnsaved) : { ...list, active: null }))
}

/** Closes pages without asking; their content is gone. */
export function dropTabs(keys: readonly string[]): void {
  for (const key of keys) savedOrGone(key)
  useTabs.setState(({ tabs, active }) => ({ tabs: tabs.filter(({ key }) => !keys.includes(key)), active }))
}

/** Closes every page, at sign-out. */
export function dropAllTabs(): void {
  dropTabs(useTabs.getState().tabs.map(({ key }) => key))
}

/** Starts a page anew at its current address. */
export function refreshTab(key: string): void {
  savedOrGone(key)
  change(key, tab => ({ ...tab, revision: tab.revision + 1 }))
}

/** Remembers a new address for a page that is not showing. */
export const moveTab = (key: string, href: string): void => change(key, tab => ({ ...tab, href }))

/** Sets the name a page shows in its tab. */
export const nameTab = (key: string, name: string): void =>
  change(key, tab => (tab.name === name ? tab : { ...tab, name }))

function change(key: string, to: (tab: Tab) => Tab): void {
  useTabs.setState(({ tabs, active }) => ({
    tabs: tabs.map(tab => (tab.key === key ? to(tab) : tab)),
    active,
  }))
}
