import { Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { Brand } from '#web/components/brand.tsx'
import { startLive } from '#web/data/live/socket.ts'
import { prefer, usePreferences } from '#web/data/preferences.ts'
import { useReachable } from '#web/data/reachable.ts'
import { Header } from './header.tsx'
import type { MenuGroup } from './menu.ts'
import { SideMenu } from './side-menu.tsx'
import './shell.css'

interface Props {
  groups: readonly MenuGroup[]
  path: string
  title: string
  user: UserInfo
  open: (href: string) => void
  /** Whether the screen of a path exists, for links of the header. */
  mayRead: (path: string) => boolean
  children: ReactNode
}

/** What surrounds a screen of the main area: menu, header, the bar that says when there is no connection. */
export function Shell({ groups, path, title, user, open, mayRead, children }: Props) {
  const { t } = useTranslation()
  const narrow = usePreferences(({ sidebar }) => sidebar === 'rail')
  const [drawer, setDrawer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user means another socket
  useEffect(startLive, [user.id])

  const go = (href: string) => {
    setDrawer(false)
    open(href)
  }
  return (
    <div className="shell" data-narrow={narrow || undefined}>
      <a className="shell-skip" href="#content">
        {t($ => $.skipToContent)}
      </a>
      <aside className="shell-side">
        <div className="shell-brand">
          <Brand short={narrow} />
        </div>
        <SideMenu
          groups={groups}
          path={path}
          open={open}
          narrow={narrow}
          widen={() => prefer({ sidebar: 'open' })}
        />
      </aside>
      <Header title={title} user={user} openMenu={() => setDrawer(true)} open={go} mayRead={mayRead} />
      <main id="content" tabIndex={-1}>
        <NoConnection />
        {children}
      </main>
      <Drawer
        open={drawer}
        onClose={() => setDrawer(false)}
        placement="left"
        size={288}
        title={<Brand />}
        closable={{ 'aria-label': t($ => $.closeMenu) }}
        styles={{ body: { padding: 0 } }}
      >
        <SideMenu groups={groups} path={path} open={go} />
      </Drawer>
    </div>
  )
}

function NoConnection() {
  const { t } = useTranslation()
  const reachable = useReachable(({ reachable }) => reachable)
  if (reachable) return null
  return (
    <div className="shell-no-connection" role="status">
      <strong>{t($ => $.noConnection)}</strong> <span>{t($ => $.noConnectionSays)}</span>
    </div>
  )
}
