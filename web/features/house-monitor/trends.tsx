import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutDoubted } from '#shared/believed-chart.ts'
import { type Chart, type HouseOnMonitor, houses } from '#shared/contracts/houses.ts'
import { clockOf } from '#shared/dates.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { drawnDevice } from '#web/components/drawn-device.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useConnection, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { amountText, figureText, labelOf, quantityOf } from './figure-text.ts'
import { trendMetrics } from './figures.ts'
import { bandFor } from './trend-band.ts'
import { TrendChart } from './trend-chart.tsx'
import { useShowsNews } from './use-shows-news.ts'

const DAY_MS = 86_400_000
/** Points of a curve: about one per pixel of width. */
const POINTS = 180
/** How often the stored curve is read again, ms; in between, live readings are added to its end. */
const REREAD_MS = 300_000
const TARGET = 'Climate/Temp/Target'
const asked = [...trendMetrics, TARGET]

/** 24 hours of the main quantities. */
export function Trends({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const times = useConnection(({ times }) => times)
  const drawn = drawnDevice(house)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [houses.chart.path, house.id, drawn, asked, times],
    queryFn: () => {
      const to = Math.round(serverNow())
      const query = { ...drawn, metrics: asked.join(), from: to - DAY_MS, to, points: POINTS }
      return call(houses.chart, { params: { id: house.id }, query }).then(holdUnchanged)
    },
    refetchInterval: REREAD_MS,
    placeholderData: previous => previous,
  })
  if (error && !data)
    return (
      <section className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </section>
    )
  return (
    <section className="trends" aria-label={t($ => $.trends)} aria-busy={isPending}>
      {trendMetrics.map(metric => (
        <Trend key={metric} house={house} metric={metric} chart={data} />
      ))}
    </section>
  )
}

interface TrendProps {
  house: HouseOnMonitor
  metric: (typeof trendMetrics)[number]
  chart: Chart | undefined
}

function Trend({ house, metric, chart }: TrendProps) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const reading = useReading(house.iotId, metric)
  const isNews = useShowsNews(house)
  const series = chart?.series.find(series => series.metric === metric)
  const band = useMemo(() => chart && bandFor(house, metric, chart), [house, metric, chart])
  const believed = useMemo(
    () => chart && withoutDoubted(chart).series.find(each => each.metric === metric),
    [chart, metric],
  )
  const [low, high] = useMemo(() => rangeOf(believed?.mean), [believed])
  const { value, unit } = figureText(house.state === 'offline' ? undefined : reading, metric, reader)
  const name = labelOf(metric, reader.language)
  const say = (amount: number) => amountText(amount, metric, reader)
  const plain = (amount: number) => figureText([amount, 0], metric, reader).value
  const begin = chart?.at[0]
  return (
    <article className="card trend" data-stale={!isNews || undefined}>
      <h3>
        <i className="figure-quantity" style={{ background: `var(--q-${quantityOf(metric)})` }} />
        {t($ => $.trendNames[metric])}
        <span className="num">
          {house.state !== 'offline' && <ReadingMark iotId={house.iotId} metric={metric} />} {value} {unit}
        </span>
      </h3>
      {!chart || !series ? (
        <Skeleton.Node active style={{ width: '100%', height: 76 }} />
      ) : low === null || high === null ? (
        <p className="caption">{t($ => $.noTrend)}</p>
      ) : (
        <>
          <TrendChart
            at={chart.at}
            series={series}
            band={band}
            stepMs={chart.stepMs}
            iotId={house.iotId}
            label={t($ => $.trendOf, { name, low: say(low), high: say(high), now: `${value} ${unit}` })}
          />
          <footer className="num">
            {begin !== undefined && <span>{clockOf(new Date(begin), house.timeZone)}</span>}
            <span>{t($ => $.span, { low: plain(low), high: plain(high) })}</span>
            <span>{t($ => $.now)}</span>
          </footer>
        </>
      )}
    </article>
  )
}

function rangeOf(values: readonly (number | null)[] | undefined): [number | null, number | null] {
  let low: number | null = null
  let high: number | null = null
  for (const value of values ?? []) {
    if (value === null) continue
    if (low === null || value < low) low = value
    if (high === null || value > high) high = value
  }
  return [low, high]
}
