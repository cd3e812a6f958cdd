import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { trajectory } from '#shared/contracts/trajectory.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { dayOf, offsetOf, spanOf } from '#web/components/time.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { dayAfter } from './days.ts'
import { People } from './people.tsx'
import { Timeline } from './timeline.tsx'
import { VisitList } from './visit-list.tsx'
import '#web/components/choice.css'
import '#web/components/excel/excel-buttons.css'
import '#web/components/plain-field.css'
import './trajectory.css'

const DAYS = { day: 1, week: 7 } as const
type Span = keyof typeof DAYS

/** `/user-trajectory/trajectory`: what one user had open, a day or a week of it; without a user who was here lately. */
export function TrajectoryPage() {
  const { t } = useTranslation('trajectory')
  const zone = useSession(({ user }) => user?.timeZone) ?? 'UTC'
  const { search, setSearch } = useScreen()
  const today = localText(serverNow(), zone).slice(0, 10)
  const day = /^\d{4}-\d\d-\d\d$/.test(search.day ?? '') ? (search.day as string) : today
  const span: Span = search.span === 'week' ? 'week' : 'day'
  const first = dayAfter(day, 1 - DAYS[span])
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p>{t($ => $.says)}</p>
        </div>
        <div className="list-head-actions">
          <ExportButton userId={search.user} />
        </div>
      </div>
      <div className="trajectory-bar">
        <Person user={search.user} choose={user => setSearch({ user }, { push: true })} />
        {search.user && (
          <>
            <fieldset className="choice" aria-label={t($ => $.span)}>
              {(['day', 'week'] as const).map(each => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === span}
                  onClick={() => setSearch({ span: each === 'day' ? undefined : each })}
                >
                  {t($ => $.spans[each])}
                </button>
              ))}
            </fieldset>
            <Day day={day} today={today} step={DAYS[span]} choose={day => setSearch({ day })} />
          </>
        )}
      </div>
      {search.user ? (
        <Days key={search.user} user={search.user} first={first} last={day} zone={zone} />
      ) : (
        <People choose={user => setSearch({ user }, { push: true })} />
      )}
    </div>
  )
}

function Person({ user, choose }: { user: string | undefined; choose: (user: string | undefined) => void }) {
  const { t } = useTranslation('trajectory')
  const people = useOptions(trajectory.people.path, 'options', async search => {
    const found = await call(trajectory.people, { query: { search } })
    return found.map(({ id, name, customerName }) => ({ id, name: `${name} · ${customerName}` }))
  })
  const { data } = useQuery({
    queryKey: [trajectory.visits.path, 'who', user],
    queryFn: () => call(trajectory.visits, { query: { userId: user ?? '', from: 0, to: 1 } }),
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <RemoteSelect
      className="trajectory-person"
      aria-label={t($ => $.user)}
      placeholder={t($ => $.choose)}
      source={people}
      also={data ? [{ value: data.user.id, label: `${data.user.name} · ${data.user.customerName}` }] : []}
      value={user ?? null}
      onChange={(value: string | undefined) => choose(value)}
      allowClear
    />
  )
}

interface DayProps {
  day: string
  today: string
  step: number
  choose: (day: string | undefined) => void
}

function Day({ day, today, step, choose }: DayProps) {
  const { t } = useTranslation('trajectory')
  const go = (days: number) => {
    const next = dayAfter(day, days)
    choose(next >= today ? undefined : next)
  }
  return (
    <div className="trajectory-day">
      <button type="button" className="plain-button" aria-label={t($ => $.before)} onClick={() => go(-step)}>
        <ChevronLeft size={16} aria-hidden />
      </button>
      <input
        type="date"
        className="plain-field num"
        aria-label={t($ => $.day)}
        value={day}
        max={today}
        onChange={event => choose(event.target.value || undefined)}
      />
      <button
        type="button"
        className="plain-button"
        aria-label={t($ => $.after)}
        disabled={day >= today}
        onClick={() => go(step)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </div>
  )
}

function ExportButton({ userId }: { userId: string | undefined }) {
  const { t } = useTranslation('trajectory')
  const { start, busy } = useExport(trajectory.export)
  return (
    <ActionButton
      endpoint={trajectory.export}
      className="excel-button"
      icon={<Download size={15} aria-hidden />}
      loading={busy}
      onClick={() => void start({ body: { ...(userId && { userId }) } })}
    >
      {userId ? t($ => $.exportOne) : t($ => $.exportAll)}
    </ActionButton>
  )
}

interface DaysProps {
  user: string
  first: string
  last: string
  zone: string
}

function Days({ user, first, last, zone }: DaysProps) {
  const { t } = useTranslation('trajectory')
  const language = usePreferences(({ language }) => language)
  const from = instantOf(`${first}T00:00`, zone)
  const to = instantOf(`${dayAfter(last, 1)}T00:00`, zone)
  const { data, error, refetch } = useQuery({
    queryKey: [trajectory.visits.path, user, from, to],
    queryFn: () => call(trajectory.visits, { query: { userId: user, from, to } }),
  })
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data)
    return (
      <div className="card trajectory-card">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    )
  const { visits } = data
  const total = visits.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const days = `${first === last ? '' : `${dayOf(new Date(first), language, 'UTC')} – `}${dayOf(new Date(last), language, 'UTC')}`
  return (
    <>
      <section className="card trajectory-card" aria-label={t($ => $.timeline)}>
        <div className="trajectory-head">
          <h2>{days}</h2>
          <span className="caption num">
            {visits.length > 0 &&
              t($ => $.sums, {
                count: visits.length,
                span: spanOf(total, language),
                zone: offsetOf(new Date(to), zone),
              })}
          </span>
        </div>
        {visits.length === 0 ? (
          <div className="empty-list">
            <strong>{t($ => $.nothing)}</strong>
            <p>
              {data.user.lastSeenAt
                ? t($ => $.lastSeen, { day: dayOf(new Date(data.user.lastSeenAt), language, zone) })
                : t($ => $.neverSeen)}
            </p>
          </div>
        ) : (
          <Timeline visits={visits} first={first} last={last} zone={zone} />
        )}
      </section>
      {visits.length > 0 && <VisitList visits={visits} zone={zone} isMore={data.isMore} />}
    </>
  )
}
