import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { JobTray } from '#web/components/excel/job-tray.tsx'
import { useIsBeside } from '#web/components/list/beside.ts'
import { startLive } from '#web/data/live/socket.ts'
import { followOffline } from '#web/data/offline/follow.ts'
import { prefer, usePreferences } from '#web/data/preferences.ts'
import { followScreens } from '#web/data/trajectory.ts'
import { KeysDialog, loadPalette, MenuDrawer, Palette } from './dialogs.ts'
import { type BellType, Header } from './header.tsx'
import { HomeBrand } from './home-brand.tsx'
import type { MenuGroup } from './menu.ts'
import { PageTabs } from './page-tabs.tsx'
import { PhoneBar, type Place } from './phone-bar.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SessionOverDialog } from './session-over-dialog.tsx'
import { ShellBars } from './shell-bars.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopMenu } from './top-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import './shell.css'

interface Props {
  groups: readonly MenuGroup[]
  /** What the palette finds by name: more than the menu shows. */
  found: readonly MenuGroup[]
  path: string
  title: string
  /** The screen wants the full width: the side menu is a rail unless the user says otherwise while it shows. */
  isCanvas: boolean
  user: UserInfo
  /** The bottom bar on a phone. */
  bar: readonly Place[]
  open: (href: string) => void
  /** Whether the screen of a path is built and open to the user. */
  exists: (path: string) => boolean
  titleOf: (path: string) => string
  Bell: BellType
  /** The open pages, one of them shown. */
  children: ReactNode
}

/** The frame around the screens of the main area. */
export function Shell(props: Props) {
  const { groups, found, path, title, isCanvas, user, bar, open, exists, titleOf, children } = props
  const { t } = useTranslation()
  const { layout, width, fixedSidebar } = usePreferences()
  const [narrow, setNarrow] = useNarrow(path, useIsBeside() || isCanvas)
  /** Null until first opened. */
  const [drawer, setDrawer] = useState<boolean | null>(null)
  const [palette, setPalette] = usePaletteKey()
  const [keys, showKeys] = useHelpKey()
  const isTop = layout === 'top'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user means another socket
  useEffect(startLive, [user.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user opens screens of their own
  useEffect(followScreens, [user.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has records of their own
  useEffect(followOffline, [user.id])

  const go = (href: string) => {
    setDrawer(false)
    open(href)
  }
  return (
    <div
      className="shell"
      data-menu={layout}
      data-narrow={narrow || undefined}
      data-width={width}
      data-fixed={fixedSidebar || undefined}
    >
      <a className="shell-skip" href="#content">
        {t($ => $.skipToContent)}
      </a>
      {!isTop && (
        <aside className="shell-side">
          <div className="shell-brand">
            <HomeBrand short={narrow} />
          </div>
          <SideMenu groups={groups} path={path} open={open} narrow={narrow} widen={() => setNarrow(false)} />
        </aside>
      )}
      <Header
        title={title}
        narrow={isTop ? null : narrow}
        toggleMenu={() => setNarrow(!narrow)}
        openDrawer={() => setDrawer(true)}
        search={() => setPalette(true)}
        open={open}
        exists={exists}
        brand={
          isTop ? (
            <div className="desk-only">
              <HomeBrand />
            </div>
          ) : null
        }
        user={<UserMenu user={user} open={open} exists={exists} />}
        Bell={props.Bell}
        files={<JobTray key={user.id} />}
      />
      {isTop && <TopMenu groups={groups} path={path} open={open} />}
      <PageTabs titleOf={titleOf} open={open} />
      <main id="content" tabIndex={-1}>
        <ShellBars user={user} open={open} />
        {children}
      </main>
      <PhoneBar places={bar} path={path} open={open} openMenu={() => setDrawer(true)} />
      {drawer !== null && (
        <MenuDrawer isOpen={drawer} groups={groups} path={path} open={go} close={() => setDrawer(false)} />
      )}
      {palette && <Palette groups={found} exists={exists} open={open} close={() => setPalette(false)} />}
      {keys && <KeysDialog close={() => showKeys(false)} />}
      <SessionOverDialog user={user} />
      <ProofDialog user={user} />
    </div>
  )
}

/**
 * Whether the menu is a rail. The choice is kept; on a canvas screen and beside docked details, which start with the rail,
 * only until another screen is opened.
 */
function useNarrow(path: string, isCanvas: boolean): [boolean, (narrow: boolean) => void] {
  const kept = usePreferences(({ sidebar }) => sidebar === 'rail')
  const [here, setHere] = useState<{ path: string; narrow: boolean } | null>(null)
  const narrow = isCanvas ? (here?.path === path ? here.narrow : true) : kept
  const choose = (narrow: boolean) =>
    isCanvas ? setHere({ path, narrow }) : prefer({ sidebar: narrow ? 'rail' : 'open' })
  return [narrow, choose]
}

/** Ctrl-K and Cmd-K open the palette, wherever the focus is. */
function usePaletteKey(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // On the first of the two keys, so that the code is here by the second, and no letter typed after it is lost.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined)
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setShown(shown => !shown)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return [shown, setShown]
}

/** `?` shows the keys, unless it is typed into something. */
function useHelpKey(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const listen = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
      if (key === '?' && !isTyped && !ctrlKey && !metaKey && !altKey) setShown(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return [shown, setShown]
}
