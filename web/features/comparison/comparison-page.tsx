import { Select } from 'antd'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { comparedDays } from '#shared/contracts/comparison.ts'
import { findingOf, itemName, leftOutOf, metricFinding } from '#shared/flock-figures/finding.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { Choice } from '#web/components/choice.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { inGroups, shownMetric } from '#web/components/metric.ts'
import { useMetricGroup } from '#web/components/metric-group.ts'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'
import { ComparisonChart } from './comparison-chart.tsx'
import { ComparisonFiles } from './comparison-files.tsx'
import { DeltaTable } from './delta-table.tsx'
import { ItemPicker } from './item-picker.tsx'
import { MetricChart } from './metric-chart.tsx'
import { SettingsTable } from './settings-table.tsx'
import { useComparison } from './use-comparison.ts'
import { useFinding } from './use-finding.ts'
import './comparison.css'

/** `/chicken-group/comparison`: up to three houses or flocks by bird age or by date; all of it is in the address. */
export function ComparisonPage() {
  const { t } = useTranslation('comparison')
  const { setSearch } = useScreen()
  const reader = useReader()
  const place = useRef<HTMLDivElement>(null)
  const shown = useComparison()
  const { offered, compared, metered, keys, items, measures, measure, by, days } = shown
  const metric = shown.metric === undefined ? null : shownMetric(shown.metric, undefined, reader)
  const finding = metric ? metricFinding(items, metered.data) : findingOf(items, measure)
  const says = useFinding({ finding, leftOut: leftOutOf(items, measure) }, measure, metric)
  if (offered.isPending || (keys.length > 0 && compared.isPending)) return <PageSkeleton />
  const failed = offered.error ? offered : items.length === 0 && compared.error ? compared : null
  const title = metric ? metric.label : flockMeasures[measure].label[reader.language]
  const body = { items: keys.join(','), by, days, ...(shown.metric && { metric: shown.metric }) }
  return (
    <div ref={place} className="page comparison">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num" role="status">
            {failed ? '\u00a0' : says}
          </p>
        </div>
        {items.length > 0 && (
          <ComparisonFiles
            body={body}
            title={title}
            says={says}
            names={items.map(item => itemName(item, items))}
            place={() => place.current}
          />
        )}
      </div>
      {failed && (
        <div className="card">
          <LoadProblem error={failed.error} retry={() => void failed.refetch()} />
        </div>
      )}
      <ItemPicker
        choices={shown.choices}
        keys={keys}
        items={items}
        choose={next => setSearch({ items: next.join(',') })}
        isOfAnyType={metric !== null}
      />
      {items.length > 0 && (
        <>
          <section className="card comparison-card" aria-label={title}>
            <div className="comparison-choices split wrap stretch">
              <Choice<FlockMeasure>
                label={t($ => $.figure)}
                options={measures.map(name => [name, flockMeasures[name].label[reader.language]] as const)}
                chosen={metric ? undefined : measure}
                choose={name => setSearch({ measure: name, metric: undefined, by: undefined })}
              />
              <MetricSelect
                names={shown.metrics}
                chosen={shown.metric}
                choose={name => setSearch({ metric: name, by: undefined })}
              />
              <Choice<'age' | 'clock'>
                label={t($ => $.alignedBy)}
                options={[
                  ['age', t($ => $.birdAge)],
                  ['clock', t($ => $.clock)],
                ]}
                chosen={by}
                choose={next => setSearch({ by: next })}
              />
              {metric && by === 'clock' && (
                <Choice
                  label={t($ => $.period)}
                  options={comparedDays.map(each => [String(each), t($ => $.last, { count: each })] as const)}
                  chosen={String(days)}
                  choose={next => setSearch({ days: next })}
                />
              )}
            </div>
            {!metric ? (
              <ComparisonChart items={items} measure={measure} byClock={by === 'clock'} />
            ) : metered.data ? (
              <MetricChart items={items} metered={metered.data} metric={metric} by={by} days={days} />
            ) : metered.error ? (
              <LoadProblem error={metered.error} retry={() => void metered.refetch()} />
            ) : (
              <PageSkeleton />
            )}
          </section>
          <div className="comparison-tables">
            {measures.length > 0 && <DeltaTable items={items} measures={measures} />}
            <SettingsTable items={items} />
          </div>
        </>
      )}
    </div>
  )
}

interface MetricProps {
  names: readonly string[]
  chosen: string | undefined
  choose: (name: string | undefined) => void
}

/** The controllers' metrics, searchable. */
function MetricSelect({ names, chosen, choose }: MetricProps) {
  const { t } = useTranslation('comparison')
  const reader = useReader()
  const groupName = useMetricGroup()
  const options = useMemo(
    () =>
      inGroups(names).map(([group, inside]) => ({
        label: groupName(group),
        title: groupName(group),
        options: inside.map(value => {
          const { label, unit } = shownMetric(value, undefined, reader)
          return { value, label: [label, unit].filter(Boolean).join(' ') }
        }),
      })),
    [names, reader, groupName],
  )
  if (names.length === 0) return null
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={chosen ?? null}
      placeholder={t($ => $.metric)}
      aria-label={t($ => $.metric)}
      className="comparison-add"
      options={options}
      onChange={(name: string | null) => choose(name ?? undefined)}
    />
  )
}
