import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { analysisPeriods, trajectoryAnalysis, visitorKinds } from '#shared/contracts/trajectory.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { spanOf } from '#web/components/time.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Hours } from './hours.tsx'
import { Inactive } from './inactive.tsx'
import { Paths, TopScreens } from './ranked.tsx'
import '#web/components/choice.css'
import './trajectory-analysis.css'

/** `/user-trajectory/analyze`: what people open, when, where they go next, and who stays away. */
export function TrajectoryAnalysisPage() {
  const { t } = useTranslation('trajectory-analysis')
  const { search, setSearch } = useScreen()
  const language = usePreferences(({ language }) => language)
  const days = analysisPeriods.find(known => known === search.days) ?? '30'
  const kind = visitorKinds.find(known => known === search.kind)
  const query = { days, kind, officeId: search.officeId || undefined }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [trajectoryAnalysis.overview.path, query],
    queryFn: () => call(trajectoryAnalysis.overview, { query }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num">
            {data
              ? t($ => $.says, {
                  count: data.people,
                  visits: data.visits.toLocaleString(language),
                  span: spanOf(data.duration, language),
                })
              : '\u00a0'}
          </p>
        </div>
      </div>
      <Filters days={days} kind={kind} officeId={search.officeId} set={setSearch} />
      {error && !data ? (
        <div className="card">
          <LoadProblem error={error} retry={() => void refetch()} />
        </div>
      ) : data ? (
        <div className="analysis" aria-busy={isFetching}>
          <Hours heat={data.heat} zone={data.timeZone} />
          <TopScreens screens={data.screens} />
          <Paths paths={data.paths} />
          <Inactive />
        </div>
      ) : (
        <div className="card analysis-card">
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      )}
    </div>
  )
}

interface FiltersProps {
  days: (typeof analysisPeriods)[number]
  kind: (typeof visitorKinds)[number] | undefined
  officeId: string | undefined
  set: (change: Record<string, string | undefined>) => void
}

function Filters({ days, kind, officeId, set }: FiltersProps) {
  const { t } = useTranslation('trajectory-analysis')
  const offices = useOfficeOptions()
  return (
    <div className="analysis-bar">
      <fieldset className="choice" aria-label={t($ => $.period)}>
        {analysisPeriods.map(each => (
          <button
            key={each}
            type="button"
            aria-pressed={each === days}
            onClick={() => set({ days: each === '30' ? undefined : each })}
          >
            {t($ => $.days, { count: Number(each) })}
          </button>
        ))}
      </fieldset>
      <fieldset className="choice" aria-label={t($ => $.who)}>
        {[undefined, ...visitorKinds].map(each => (
          <button
            key={each ?? ''}
            type="button"
            aria-pressed={each === kind}
            onClick={() => set({ kind: each })}
          >
            {each ? t($ => $.kinds[each]) : t($ => $.everybody)}
          </button>
        ))}
      </fieldset>
      <RemoteSelect
        className="analysis-customer"
        aria-label={t($ => $.customer)}
        placeholder={t($ => $.everyCustomer)}
        source={offices}
        value={officeId ?? null}
        onChange={(value: string | undefined) => set({ officeId: value })}
        allowClear
      />
    </div>
  )
}
