import { Button } from 'antd'
import { ChartLine } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Charted } from '#shared/contracts/houses.ts'
import { joinMetrics, splitMetrics } from '#shared/metric-list.ts'
import { Choice } from '#web/components/choice.tsx'
import { drawnDevice } from '#web/components/drawn-device.ts'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { shownMetric } from '#web/components/metric.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { serverNow, useFromNow } from '#web/data/clock.ts'
import { useWatch } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { ChartLayers } from './chart-layers.tsx'
import { FileButtons } from './file-buttons.tsx'
import { ChartSkeleton, HouseChart } from './house-chart.tsx'
import { panelsOf } from './panels.ts'
import { periodOf, searchFor, type TimeWindow, windowAt, zoomOf } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import { AlarmTable, FiguresTable } from './period-tables.tsx'
import { ReportsHead } from './reports-head.tsx'
import { type Drawn, MOST_LINES, useAlarmMarks, useDeeds, useHouseChart } from './use-house-chart.ts'

const MetricPicker = later(() => import('./metric-picker.tsx').then(of => of.MetricPicker))

/** Drawn where the address names nothing. */
const usual = ['Climate/Temp/Avg', 'Climate/Temp/Target', 'Climate/Hum/Avg', 'Vent/Level']
/** The end of a live period is written anew after this part of its span. */
const STEPS = 500

/** Of these what the device tells; of one that is no controller what it tells first. */
function usualOf(metrics: Charted['metrics']): string[] {
  const names = metrics.map(({ name }) => name)
  const known = usual.filter(name => names.includes(name))
  return known.length > 0 ? known : names.filter(name => !name.startsWith('Alarm/')).slice(0, usual.length)
}

/** Metrics, period and zoom as the address has them. */
function useAsked(house: Charted) {
  const { search } = useScreen()
  const period = periodOf(search, house)
  const zoom = zoomOf(search)
  const asked = search.metrics === undefined ? usualOf(house.metrics) : splitMetrics(search.metrics)
  const list = asked.slice(0, MOST_LINES).join('\n')
  // The same list for the same address, so that nothing is drawn anew without a reason.
  const metrics = useMemo(() => (list === '' ? [] : list.split('\n')), [list])
  const at = (now: number): TimeWindow =>
    zoom ? { ...zoom, isLive: zoom.from <= now && zoom.to > now } : windowAt(period, house, now)
  return { period, zoom, metrics, windowAt: at, key: JSON.stringify(zoom ?? period) }
}

/** The chart of a house with what chooses it, and the same as numbers. */
export function HouseReports({ house }: { house: Charted }) {
  const { t } = useTranslation('charts')
  const { setSearch, nameTab } = useScreen()
  const reader = useReader()
  const asked = useAsked(house)
  const { metrics } = asked
  const drawn = drawnDevice(house)
  const asking = { houseId: house.id, ...drawn, metrics, key: asked.key, windowAt: asked.windowAt }
  const { data, error, isPlaceholderData, refetch } = useHouseChart(asking)
  const marks = useAlarmMarks(asking)
  const [hasBand, setBand] = useState(true)
  const [hasAlarms, setAlarms] = useState(true)
  const deeds = useDeeds(asking)
  const [hasDeeds, setDeeds] = useState(true)
  const [isPicking, setPicking] = useState(false)
  useWatch(useMemo(() => [house.id], [house.id]))
  const title = t($ => $.titleOf, { name: house.name })
  useEffect(() => nameTab(title), [nameTab, title])
  useFromNow(now => Math.floor(now / stepOf(asked.windowAt(now))))
  const shown = asked.windowAt(serverNow())

  const drawnNames = data?.chart.series.map(({ metric }) => metric).join('\n')
  const panels = useMemo(() => {
    const facts = new Map(house.metrics.map(one => [one.name, one]))
    const names = drawnNames ? drawnNames.split('\n') : metrics
    return panelsOf(names.map(name => shownMetric(name, facts.get(name), reader)))
  }, [house.metrics, drawnNames, metrics, reader])
  const choose = (names: string[]) => setSearch({ metrics: joinMetrics(names) || ',' })
  const zoom = (range: { from: number; to: number } | null) =>
    setSearch(
      { zoom: range ? `${Math.round(range.from)}-${Math.round(range.to)}` : undefined },
      { push: true },
    )

  // The chart comes first on a phone.
  const isPhone = useIsPhone()
  const files = <FileButtons houseId={house.id} drawn={drawn} metrics={metrics} shown={shown} />
  const layers = (
    <ChartLayers
      drawn={metrics.length > 0 ? data : undefined}
      hasBand={hasBand}
      setBand={setBand}
      alarms={marks.mayRead ? marks.total : null}
      hasAlarms={hasAlarms}
      setAlarms={setAlarms}
      deeds={deeds.length}
      hasDeeds={hasDeeds}
      setDeeds={setDeeds}
    />
  )

  return (
    <div className="page charts">
      <ReportsHead house={house} title={title}>
        {!isPhone && files}
      </ReportsHead>
      {house.devices.length > 1 && (
        <Choice
          label={t($ => $.ofDevice)}
          options={house.devices.map(({ id, name }) => [id, name] as const)}
          chosen={house.iotId ?? undefined}
          choose={id => setSearch({ device: id, metrics: undefined })}
        />
      )}
      <div className="chart-tools">
        <PeriodBar
          house={house}
          period={asked.period}
          shown={shown}
          isZoomed={asked.zoom !== null}
          setPeriod={period => setSearch(searchFor(period), { push: true })}
          setZoom={zoom}
        />
        {!isPhone && layers}
      </div>
      <section className="card chart-card">
        {metrics.length === 0 ? (
          <div className="chart-empty">
            <p>{house.metrics.length === 0 ? t($ => $.nothingTold) : t($ => $.nothingChosen)}</p>
            {house.metrics.length > 0 && (
              <Button
                type="primary"
                icon={<ChartLine size={16} aria-hidden />}
                onClick={() => setPicking(true)}
              >
                {t($ => $.choose)}
              </Button>
            )}
          </div>
        ) : error && !data ? (
          <LoadProblem error={error} retry={() => void refetch()} />
        ) : !data ? (
          <ChartSkeleton />
        ) : (
          <HouseChart
            house={house}
            panels={panels}
            drawn={data}
            alarms={hasAlarms ? marks.alarms : none}
            deeds={hasDeeds ? deeds : none}
            hasBand={hasBand}
            isBusy={isPlaceholderData}
            remove={name => choose(metrics.filter(other => other !== name))}
            add={() => setPicking(true)}
            zoom={zoom}
          />
        )}
        {data && metrics.length > 0 && isEmpty(data) && (
          <p className="chart-none">{t($ => $.noneInPeriod)}</p>
        )}
      </section>
      {isPhone && layers}
      {isPhone && <div className="chart-layers">{files}</div>}
      {data && metrics.length > 0 && (
        <div className="chart-tables">
          <FiguresTable panels={panels} drawn={data} />
          {marks.mayRead && (
            <AlarmTable
              alarms={marks.alarms}
              total={marks.total}
              timeZone={house.timeZone}
              houseName={house.name}
            />
          )}
        </div>
      )}
      {isPicking && (
        <MetricPicker
          metrics={house.metrics}
          chosen={metrics}
          choose={choose}
          close={() => setPicking(false)}
        />
      )}
    </div>
  )
}

const none: never[] = []
const isEmpty = ({ chart }: Drawn) => chart.series.every(({ mean }) => mean.every(value => value === null))
const stepOf = ({ from, to }: TimeWindow) => Math.max((to - from) / STEPS, 5_000)
