import { CatchBoundary } from '@tanstack/react-router'
import { App as AntApp, Button, ConfigProvider } from 'antd'
import { Construction, Hourglass, TriangleAlert, Unplug } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { Statement } from '#web/components/statement.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { ChunkMissing, ChunkTimeout, pageOf } from './load-page.ts'
import type { LoadPage, Screen } from './screen.ts'

/**
 * One screen on its own: its failure leaves the rest working, its dialogs belong to it. Motion is off inside,
 * since antd's animated dialogs do not survive being hidden with their screen.
 */
export function Pane({ screen }: { screen: Screen }) {
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <AntApp component={false}>
        {screen.load ? <Built screen={screen} load={screen.load} /> : <Unbuilt screen={screen} />}
      </AntApp>
    </ConfigProvider>
  )
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
  return (
    <Statement icon={icons[why]} title={t($ => $.failed[why])} text={t($ => $.failedSays[why])}>
      <Button type="primary" onClick={late ? () => location.reload() : retry}>
        {late ? t($ => $.reload) : t($ => $.retry)}
      </Button>
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
      <Button type="primary" href="/">
        {t($ => $.toHome)}
      </Button>
    </Statement>
  )
}
