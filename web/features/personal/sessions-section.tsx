import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import bowser from 'bowser'
import { Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OpenSession, openSessions } from '#shared/contracts/open-sessions.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Age, Moment } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

const REREAD_MS = 30_000

/** Where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation('personal')
  const { data, error, refetch } = useQuery({
    queryKey: [openSessions.list.path],
    queryFn: () => call(openSessions.list),
    refetchInterval: REREAD_MS,
  })
  const confirmed = useConfirmed({ success: t($ => $.sessions.othersEnded) })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  const others = data.filter(({ isThis }) => !isThis).length
  const endOthers = () =>
    confirmed(
      {
        title: t($ => $.sessions.endOthersAsk),
        says: t($ => $.sessions.endOthersSays),
        ok: t($ => $.sessions.endOthers),
      },
      () => call(openSessions.endOthers),
    )
  return (
    <>
      <ul className="personal-rows">
        {data.map(session => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && (
        <div className="personal-rows-foot">
          <Button onClick={endOthers}>{t($ => $.sessions.endOthers)}</Button>
        </div>
      )}
    </>
  )
}

function Row({ session }: { session: OpenSession }) {
  const { t } = useTranslation('personal')
  const { id, userAgent, ip, createdAt, lastSeenAt, isThis } = session
  const { busy, submit } = useSubmit({ success: t($ => $.sessions.ended) })
  const { name, isPhone } = useDevice(userAgent)
  const Icon = isPhone ? Smartphone : Monitor
  return (
    <li>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <p>
          <strong>{name}</strong> {isThis && <span className="personal-chip">{t($ => $.sessions.this)}</span>}
        </p>
        <p className="caption">
          {ip && <span className="num">{ip} · </span>}
          {t($ => $.sessions.since)} <Moment at={createdAt} /> · {t($ => $.sessions.active)}{' '}
          <Age at={lastSeenAt} />
        </p>
      </div>
      {!isThis && (
        <Button
          loading={busy}
          aria-label={`${t($ => $.sessions.end)}: ${name}`}
          onClick={() => void submit(() => call(openSessions.end, { params: { id } }))}
        >
          {t($ => $.sessions.end)}
        </Button>
      )}
    </li>
  )
}

/** A browser and its system in words, as far as known. */
function useDevice(userAgent: string | null): { name: string; isPhone: boolean } {
  const { t } = useTranslation('personal')
  if (!userAgent) return { name: t($ => $.sessions.unknown), isPhone: false }
  const { browser, os, platform } = bowser.parse(userAgent)
  const program = [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ')
  const name = os.name && program ? t($ => $.sessions.device, { program, system: os.name }) : program
  return {
    name: name || userAgent.slice(0, 60),
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  }
}
