import { useLocation, useRouter } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Statement } from '#web/components/statement.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { useTabs } from '#web/data/tabs/tabs.ts'
import { Alone } from './alone.tsx'
import { useScreenAt } from './known-screens.ts'
import { insideIfLoaded, loadInside } from './load-inside.ts'
import '#web/components/plain-button.css'

type Inside = ComponentType<ComponentProps<Awaited<ReturnType<typeof loadInside>>['Inside']>>
let shown: Inside | null = null

/** The shell: at once if already loaded and then always the same one, else as soon as it has loaded. */
const insideToShow = (): Inside =>
  (shown ??= insideIfLoaded()?.Inside ?? lazy(() => loadInside().then(({ Inside }) => ({ default: Inside }))))

const ChangeFirst = lazy(() =>
  import('#web/features/password/change-first.tsx').then(({ ChangeFirst }) => ({ default: ChangeFirst })),
)

/** Draws the screen of the current address: in its tab inside the shell, or alone if nobody is signed in. */
export function Root() {
  const { pathname, searchStr } = useLocation()
  const screen = useScreenAt(pathname)
  const language = usePreferences(({ language }) => language)
  const title = screen?.title[language] ?? ''
  useDocumentTitle(title)
  const { user, grants } = useSession()
  const router = useRouter()
  if (!user || screen?.mailed) return screen && <Alone screen={screen} search={searchStr} />
  if (user.mustChangePassword)
    return (
      <Suspense>
        {/* Whether they may open this address has not been checked yet. */}
        <ChangeFirst username={user.username} entered={() => void router.invalidate()} />
      </Suspense>
    )
  const viewer = { kind: user.kind, grants }
  const Inside = insideToShow()
  return (
    <Suspense>
      <Inside user={user} viewer={viewer} path={pathname} search={searchStr} title={title} />
    </Suspense>
  )
}

/** Titles the browser's tab like the page's own tab: the house if the page is about one, the screen, the product. */
function useDocumentTitle(screen: string): void {
  const { t } = useTranslation()
  const name = useTabs(({ tabs, active }) => tabs.find(({ key }) => key === active)?.name)
  const product = t($ => $.product)
  useEffect(() => {
    document.title = [name, screen, product].filter(Boolean).join(' · ')
  }, [name, screen, product])
}

/** Seconds between two attempts to start while the server is silent. */
const RETRY_S = 5

/** Shown while nobody answers and there is no kept data to open from; retries by itself. */
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
        <button type="button" className="plain-button" data-primary onClick={() => void router.invalidate()}>
          {t($ => $.retry)}
        </button>
      </Statement>
    </main>
  )
}
