import { App } from 'antd'
import { ChevronDown, Globe, LogOut, QrCode, SlidersHorizontal, User } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { paths } from '#shared/screens.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { MenuButton } from '#web/components/menu-button.tsx'
import { useWaiting, waitingCount } from '#web/data/offline/waiting.ts'
import { signOut } from '#web/data/session.ts'
import { isAnythingUnsaved } from '#web/data/tabs/unsaved.ts'
import { useAppVersion } from './app-version.ts'
import { AppDialog, SettingsDrawer } from './dialogs.ts'

interface Props {
  user: UserInfo
  open: (href: string) => void
  exists: (path: string) => boolean
}

const icon = { size: 15, 'aria-hidden': true } as const

/** The user's menu: personal center, appearance, the app, signing out. */
export function UserMenu({ user, open, exists }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<'appearance' | 'app' | null>(null)
  const askAndLeave = useLeave()
  const website = useAppVersion().data?.website.url
  return (
    <>
      <MenuButton
        button={
          <button
            type="button"
            className="header-user"
            aria-label={`${t($ => $.account)}: ${user.actualName}`}
          >
            <Avatar name={user.actualName} url={user.avatar} />
            <span>{user.actualName}</span>
            <ChevronDown size={15} aria-hidden />
          </button>
        }
        menu={{
          items: [
            { key: 'who', type: 'group' as const, label: `${user.officeName} · ${user.role.name}` },
            ...(exists(paths.personal)
              ? [
                  {
                    key: 'personal',
                    icon: <User {...icon} />,
                    label: t($ => $.personal),
                    onClick: () => open(paths.personal),
                  },
                ]
              : []),
            {
              key: 'appearance',
              icon: <SlidersHorizontal {...icon} />,
              label: t($ => $.appearance.title),
              onClick: () => setShown('appearance'),
            },
            {
              key: 'app',
              icon: <QrCode {...icon} />,
              label: t($ => $.app.title),
              onClick: () => setShown('app'),
            },
            ...(website
              ? [
                  {
                    key: 'website',
                    icon: <Globe {...icon} />,
                    label: (
                      <a href={website} target="_blank" rel="noreferrer">
                        {t($ => $.website)}
                      </a>
                    ),
                  },
                ]
              : []),
            { key: 'line', type: 'divider' as const },
            { key: 'logout', icon: <LogOut {...icon} />, label: t($ => $.logOut), onClick: askAndLeave },
          ],
        }}
      />
      {shown === 'appearance' && <SettingsDrawer close={() => setShown(null)} />}
      {shown === 'app' && <AppDialog close={() => setShown(null)} />}
    </>
  )
}

function useLeave(): () => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const waiting = useWaiting(waitingCount)
  return () =>
    void modal.confirm({
      title: t($ => $.logOutAsk),
      content: (
        <>
          <p>{t($ => $.logOutSays)}</p>
          {isAnythingUnsaved() && <p>{t($ => $.logOutUnsaved)}</p>}
          {waiting > 0 && <p>{t($ => $.logOutWaiting, { count: waiting })}</p>}
        </>
      ),
      okText: t($ => $.logOut),
      cancelText: t($ => $.cancel),
      onOk: signOut,
    })
}
