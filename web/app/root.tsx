import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { NoticePage } from '#web/layout/notice-page.tsx'
import { Alone } from './alone.tsx'
import { loadInside } from './load-inside.ts'
import { screenAt } from './screens.ts'
import '#web/components/plain-button.css'

const Inside = lazy(() => loadInside().then(({ Inside }) => ({ default: Inside })))

/** Draws the screen of the current address: in its tab inside the shell, or alone where nobody is signed in. */
export function Root() {
  const { pathname, searchStr } = useLocation()
  const screen = screenAt(pathname)
  const { t } = useTranslation()
  const language = usePreferences(({ language }) => language)
  const title = screen?.title[language] ?? ''
  useEffect(() => {
    document.title = title ? `${title} · ${t($ => $.product)}` : t($ => $.product)
  }, [title, t])
  const { user, grants } = useSession()
  if (!user) return screen && <Alone screen={screen} search={searchStr} />
  const viewer = { kind: user.kind, grants }
  return (
    <Suspense>
      <Inside user={user} viewer={viewer} path={pathname} search={searchStr} title={title} />
    </Suspense>
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
    <NoticePage title={t($ => $.cannotStart)} text={t($ => $.cannotStartSays)}>
      <button type="button" className="plain-button" data-primary onClick={() => void router.invalidate()}>
        {t($ => $.retry)}
      </button>
    </NoticePage>
  )
}
