import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { type Behind, BehindLink } from './behind-link.tsx'

interface Props {
  title: string
  card: UseQueryResult<AnalysisCard>
  /** Exactly what is counted; none if each line has its own link. */
  all?: Behind | undefined
  says?: string
  children: (card: AnalysisCard) => ReactNode
}

/** One card of the analysis with the link to its list. */
export function Card({ title, card: { data, error, refetch, isFetching }, all, says, children }: Props) {
  const { t } = useTranslation('analysis')
  const byStep = { day: undefined, week: t($ => $.weekly), month: t($ => $.monthly) }
  const caption = [says, data && byStep[data.step]].filter(Boolean).join(' · ')
  return (
    <section className="card trend-card" aria-label={title} aria-busy={isFetching}>
      <header>
        <h2>{title}</h2>
        {all && <BehindLink to={all}>{t($ => ('rows' in all ? $.behind : $.all))}</BehindLink>}
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

/** A figure with its name and change. */
export function Figure({ name, value, change }: { name: string; value: string; change: string }) {
  return (
    <div className="trend-figure num">
      <h3>{name}</h3>
      <strong>{value}</strong>
      <small>{change}</small>
    </div>
  )
}
