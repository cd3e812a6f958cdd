import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { trajectory } from '#shared/contracts/trajectory.ts'
import { dayOf, offsetOf } from '#shared/dates.ts'
import { daysAfter, instantOf } from '#shared/zone-time.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { spanOf } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Timeline } from './timeline.tsx'
import { VisitList } from './visit-list.tsx'

interface Props {
  user: string
  first: string
  last: string
  zone: string
}

/** What a user had open from one day to another. */
export function VisitedDays({ user, first, last, zone }: Props) {
  const { t } = useTranslation('trajectory')
  const language = usePreferences(({ language }) => language)
  const from = instantOf(`${first}T00:00`, zone)
  const to = instantOf(`${daysAfter(last, 1)}T00:00`, zone)
  const { data, error, refetch } = useQuery({
    queryKey: [trajectory.visits.path, user, from, to],
    queryFn: () => call(trajectory.visits, { query: { userId: user, from, to } }),
  })
  if (error && !data)
    return (
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
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
