import { App, Dropdown } from 'antd'
import { Bell, ChevronDown, Languages, LogOut, Menu, Moon, PanelLeft, Sun, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { prefer, shownTheme, usePreferences } from '#web/data/preferences.ts'
import { signOut } from '#web/data/session.ts'
import { useUnread } from './unread.ts'

interface Props {
  title: string
  user: UserInfo
  openMenu: () => void
  open: (href: string) => void
  mayRead: (path: string) => boolean
}

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Title of the screen, unread messages, language, theme, the user. */
export function Header({ title, user, openMenu, open, mayRead }: Props) {
  const { t } = useTranslation()
  const narrow = usePreferences(({ sidebar }) => sidebar === 'rail')
  return (
    <header className="header">
      <button
        type="button"
        className="icon-button phone-only"
        aria-label={t($ => $.openMenu)}
        onClick={openMenu}
      >
        <Menu {...icon} />
      </button>
      <button
        type="button"
        className="icon-button desk-only"
        aria-label={narrow ? t($ => $.expandMenu) : t($ => $.collapseMenu)}
        onClick={() => prefer({ sidebar: narrow ? 'open' : 'rail' })}
      >
        <PanelLeft {...icon} />
      </button>
      <div className="header-title">{title}</div>
      <Unread open={mayRead(MESSAGES) ? () => open(MESSAGES) : null} />
      <LanguageButton />
      <ThemeButton />
      <UserMenu user={user} />
    </header>
  )
}

const MESSAGES = '/notice-message'

function Unread({ open }: { open: (() => void) | null }) {
  const { t } = useTranslation()
  const count = useUnread()
  const says = t($ => $.unread, { count })
  const inside = (
    <>
      <Bell {...icon} />
      {count > 0 && (
        <span className="unread num" aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  )
  if (open)
    return (
      <button type="button" className="icon-button" aria-label={says} title={says} onClick={open}>
        {inside}
      </button>
    )
  return (
    <span className="icon-button" role="img" aria-label={says} title={says}>
      {inside}
    </span>
  )
}

/** Switches between the two languages; its word is in the language it leads to. */
function LanguageButton() {
  const language = usePreferences(({ language }) => language)
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const word = other === 'zh-CN' ? '中文' : 'English'
  return (
    <button
      type="button"
      className="icon-button"
      lang={other}
      aria-label={word}
      title={word}
      onClick={() => prefer({ language: other })}
    >
      <Languages {...icon} />
    </button>
  )
}

function ThemeButton() {
  const { t } = useTranslation()
  const shown = usePreferences(({ theme }) => shownTheme(theme))
  const says = shown === 'dark' ? t($ => $.toLight) : t($ => $.toDark)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={says}
      title={says}
      onClick={() => prefer({ theme: shown === 'dark' ? 'light' : 'dark' })}
    >
      {shown === 'dark' ? <Sun {...icon} /> : <Moon {...icon} />}
    </button>
  )
}

function UserMenu({ user }: { user: UserInfo }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const askAndLeave = () =>
    void modal.confirm({
      title: t($ => $.logOutAsk),
      content: t($ => $.logOutSays),
      okText: t($ => $.logOut),
      cancelText: t($ => $.cancel),
      onOk: signOut,
    })
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', type: 'group', label: `${user.officeName} · ${user.role.name}` },
          {
            key: 'logout',
            icon: <LogOut size={15} aria-hidden />,
            label: t($ => $.logOut),
            onClick: askAndLeave,
          },
        ],
      }}
    >
      <button type="button" className="header-user" aria-label={`${t($ => $.account)}: ${user.actualName}`}>
        <User {...icon} />
        <span>{user.actualName}</span>
        <ChevronDown size={15} aria-hidden />
      </button>
    </Dropdown>
  )
}
