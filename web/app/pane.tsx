import { CatchBoundary } from '@tanstack/react-router'
import { Construction, Hourglass, TriangleAlert, Unplug } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AfterPaint } from '#web/components/after-paint.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { Statement } from '#web/components/statement.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { whenBack } from '#web/data/reachable.ts'
import { startAnew } from '#web/data/start-anew.ts'
import { ChunkMissing, ChunkTimeout, pageOf } from './load-page.ts'
import type { LoadPage, Screen } from './screen.ts'
import '#web/components/plain-button.css'

/** A screen in its own error boundary: if it fails, the rest keeps working. */
export function Pane({ screen }: { screen: Screen }) {
  return screen.load ? <Built screen={screen} load={screen.load} /> : <Unbuilt screen={screen} />
}

function Built({ screen, load }: { screen: Screen; load: LoadPage }) {
  const [attempt, setAttempt] = useState(0)
  const Page = pageOf(screen, load, attempt)
  return (
    <CatchBoundary
      getResetKey={() => attempt}
      errorComponent={({ error }: { error: unknown }) => (
        <Broken error={error} attempt={attempt} retry={() => setAttempt(attempt + 1)} />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        {/* The menu and the tabs answer a tap before the page is built. */}
        <AfterPaint meanwhile={<PageSkeleton />}>
          <Page />
        </AfterPaint>
      </Suspense>
    </CatchBoundary>
  )
}

const icons = { broken: TriangleAlert, slow: Hourglass, notLoaded: Unplug }

function Broken({ error, attempt, retry }: { error: unknown; attempt: number; retry: () => void }) {
  const { t } = useTranslation()
  const late = error instanceof ChunkTimeout
  const why = late ? 'slow' : error instanceof ChunkMissing ? 'notLoaded' : 'broken'
  const isAgain = why === 'notLoaded' && attempt > 0
  useEffect(() => (why === 'notLoaded' ? whenBack(retry) : undefined))
  useEffect(() => {
    if (isAgain) void startAnew()
  }, [isAgain])
  return (
    <Statement icon={icons[why]} title={t($ => $.failed[why])} text={t($ => $.failedSays[why])}>
      <button
        type="button"
        className="plain-button"
        data-primary
        onClick={late || isAgain ? () => location.reload() : retry}
      >
        {late || isAgain ? t($ => $.reload) : t($ => $.retry)}
      </button>
    </Statement>
  )
}

function Unbuilt({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const language = usePreferences(({ language }) => language)
  return (
    <Statement
      icon={Construction}
      title={t($ => $.notBuilt)}
      text={t($ => $.notBuiltSays, { title: screen.title[language] })}
    >
      <a className="plain-button" data-primary href="/">
        {t($ => $.toHome)}
      </a>
    </Statement>
  )
}
