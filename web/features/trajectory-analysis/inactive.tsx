import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inactiveDays, trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { dayOf } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'

/** Customers nobody of whom was here for some time. */
export function Inactive() {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const zone = useSession(({ user }) => user?.timeZone)
  const [days, setDays] = useState<(typeof inactiveDays)[number]>('14')
  const { data, error, refetch } = useQuery({
    queryKey: [trajectoryAnalysis.inactive.path, days],
    queryFn: () => call(trajectoryAnalysis.inactive, { query: { days } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card analysis-card analysis-wide">
      <div className="analysis-head">
        <h2>{t($ => $.inactive)}</h2>
        <fieldset className="choice" aria-label={t($ => $.inactiveSince)}>
          {inactiveDays.map(each => (
            <button key={each} type="button" aria-pressed={each === days} onClick={() => setDays(each)}>
              {t($ => $.days, { count: Number(each) })}
            </button>
          ))}
        </fieldset>
      </div>
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : data.length === 0 ? (
        <p className="caption">{t($ => $.noneInactive)}</p>
      ) : (
        <ul className="inactive">
          {data.map(({ id, name, users, lastSeenAt }) => (
            <li key={id}>
              <b>{name}</b>
              <span className="caption num">{t($ => $.users, { count: users })}</span>
              <span className="num">
                {lastSeenAt
                  ? t($ => $.lastSeen, { day: dayOf(new Date(lastSeenAt), language, zone) })
                  : t($ => $.neverSeen)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
