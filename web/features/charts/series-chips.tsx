import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Chart } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import type { ShownMetric } from '#web/components/metric.ts'
import { AboutMark, aboutSeries } from '#web/components/reading-mark.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { columnOf, type LiveCurve } from './live-curve.ts'
import type { Line, Panel } from './panels.ts'
import '#web/components/chart/quantity.css'

interface Props {
  panels: readonly Panel[]
  chart: Chart
  /** Null while loading. */
  source: LiveCurve | null
  /** The point under the cursor; null is the end. */
  cursor: number | null
  timeZone: string
  remove: (metric: string) => void
  add: () => void
}

/** Everything drawn, with its value at the cursor or its last one. */
export function SeriesChips({ panels, chart, source, cursor, timeZone, remove, add }: Props) {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  // Live values arrive each second at most, so refresh the chips as often.
  useFromNow(now => Math.floor(now / 1_000))
  const lines = panels.flatMap(({ lines }) => lines).sort((a, b) => a.index - b.index)
  const second = cursor === null ? undefined : source?.curve.at[cursor]
  return (
    <div className="chart-chips">
      {lines.map(line => (
        <span key={line.metric.name} className="chart-chip" data-quantity={line.metric.quantity}>
          <LineSign line={line} />
          <span title={line.metric.name}>{line.metric.label}</span>
          <AboutMark about={aboutSeries(chart.series[line.index])} />
          <strong className="num">{source ? valueAt(source, line, cursor) : '–'}</strong>
          <button
            type="button"
            className="inner-button"
            aria-label={t($ => $.remove, { name: line.metric.label })}
            onClick={() => remove(line.metric.name)}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      <button type="button" className="chart-add" onClick={add}>
        <Plus size={14} aria-hidden /> {t($ => $.choose)}
      </button>
      <output className="chart-moment num" aria-live="polite">
        {second === undefined ? t($ => $.latest) : momentOf(new Date(second * 1_000), language, timeZone)}
      </output>
    </div>
  )
}

function valueAt(
  { curve: { at, columns } }: LiveCurve,
  { index, metric }: Line,
  cursor: number | null,
): string {
  const [low, mean, high] = [0, 1, 2].map(part => columns[columnOf(index) + part] ?? [])
  const place = cursor ?? at.length - 1
  const value = mean?.[place] ?? null
  const [from, to] = [low?.[place] ?? value, high?.[place] ?? value]
  if (value === null || metric.isStep || from === to || from === null || to === null)
    return metric.say(rounded(metric, value))
  return `${metric.say(value)} (${bare(metric, from)}–${bare(metric, to)})`
}

/** The mean of a switch or a level lies between its values: take the nearer one. */
const rounded = ({ isStep }: ShownMetric, value: number | null) =>
  isStep && value !== null ? Math.round(value) : value
const bare = ({ say }: ShownMetric, value: number) => say(value).split('\u202f')[0] ?? ''

/** A stroke in the line's style and colour. */
function LineSign({ line: { dash } }: { line: Line }) {
  return (
    <svg className="chart-sign" viewBox="0 0 22 6" width={22} height={6} aria-hidden>
      <path
        d="M0 3h22"
        stroke="currentColor"
        strokeWidth={2.4}
        strokeDasharray={dash.join(' ') || undefined}
      />
    </svg>
  )
}
