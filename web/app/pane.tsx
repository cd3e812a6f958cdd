import { CatchBoundary } from '@tanstack/react-router'
import { Construction, Hourglass, TriangleAlert, Unplug } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { Statement } from '#web/components/statement.tsx'
import { useConnection } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
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
        <Broken error={error} retry={() => setAttempt(attempt + 1)} />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <Page />
      </Suspense>
    </CatchBoundary>
  )
}

const icons = { broken: TriangleAlert, slow: Hourglass, notLoaded: Unplug }

function Broken({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation()
  const late = error instanceof ChunkTimeout
  const why = late ? 'slow' : error instanceof ChunkMissing ? 'notLoaded' : 'broken'
  useEffect(() => (why === 'notLoaded' ? whenBack(retry) : undefined))
  return (
    <Statement icon={icons[why]} title={t($ => $.failed[why])} text={t($ => $.failedSays[why])}>
      <button
        type="button"
        className="plain-button"
        data-primary
        onClick={late ? () => location.reload() : retry}
      >
        {late ? t($ => $.reload) : t($ => $.retry)}
      </button>
    </Statement>
  )
}

/** Tries again by itself when the server is back. */
function whenBack(retry: () => void): () => void {
  const stop = useConnection.subscribe(({ times }, before) => {
    if (times > before.times) retry()
  })
  addEventListener('online', retry)
  return () => {
    stop()
    removeEventListener('online', retry)
  }
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
