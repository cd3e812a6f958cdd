import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'

interface Props {
  title: string
  card: UseQueryResult<AnalysisCard>
  /** The list of all that is counted. */
  all: string
  says?: string
  children: (card: AnalysisCard) => ReactNode
}

/** One card of the analysis with the way to its list. */
export function Card({ title, card: { data, error, refetch, isFetching }, all, says, children }: Props) {
  const { t } = useTranslation('analysis')
  const { open, exists } = useScreen()
  const byStep = { day: undefined, week: t($ => $.weekly), month: t($ => $.monthly) }
  const caption = [says, data && byStep[data.step]].filter(Boolean).join(' · ')
  return (
    <section className="card trend-card" aria-label={title} aria-busy={isFetching}>
      <header>
        <h2>{title}</h2>
        {exists(all.split('?')[0] ?? '') && (
          <button type="button" className="trend-link" onClick={() => open(all)}>
            {t($ => $.all)}
          </button>
        )}
        {caption && <p className="caption">{caption}</p>}
      </header>
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : data ? (
        children(data)
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </section>
  )
}

/** A figure with its name and how it has changed. */
export function Figure({ name, value, change }: { name: string; value: string; change: string }) {
  return (
    <div className="trend-figure num">
      <h3>{name}</h3>
      <strong>{value}</strong>
      <small>{change}</small>
    </div>
  )
}
