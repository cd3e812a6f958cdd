import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { isFlockAlarm } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { MEAN } from '#shared/house-temperature.ts'
import { joinMetrics } from '#shared/metric-list.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { metricByName } from '#shared/signals.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { AlarmPlot } from './alarm-plot.tsx'
import { amountOf } from './alarm-text.ts'
import { TimeLeftHead, useForeseen } from './time-left.tsx'
import { chartMetricOf, highestOf, lowestOf, useAlarmChart } from './use-alarm-chart.ts'
import '#web/components/chart/quantity.css'

/** The value around the alarm, or why there is none; of an alarm about a flock, the way to its days. */
export function AlarmChart({ alarm, isPhone = false }: { alarm: AlarmDetail; isPhone?: boolean }) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const foreseen = useForeseen(alarm)
  if (isFlockAlarm(alarm.code)) return <ToFlock flockId={alarm.iotId} />
  return (
    <section className="card alarm-card alarm-chart">
      <h2>
        {foreseen ? t($ => $.course) : t($ => $.chart)}{' '}
        <span className="caption">{metricByName.get(chartMetricOf(alarm))?.label[language]}</span>
        <ToReports alarm={alarm} />
      </h2>
      <TimeLeftHead alarm={alarm} />
      <Inside alarm={alarm} isPhone={isPhone} />
    </section>
  )
}

function ToFlock({ flockId }: { flockId: string }) {
  const { t } = useTranslation('alarms')
  const { open, exists } = useScreen()
  const href = hrefOf(paths.flocks, { id: flockId })
  return (
    <section className="card alarm-card alarm-chart">
      <h2>
        {t($ => $.flock)}
        {exists(paths.flocks) && (
          <a
            className="alarm-to-reports"
            href={href}
            onClick={event => {
              event.preventDefault()
              open(href)
            }}
          >
            {t($ => $.openFlock)}
          </a>
        )}
      </h2>
      <p className="caption">{t($ => $.flockSays)}</p>
    </section>
  )
}

const AROUND_MS = 7_200_000

/** Link to the house's reports, from two hours before to two hours after the alarm. */
function ToReports({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const { open, exists } = useScreen()
  const houseId = alarm.houses[0]?.id
  if (!houseId || !exists(paths.charts)) return null
  const from = String(Date.parse(alarm.raisedAt) - AROUND_MS)
  const to = String(Date.parse(alarm.clearedAt ?? alarm.raisedAt) + AROUND_MS)
  const metrics = joinMetrics([chartMetricOf(alarm)])
  const href = hrefOf(paths.charts, { houseId, metrics, period: 'custom', from, to })
  return (
    <a
      className="alarm-to-reports"
      href={href}
      onClick={event => {
        event.preventDefault()
        open(href)
      }}
    >
      {t($ => $.openReports)}
    </a>
  )
}

function Inside({ alarm, isPhone }: { alarm: AlarmDetail; isPhone: boolean }) {
  const { t } = useTranslation('alarms')
  const reader = useReader()
  const { curve, error, isPending, mayChart, refetch } = useAlarmChart(alarm)
  const foreseen = useForeseen(alarm)
  const { limit, target } = alarm
  const metric = chartMetricOf(alarm)
  if (!mayChart) return <p className="caption">{t($ => $.mayNotChart)}</p>
  if (error && !curve) return <LoadProblem error={error} retry={() => void refetch()} />
  if (isPending || !curve)
    return <Skeleton.Node active style={{ width: '100%', height: isPhone ? 170 : 240 }} />
  const say = (value: number | null) => amountOf(metric, value, reader) ?? ''
  const [low, high] = [lowestOf(curve), highestOf(curve)]
  if (low === null) return <p className="caption">{t($ => $.noChart)}</p>
  const signal = metricByName.get(metric)
  const words = {
    limit: t($ => $.limit, { limit: say(limit) }),
    target: t($ => $.target, { target: say(target) }),
  }
  return (
    <>
      <AlarmPlot
        alarm={alarm}
        curve={curve}
        foreseen={foreseen}
        words={words}
        isPhone={isPhone}
        label={t($ => (foreseen ? $.courseOf : $.chartOf), {
          name: signal?.label[reader.language] ?? metric,
          low: say(low),
          high: say(high),
        })}
      />
      <p className="caption alarm-legend" data-quantity={signal?.quantity}>
        <span className="alarm-legend-line">{t($ => $.mean)}</span>
        {foreseen && <span className="alarm-legend-foreseen">{t($ => $.timeLeft.title)}</span>}
        {metric === MEAN && <span className="alarm-legend-band">{t($ => $.zones)}</span>}
      </p>
    </>
  )
}
