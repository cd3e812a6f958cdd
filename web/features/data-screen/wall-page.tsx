import { MonitorOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Statement } from '#web/components/statement.tsx'
import { isOutdated } from '#web/data/outdated.ts'
import { useAwake } from './use-awake.ts'
import { useWall } from './use-wall.ts'
import { Wall } from './wall.tsx'

/** How often a page that hangs for months asks for a new version. ms */
const VERSION_MS = 10 * 60_000

const reloadIfOutdated = () =>
  void isOutdated().then(
    outdated => outdated && location.reload(),
    () => undefined,
  )
/** A deployment restarts the server. */
const onConnected = (times: number) => {
  if (times > 1) reloadIfOutdated()
}

/** The data screen on a wall: opened by its own token, nobody signed in, no interaction. */
export function WallPage({ token }: { token: string }) {
  const { t } = useTranslation('data-screen')
  const now = useWall(token, { connected: onConnected })
  useAwake()
  useEffect(() => {
    const timer = setInterval(reloadIfOutdated, VERSION_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="wall-alone">
      {now.isDark ? (
        <Statement icon={MonitorOff} title={t($ => $.dark)} text={t($ => $.darkSays)}>
          {null}
        </Statement>
      ) : (
        <Wall now={now} />
      )}
    </main>
  )
}
