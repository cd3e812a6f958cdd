import { useLocation, useRouter } from '@tanstack/react-router'
import { Button, Result } from 'antd'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type ScreenAddress, ScreenContext, type Search } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { Pane } from './pane.tsx'
import { inMenu, type Screen, type Viewer } from './screen.ts'
import { menu, screenAt } from './screens.ts'

const Shell = lazy(() => import('#web/layout/shell.tsx').then(({ Shell }) => ({ default: Shell })))

/** Draws the screen of the current address, inside the shell unless it is a public one. */
export function Root() {
  const address = useAddress()
  const screen = screenAt(address.path)
  const language = usePreferences(({ language }) => language)
  const { t } = useTranslation()
  const title = screen?.title[language] ?? ''
  useEffect(() => {
    document.title = title ? `${title} · ${t($ => $.product)}` : t($ => $.product)
  }, [title, t])
  const { user, grants } = useSession()
  if (!screen) return null
  const pane = <Pane key={screen.path} screen={screen} />
  return (
    <ScreenContext value={address}>
      {user && !isBare(screen) ? (
        <Suspense>
          <Shell
            groups={menuFor({ kind: user.kind, grants })}
            path={address.path}
            title={title}
            user={user}
            open={address.open}
            mayRead={mayRead}
          >
            {pane}
          </Shell>
        </Suspense>
      ) : (
        pane
      )}
    </ScreenContext>
  )
}

const isBare = ({ path }: Screen) => path.startsWith('/user/')

/** Whether a screen exists for links of the shell. */
const mayRead = (path: string) => Boolean(screenAt(path)?.load)

const menuFor = (viewer: Viewer) =>
  menu
    .map(group => ({ ...group, entries: group.screens.filter(screen => inMenu(screen, viewer)) }))
    .filter(({ entries }) => entries.length > 0)

function useAddress(): ScreenAddress {
  const router = useRouter()
  const { pathname, searchStr } = useLocation()
  return useMemo(() => {
    const search: Search = Object.fromEntries(new URLSearchParams(searchStr))
    const open = (href: string) => void router.navigate({ href })
    return {
      path: pathname,
      search,
      open,
      setSearch(change, options) {
        const next = new URLSearchParams(search)
        for (const [name, value] of Object.entries(change))
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        const text = next.toString()
        void router.navigate({ href: `${pathname}${text ? `?${text}` : ''}`, replace: !options?.push })
      },
    }
  }, [router, pathname, searchStr])
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
    <Result
      status="warning"
      title={<h1>{t($ => $.cannotStart)}</h1>}
      subTitle={t($ => $.cannotStartSays)}
      extra={
        <Button type="primary" onClick={() => void router.invalidate()}>
          {t($ => $.retry)}
        </Button>
      }
    />
  )
}
