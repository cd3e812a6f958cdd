import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inactiveDays, trajectoryAnalysis } from '#shared/contracts/trajectory.ts'
import { dayOf } from '#shared/dates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Customers whose users have all been away for some time. */
export function Inactive() {
  const { t } = useTranslation('trajectory-analysis')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const [days, setDays] = useState<(typeof inactiveDays)[number]>('14')
  const { start, busy } = useExport(trajectoryAnalysis.export)
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
        <ActionButton
          endpoint={trajectoryAnalysis.export}
          icon={<Download size={15} aria-hidden />}
          disabled={data?.length === 0}
          loading={busy}
          onClick={() => void start({ body: { days } })}
        >
          {t($ => $.exportInactive)}
        </ActionButton>
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
