import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { Activity, memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { type ScreenAddress, ScreenContext } from '#web/components/screen-context.tsx'
import type { Tab } from '#web/data/tabs/tab-list.ts'
import { moveTab, nameTab, restoreTabs, useTabs, visitTab } from '#web/data/tabs/tabs.ts'
import { exists, hrefWith, mayOpenPath, searchOf, titleOf } from './address.ts'
import { AntdPane } from './antd-pane.tsx'
import { screenAt } from './known-screens.ts'
import { useHeldSteps } from './use-held-steps.ts'

/** The browser's current address if it is a page of the tabs; null if not, such as not-found. */
export type TabAddress = Pick<Tab, 'key' | 'path' | 'href'>

/**
 * The open pages, one of them shown. The others keep their state, but their queries and subscriptions rest. It must keep its
 * place in the tree: if moved, every page would start afresh.
 */
export function TabHost({ at }: { at: TabAddress | null }) {
  const { tabs, active } = useTabs()
  useHeldSteps()
  useLayoutEffect(() => restoreTabs(mayOpenPath), [])
  const { key, path, href } = at ?? {}
  useLayoutEffect(() => {
    visitTab(key !== undefined && path !== undefined && href !== undefined ? { key, path, href } : null)
  }, [key, path, href])
  return tabs
    .filter(({ isAwake }) => isAwake)
    .map(({ key, path, href, revision }) => (
      <Activity key={key} mode={key === active ? 'visible' : 'hidden'}>
        <TabPane tab={key} path={path} href={href} revision={revision} />
      </Activity>
    ))
}

interface PaneProps {
  tab: string
  path: string
  href: string
  revision: number
}

/** Visiting a page again does not redraw it: only changes to its own address and revision reach it. */
const TabPane = memo(({ tab, path, href, revision }: PaneProps) => {
  const box = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  // Runs whenever the page is shown again; not every browser keeps the scroll position of hidden content. Setting it forces
  // a layout, so only when there is something to set.
  useLayoutEffect(() => {
    if (box.current && scrolled.current > 0) box.current.scrollTop = scrolled.current
  }, [])
  const screen = screenAt(path)
  const frame = useRef<HTMLDivElement>(null)
  const address = useTabAddress({ key: tab, path, href }, frame)
  if (!screen) return null
  return (
    <div ref={frame} className="pane-frame">
      <div
        ref={box}
        className="pane"
        // Not every browser lets the keyboard scroll what has nothing to focus in it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        data-canvas={screen.canvas || undefined}
        onScroll={({ target, currentTarget }) => {
          if (target === currentTarget) scrolled.current = currentTarget.scrollTop
        }}
      >
        <ScreenContext value={address}>
          <AntdPane key={revision} screen={screen} />
        </ScreenContext>
      </div>
    </div>
  )
})
TabPane.displayName = 'TabPane'

function useTabAddress({ key, path, href }: TabAddress, frame: RefObject<HTMLElement | null>): ScreenAddress {
  const router = useRouter()
  return useMemo(
    () => ({
      tab: key,
      path,
      search: searchOf(href),
      open: href => openPage(router, href),
      exists,
      titleOf,
      nameTab: name => nameTab(key, name),
      frame: () => frame.current ?? document.body,
      setSearch(change, options) {
        const { tabs, active } = useTabs.getState()
        const now = tabs.find(tab => tab.key === key)?.href ?? href
        const next = hrefWith(now, change)
        if (active === key) void router.navigate({ href: next, replace: !options?.push })
        else moveTab(key, next)
      },
    }),
    [router, key, path, href, frame],
  )
}

/**
 * Opens an address. A bare path leads to its open page as it was left, filters included. An open page shows at once; the
 * router follows.
 */
export function openPage(router: AnyRouter, href: string): void {
  const known = useTabs.getState().tabs.find(tab => tab.key === href || tab.href === href)
  if (known && mayOpenPath(known.path)) visitTab(known)
  void router.navigate({ href: known?.href ?? href })
}
