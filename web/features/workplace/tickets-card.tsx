import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agents } from '#shared/contracts/agents.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { AGENT } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { type Waiting, waitSteps, waits } from '#shared/tickets.ts'
import { StepBars, StepLegend } from '#web/components/chart/step-bars.tsx'
import { type Asked, NotLoaded } from '#web/components/known.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { mayCall, useMayCall, useSession } from '#web/data/session.ts'
import { Card } from './card.tsx'

/** Tone of each step. */
const tones = { fresh: 'faint', day: 'light', days: 'strong', long: 'alarm' } as const

const kinds = [
  {
    name: 'repairs',
    endpoint: repairs.waiting,
    read: () => call(repairs.waiting),
    atStaff: paths.repairs,
    atAgent: paths.myRepairs,
    standing: 'pending',
  },
  {
    name: 'questions',
    endpoint: questions.waiting,
    read: () => call(questions.waiting),
    atStaff: paths.questions,
    atAgent: paths.myQuestions,
    standing: 'waiting',
  },
  {
    name: 'inquiries',
    endpoint: inquiries.waiting,
    read: () => call(inquiries.waiting),
    atStaff: paths.inquiries,
    atAgent: paths.myInquiries,
    standing: 'waiting',
  },
  {
    name: 'agents',
    endpoint: agents.waiting,
    read: () => call(agents.waiting),
    atStaff: paths.agents,
    atAgent: paths.agents,
    standing: 'pending',
  },
] as const
type TicketKind = (typeof kinds)[number]

/** How many tickets of all kinds that the reader may read have waited too long, and the answers this rests on. */
export function useTicketsWaiting(): { count: number; of: readonly Asked[] } {
  const session = useSession()
  const mine = kinds.filter(({ endpoint }) => mayCall(endpoint, session))
  const of = useQueries({
    queries: mine.map(({ endpoint, read }) => ({ queryKey: [endpoint.path], queryFn: read })),
  })
  return { count: of.reduce((sum, { data }) => sum + (data?.steps.long ?? 0), 0), of }
}

/** What waits for the provider and for how long, each kind linking to its list and to its longest waiting ticket. */
export function TicketsCard() {
  const { t } = useTranslation('workplace')
  const { language } = useReader()
  return (
    <Card title={t($ => $.tickets)}>
      <StepLegend
        steps={waitSteps.map(step => ({ key: step, name: waits[step].label[language], tone: tones[step] }))}
      />
      {kinds.map(kind => (
        <Tickets key={kind.name} kind={kind} />
      ))}
    </Card>
  )
}

function Tickets({ kind: { name, endpoint, read, atStaff, atAgent, standing } }: { kind: TicketKind }) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const isAgent = useSession(({ user }) => user?.kind === AGENT)
  const path = isAgent ? atAgent : atStaff
  const may = useMayCall(endpoint) && exists(path)
  const answer = useQuery({ queryKey: [endpoint.path], queryFn: read, enabled: may })
  const { data } = answer
  if (!may) return null
  const total = data ? waitSteps.reduce((sum, step) => sum + data.steps[step], 0) : 0
  return (
    <div className="workplace-tickets">
      <ScreenLink className="workplace-link" to={hrefOf(path, { standing })}>
        {t($ => $.ticket[name])}
      </ScreenLink>
      {data ? <Bars name={t($ => $.ticket[name])} waiting={data} total={total} path={path} /> : <span />}
      <strong className="num">{data ? total : '—'}</strong>
      <NotLoaded of={[answer]} />
      {data?.oldest && <Oldest oldest={data.oldest} href={hrefOf(path, { id: data.oldest.id })} />}
      {/* Its place, so that nothing below moves. */}
      {answer.isLoading && <span className="workplace-oldest">{'\u00a0'}</span>}
    </div>
  )
}

interface BarsProps {
  name: string
  waiting: Waiting
  total: number
  path: TicketKind['atStaff' | 'atAgent']
}

/** How many wait for how long, each step linking to its tickets. */
function Bars({ name, waiting, total, path }: BarsProps) {
  const { t } = useTranslation('workplace')

  const { language } = useReader()
  if (total === 0) return <span />
  const steps = waitSteps.map(step => ({
    key: step,
    name: waits[step].label[language],
    tone: tones[step],
    count: waiting.steps[step],
    label: t($ => $.waitingFor, { name, step: waits[step].label[language], tickets: waiting.steps[step] }),
  }))
  return <StepBars steps={steps} hrefOf={step => hrefOf(path, { wait: step })} />
}

function Oldest({ oldest, href }: { oldest: NonNullable<Waiting['oldest']>; href: string }) {
  const { t } = useTranslation('workplace')

  const reader = useReader()
  const { number, customer, hours } = oldest
  return (
    <ScreenLink className="workplace-oldest num" to={href}>
      {hours < 1
        ? t($ => $.oldestFresh, { number })
        : t($ => $.oldest, { hours: numberText(hours, hours < 10 ? 1 : 0, reader), number })}
      {customer && ` · ${customer}`}
    </ScreenLink>
  )
}
