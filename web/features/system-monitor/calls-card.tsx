import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SystemCall, systemMonitor, type systemPeriods } from '#shared/contracts/system-monitor.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card, Table } from './card.tsx'
import { msText } from './figure-text.ts'
import { REREAD_MS } from './reread.ts'

const FEW = 10
/** A call slower than this for one in twenty callers counts as slow. ms */
const SLOW_MS = 1_000
const figures = ['p50', 'p95', 'p99', 'calls', 'failed'] as const
type Figure = (typeof figures)[number]

/** How long calls take, slowest first or in the reader's order. */
export function CallsCard({ hours }: { hours: (typeof systemPeriods)[number] }) {
  const { t } = useTranslation('system-monitor')
  const [by, setBy] = useState<Figure>('p95')
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [systemMonitor.calls.path, hours],
    queryFn: () => call(systemMonitor.calls, { query: { hours } }),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
  })
  const sorted = data?.toSorted((one, other) => other[by] - one[by]) ?? []
  const cell = useCell()
  const heads = figures.map(figure => (
    <button key={figure} type="button" aria-pressed={figure === by} onClick={() => setBy(figure)}>
      {t($ => $.callFigures[figure])}
    </button>
  ))
  return (
    <Card title={t($ => $.calls)} says={t($ => $.callsSays)} isWide>
      {error && !data ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 5 }} />
      ) : data.length === 0 ? (
        <p className="caption">{t($ => $.noCalls)}</p>
      ) : (
        <>
          <Table
            label={t($ => $.calls)}
            heads={[t($ => $.call), ...heads]}
            rows={(all ? sorted : sorted.slice(0, FEW)).map(each => ({
              key: `${each.method} ${each.route}`,
              cells: [
                <code key="route">
                  {each.method} {each.route.replace(/^\/api\/(admin\/auth)?/, '')}
                </code>,
                ...figures.map(figure => cell(each, figure)),
              ],
            }))}
          />
          {!all && sorted.length > FEW && (
            <button type="button" className="plain-button" onClick={() => setAll(true)}>
              {t($ => $.allCalls, { count: sorted.length })}
            </button>
          )}
        </>
      )}
    </Card>
  )
}

function useCell() {
  const reader = useReader()
  return (each: SystemCall, figure: Figure) => {
    if (figure === 'calls' || figure === 'failed')
      return (
        <span key={figure} data-bad={(figure === 'failed' && each.failed > 0) || undefined}>
          {numberText(each[figure], 0, reader)}
        </span>
      )
    return (
      <span key={figure} data-bad={(figure === 'p95' && each.p95 > SLOW_MS) || undefined}>
        {msText(each[figure], reader)}
      </span>
    )
  }
}
