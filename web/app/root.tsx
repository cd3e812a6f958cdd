import { useLocation, useRouter } from '@tanstack/react-router'
import { Button } from 'antd'
import { Unplug } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ScreenAddress, ScreenContext } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { useTabs } from '#web/data/tabs/tabs.ts'
import { exists, hrefWith, searchOf } from './address.ts'
import { Bell } from './bell.tsx'
import { Pane } from './pane.tsx'
import { phoneBar } from './phone-bar.ts'
import { inMenu, mayOpen, type Screen, tabKeyOf, type Viewer } from './screen.ts'
import { menu, screenAt } from './screens.ts'
import { openPage, type TabAddress, TabHost } from './tab-host.tsx'

const Shell = lazy(() => import('#web/layout/shell.tsx').then(({ Shell }) => ({ default: Shell })))

/** Draws the screen of the current address: in its tab inside the shell, or alone where nobody is signed in. */
export function Root() {
  const { pathname, searchStr } = useLocation()
  const screen = screenAt(pathname)
  const language = usePreferences(({ language }) => language)
  const title = screen?.title[language] ?? ''
  useDocumentTitle(title)
  const { user, grants } = useSession()
  const router = useRouter()
  const viewer = user && { kind: user.kind, grants }
  const alone = useOwnAddress(pathname, searchStr)
  if (!viewer || !user) return screen && <Alone screen={screen} address={alone} />
  // On the way to an address that is not for the viewer the guard turns round; until then the last page stays.
  const isTab = screen !== undefined && screen.access !== 'public' && mayOpen(screen, viewer)
  return (
    <Suspense>
      <Shell
        groups={menuFor(viewer)}
        path={pathname}
        title={title}
        isCanvas={screen?.canvas ?? false}
        user={user}
        bar={phoneBar(viewer)}
        open={href => openPage(router, href)}
        exists={exists}
        Bell={Bell}
        titleOf={path => screenAt(path)?.title[language] ?? ''}
      >
        <TabHost at={isTab ? tabAddress(screen, searchStr) : null} />
        {screen?.access === 'public' && (
          <div className="pane">
            <Alone screen={screen} address={alone} />
          </div>
        )}
      </Shell>
    </Suspense>
  )
}

/** The browser's tab says what the page's own tab says: the house of a page that has one for each, the screen, the product. */
function useDocumentTitle(screen: string): void {
  const { t } = useTranslation()
  const name = useTabs(({ tabs, active }) => tabs.find(({ key }) => key === active)?.name)
  const product = t($ => $.product)
  useEffect(() => {
    document.title = [name, screen, product].filter(Boolean).join(' · ')
  }, [name, screen, product])
}

const tabAddress = (screen: Screen, search: string): TabAddress => ({
  key: tabKeyOf(screen, search),
  path: screen.path,
  href: `${screen.path}${search}`,
})

/** A screen outside the tabs. */
function Alone({ screen, address }: { screen: Screen; address: ScreenAddress }) {
  return (
    <ScreenContext value={address}>
      <Pane key={screen.path} screen={screen} />
    </ScreenContext>
  )
}

const menuFor = (viewer: Viewer) =>
  menu
    .map(group => ({ ...group, entries: group.screens.filter(screen => inMenu(screen, viewer)) }))
    .filter(({ entries }) => entries.length > 0)

/** The address of what is no tab: it goes with the browser's. */
function useOwnAddress(path: string, searchText: string): ScreenAddress {
  const router = useRouter()
  return useMemo(
    () => ({
      tab: '',
      path,
      search: searchOf(searchText),
      exists,
      open: href => void router.navigate({ href }),
      nameTab: () => undefined,
      frame: () => document.body,
      setSearch: (change, options) =>
        void router.navigate({ href: hrefWith(`${path}${searchText}`, change), replace: !options?.push }),
    }),
    [router, path, searchText],
  )
}

/** Seconds between two tries to start while the server is silent. */
const RETRY_S = 5

/** Shown while nobody answers and nothing is kept to open from; tries again by itself. */
export function CannotStart() {
  const { t } = useTranslation()
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => void router.invalidate(), RETRY_S * 1_000)
    return () => clearInterval(timer)
  }, [router])
  return (
    <main>
      <Statement icon={Unplug} title={t($ => $.cannotStart)} text={t($ => $.cannotStartSays)}>
        <Button type="primary" onClick={() => void router.invalidate()}>
          {t($ => $.retry)}
        </Button>
      </Statement>
    </main>
  )
}
