import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ComparedChoice, comparison } from '#shared/contracts/comparison.ts'
import { measuresOf } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { Choice } from '#web/components/choice.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { ComparisonChart } from './comparison-chart.tsx'
import { DeltaTable } from './delta-table.tsx'
import { findingOf } from './finding.ts'
import { FlockPicker } from './flock-picker.tsx'
import { useFinding } from './use-finding.ts'
import './comparison.css'

const noChoices: ComparedChoice[] = []

/** `/chicken-group/comparison`: up to three flocks by the age of their birds or by the clock; all of it is in the address. */
export function ComparisonPage() {
  const { t } = useTranslation('comparison')
  const { search, setSearch } = useScreen()
  const { language } = useReader()
  const offered = useQuery({
    queryKey: [comparison.choices.path],
    queryFn: () => call(comparison.choices, { query: {} }),
  })
  const choices = offered.data ?? noChoices
  const ids = idsOf(search.flocks, choices)
  const {
    data: items = [],
    error,
    refetch,
    isPending,
  } = useQuery({
    queryKey: [comparison.courses.path, ids],
    queryFn: () => call(comparison.courses, { query: { flocks: ids.join(',') } }),
    enabled: ids.length > 0,
  })
  const measures = items[0] ? measuresOf(items[0]) : []
  const measure = measures.find(name => name === search.measure) ?? measures[0] ?? 'rate'
  const byClock = search.by === 'clock'
  const says = useFinding(findingOf(items, measure), measure)
  if (offered.isPending || (ids.length > 0 && isPending)) return <PageSkeleton />
  const failed = offered.error ?? (items.length === 0 ? error : null)
  return (
    <div className="page comparison">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num" role="status">
            {says}
          </p>
        </div>
        <CopyLink />
      </div>
      {failed && (
        <div className="card">
          <LoadProblem error={failed} retry={() => void (offered.error ? offered.refetch() : refetch())} />
        </div>
      )}
      <FlockPicker
        choices={choices}
        ids={ids}
        items={items}
        choose={next => setSearch({ flocks: next.join(',') })}
      />
      {items.length > 0 && (
        <>
          <section className="card comparison-card" aria-label={flockMeasures[measure].label[language]}>
            <div className="comparison-choices">
              <Choice<FlockMeasure>
                label={t($ => $.figure)}
                options={measures.map(name => [name, flockMeasures[name].label[language]] as const)}
                chosen={measure}
                choose={name => setSearch({ measure: name })}
              />
              <Choice<'age' | 'clock'>
                label={t($ => $.alignedBy)}
                options={[
                  ['age', t($ => $.birdAge)],
                  ['clock', t($ => $.clock)],
                ]}
                chosen={byClock ? 'clock' : 'age'}
                choose={by => setSearch({ by })}
              />
            </div>
            <ComparisonChart items={items} measure={measure} byClock={byClock} />
          </section>
          <DeltaTable items={items} measures={measures} />
        </>
      )}
    </div>
  )
}

/** Those of the address, else the first two of one kind of birds, so that there is something to see. */
function idsOf(asked: string | undefined, choices: readonly ComparedChoice[]): string[] {
  if (asked) return asked.split(',').filter(Boolean)
  const type = (choices.find(each => each.type === 'layer') ?? choices[0])?.type
  return choices
    .filter(each => each.type === type)
    .slice(0, 2)
    .map(({ id }) => id)
}

function CopyLink() {
  const { t } = useTranslation('comparison')
  const { submit, busy } = useSubmit({ touches: [], success: t($ => $.copied) })
  return (
    <Button
      icon={<Link2 size={16} aria-hidden />}
      loading={busy}
      onClick={() => void submit(() => navigator.clipboard.writeText(location.href))}
    >
      {t($ => $.copyLink)}
    </Button>
  )
}
