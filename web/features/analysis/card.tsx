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
  /**
   * Link to exactly what is counted: a list with that filter, or `rows` of the address, shown here. None if each line has
   * its own link.
   */
  all?: { href: string } | { rows: string } | undefined
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
        {all && <Behind all={all} />}
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

function Behind({ all }: { all: NonNullable<Props['all']> }) {
  const { t } = useTranslation('analysis')
  const { open, exists, setSearch } = useScreen()
  const isHere = 'rows' in all
  if (!isHere && !exists(all.href.split('?')[0] ?? '')) return null
  const show = () => (isHere ? setSearch({ rows: all.rows }, { push: true }) : open(all.href))
  return (
    <button type="button" className="trend-link" onClick={show}>
      {t($ => (isHere ? $.behind : $.all))}
    </button>
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
