import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmLabel } from '#shared/alarms.ts'
import { withoutDoubted } from '#shared/believed-chart.ts'
import type { AlarmMark } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { type Inhabited, shareInTarget } from '#shared/in-target.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { figuresOf } from '#shared/series-figures.ts'
import type { ShownMetric } from '#web/components/metric.ts'
import { numberText } from '#web/components/number-text.ts'
import { AboutMark, aboutSeries } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark, stateOfLevel } from '#web/components/state-mark.tsx'
import { spanOf } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'
import type { Panel } from './panels.ts'
import type { Drawn } from './use-house-chart.ts'

/** Lowest, mean, highest and last value of each line: the drawing in numbers. */
export function FiguresTable({
  house,
  panels,
  drawn,
}: {
  house: Inhabited
  panels: readonly Panel[]
  drawn: Drawn
}) {
  const { t } = useTranslation('charts')
  const reader = useReader()
  const believed = useMemo(() => withoutDoubted(drawn.chart), [drawn.chart])
  const lines = panels.flatMap(({ lines }) => lines).sort((a, b) => a.index - b.index)
  return (
    <section className="card chart-card">
      <h2>{t($ => $.figures)}</h2>
      <div className="chart-scroll">
        <table className="chart-table">
          <thead>
            <tr>
              <th scope="col">{t($ => $.figure)}</th>
              {(['low', 'mean', 'high', 'last'] as const).map(name => (
                <th key={name} scope="col" className="chart-end">
                  {t($ => $.columns[name])}
                </th>
              ))}
              <th scope="col" className="chart-end">
                <Tooltip title={t($ => $.inTargetHint)}>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means is read by keys, too */}
                  <span tabIndex={0}>{t($ => $.inTarget)}</span>
                </Tooltip>
              </th>
            </tr>
          </thead>
          <tbody className="num">
            {lines.map(({ metric, index }) => {
              const series = believed.series[index]
              const figures = series && figuresOf(series)
              const share = shareInTarget(believed, metric.name, house, drawn.to)
              return (
                <tr key={metric.name}>
                  <th scope="row">
                    {metric.label} <span className="caption">{metric.unit}</span>{' '}
                    <AboutMark about={aboutSeries(series)} />
                  </th>
                  {(['low', 'mean', 'high', 'last'] as const).map(name => (
                    <td key={name} className="chart-end">
                      <Outside metric={metric} value={figures?.[name] ?? null} />
                      {metric.isStep && name === 'mean' ? '—' : bare(metric.say(figures?.[name] ?? null))}
                    </td>
                  ))}
                  <td className="chart-end">
                    {share === null ? '—' : `${numberText(share, 1, reader)}\u202f%`}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Marks a value that the metric cannot have, as the chart does. */
function Outside({ metric: { bounds, say }, value }: { metric: ShownMetric; value: number | null }) {
  const { t } = useTranslation('charts')
  if (!bounds || value === null || (value >= bounds.low && value <= bounds.high)) return null
  const says = t($ => $.outside, { low: say(bounds.low), high: say(bounds.high) })
  return (
    <Tooltip title={says}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it means is read by keys, too */}
      <span tabIndex={0} role="img" aria-label={says} className="chart-outside">
        {value > bounds.high ? '▲' : '▼'}{' '}
      </span>
    </Tooltip>
  )
}

const bare = (said: string) => said.split('\u202f')[0]

const SHOWN = 8

interface AlarmProps {
  alarms: readonly AlarmMark[]
  total: number
  timeZone: string
  houseName: string
}

/** The alarms of the period, newest first. */
export function AlarmTable({ alarms, total, timeZone, houseName }: AlarmProps) {
  const { t } = useTranslation('charts')
  const { language, units } = useReader()
  const { open, exists } = useScreen()
  const isLinked = exists(paths.alarms)
  return (
    <section className="card chart-card">
      <h2>
        {t($ => $.alarms)} <span className="caption num">{total}</span>
        {isLinked && total > 0 && (
          <a
            href={hrefOf(paths.alarms, { search: houseName })}
            onClick={event => {
              event.preventDefault()
              open(hrefOf(paths.alarms, { search: houseName }))
            }}
          >
            {t($ => $.openAlarms)}
          </a>
        )}
      </h2>
      {alarms.length === 0 ? (
        <p className="caption">{t($ => $.noAlarms)}</p>
      ) : (
        <div className="chart-scroll">
          <table className="chart-table">
            <tbody className="num">
              {alarms.slice(0, SHOWN).map(({ id, code, level, condition, raisedAt, clearedAt }) => (
                <tr key={id}>
                  <td>
                    <StateMark state={stateOfLevel[level]} />{' '}
                    {momentOf(new Date(raisedAt), language, timeZone)}
                  </td>
                  <th scope="row">{alarmLabel(code, units)[language]}</th>
                  <td>{t($ => $.levels[level])}</td>
                  <td className="chart-end">
                    {clearedAt
                      ? spanOf(Date.parse(clearedAt) - Date.parse(raisedAt), language)
                      : condition === 'cleared'
                        ? '—'
                        : t($ => $.stands)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
