import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { UserInfo } from '#shared/contracts/session.ts'
import { ScreenContext } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { followPush } from '#web/data/push/follow.ts'
import { Shell } from '#web/layout/shell.tsx'
import { exists } from './address.ts'
import { useOwnAddress } from './alone.tsx'
import { AntdPane } from './antd-pane.tsx'
import { Bell } from './bell.tsx'
import { screenAt } from './known-screens.ts'
import { phoneBar } from './phone-bar.ts'
import { inMenu, isFound, mayOpen, type Screen, tabKeyOf, type Viewer } from './screen.ts'
import { menu } from './screens.ts'
import { openPage, type TabAddress, TabHost } from './tab-host.tsx'
import { WithAntd } from './with-antd.tsx'

export { AntdPane, WithAntd }

interface Props {
  user: UserInfo
  viewer: Viewer
  path: string
  search: string
  title: string
}

/** What a signed-in user sees: the shell and, in its tab, the screen of the address. */
export function Inside({ user, viewer, path, search, title }: Props) {
  const router = useRouter()
  const language = usePreferences(({ language }) => language)
  useEffect(() => followPush(user.id, href => openPage(router, href)), [user.id, router])
  const screen = screenAt(path)
  // The guard turns away from an address the viewer may not open; until then the last page stays.
  const isTab = screen !== undefined && screen.access !== 'public' && mayOpen(screen, viewer)
  return (
    <WithAntd>
      <Shell
        groups={menuFor(viewer, inMenu)}
        found={menuFor(viewer, isFound)}
        path={path}
        title={title}
        isCanvas={screen?.canvas ?? false}
        user={user}
        bar={phoneBar(viewer)}
        open={href => openPage(router, href)}
        exists={exists}
        Bell={Bell}
        titleOf={path => screenAt(path)?.title[language] ?? ''}
      >
        <TabHost at={isTab ? tabAddress(screen, search) : null} />
        {screen?.access === 'public' && (
          <div className="pane">
            <Public screen={screen} search={search} />
          </div>
        )}
      </Shell>
    </WithAntd>
  )
}

/** A screen outside the tabs, such as not-found. */
function Public({ screen, search }: { screen: Screen; search: string }) {
  return (
    <ScreenContext value={useOwnAddress(screen.path, search)}>
      <AntdPane key={screen.path} screen={screen} />
    </ScreenContext>
  )
}

const tabAddress = (screen: Screen, search: string): TabAddress => ({
  key: tabKeyOf(screen, search),
  path: screen.path,
  href: `${screen.path}${search}`,
})

const menuFor = (viewer: Viewer, isShown: typeof inMenu) =>
  menu
    .map(group => ({ ...group, entries: group.screens.filter(screen => isShown(screen, viewer)) }))
    .filter(({ entries }) => entries.length > 0)
