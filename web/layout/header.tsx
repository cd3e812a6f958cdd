import { Bell, Globe, Languages, Menu, Moon, PanelLeft, QrCode, Search, Sun } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '#shared/screens.ts'
import { languageNames } from '#shared/text.ts'
import { prefer, shownTheme, usePreferences } from '#web/data/preferences.ts'
import { useUnread } from '#web/data/unread.ts'
import { useAppVersion } from './app-version.ts'
import { AppDialog } from './dialogs.ts'
import { FullScreenButton } from './full-screen-button.tsx'
import { IconButton } from './icon-button.tsx'
import { useSearchHint } from './use-search-hint.ts'
import './header.css'

interface Props {
  title: string
  /** Whether the side menu is a rail now; null if there is none. */
  narrow: boolean | null
  toggleMenu: () => void
  openDrawer: () => void
  search: () => void
  open: (href: string) => void
  exists: (path: string) => boolean
  /** The mark, if no side menu shows it. */
  brand: ReactNode
  /** The user's menu. */
  user: ReactNode
  Bell: BellType
  /** The user's long-running jobs; nothing while there are none. */
  files: ReactNode
}

/** Wraps the bell's button: the newest unread messages below it. */
export type BellType = ComponentType<{
  count: number
  open: (href: string) => void
  exists: (path: string) => boolean
  children: ReactNode
}>

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Menu, search, app, website, messages, full screen, language, theme, user; a phone keeps the essentials. */
export function Header(props: Props) {
  const { t } = useTranslation()
  const { title, narrow, toggleMenu, openDrawer, search, open, exists, brand, user } = props
  return (
    <header className="header">
      <IconButton phone label={t($ => $.openMenu)} onClick={openDrawer}>
        <Menu {...icon} />
      </IconButton>
      {brand}
      {narrow !== null && (
        <IconButton desk label={narrow ? t($ => $.expandMenu) : t($ => $.collapseMenu)} onClick={toggleMenu}>
          <PanelLeft {...icon} />
        </IconButton>
      )}
      <div className="header-title phone-only">{title}</div>
      <button
        type="button"
        className="header-search desk-only"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={search}
      >
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <span>{useSearchHint(exists)}</span>
        <kbd>{SHORTCUT}</kbd>
      </button>
      <span className="header-space" />
      <IconButton phone label={t($ => $.palette.title)} onClick={search}>
        <Search {...icon} />
      </IconButton>
      {props.files}
      <AppButton />
      <WebsiteLink />
      <Unread open={open} exists={exists} Bell={props.Bell} />
      <FullScreenButton />
      <LanguageButton />
      <ThemeButton />
      {user}
    </header>
  )
}

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

function AppButton() {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <>
      <IconButton desk label={t($ => $.app.title)} onClick={() => setShown(true)}>
        <QrCode {...icon} />
      </IconButton>
      {shown && <AppDialog close={() => setShown(false)} />}
    </>
  )
}

function WebsiteLink() {
  const { t } = useTranslation()
  const { data } = useAppVersion()
  const url = data?.website.url
  if (!url) return null
  return (
    <a
      className="icon-button desk-only"
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label={t($ => $.website)}
      title={t($ => $.website)}
    >
      <Globe {...icon} />
    </a>
  )
}

/** The unread count; opens the newest messages below it. */
function Unread({ open, exists, Bell: Popover }: Pick<Props, 'open' | 'exists' | 'Bell'>) {
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
  if (!exists(paths.messages))
    return (
      <span className="icon-button" role="img" aria-label={says} title={says}>
        {inside}
      </span>
    )
  return (
    <Popover count={count} open={open} exists={exists}>
      <button type="button" className="icon-button" aria-label={says} title={says}>
        {inside}
      </button>
    </Popover>
  )
}

/** Switches between the two languages; labelled in the language it switches to. */
function LanguageButton() {
  const language = usePreferences(({ language }) => language)
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  return (
    <IconButton desk lang={other} label={languageNames[other]} onClick={() => prefer({ language: other })}>
      <Languages {...icon} />
    </IconButton>
  )
}

function ThemeButton() {
  const { t } = useTranslation()
  const shown = usePreferences(({ theme }) => shownTheme(theme))
  return (
    <IconButton
      desk
      label={shown === 'dark' ? t($ => $.toLight) : t($ => $.toDark)}
      onClick={() => prefer({ theme: shown === 'dark' ? 'light' : 'dark' })}
    >
      {shown === 'dark' ? <Sun {...icon} /> : <Moon {...icon} />}
    </IconButton>
  )
}
