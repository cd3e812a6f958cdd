import { Button } from 'antd'
import { ChartLine } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartLayers } from '#shared/contracts/chart-views.ts'
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
import { ChartViews } from './chart-views.tsx'
import { FileButtons } from './file-buttons.tsx'
import { ChartSkeleton, HouseChart } from './house-chart.tsx'
import { panelsOf } from './panels.ts'
import { periodOf, searchFor, type TimeWindow, windowAt, zoomOf } from './period.ts'
import { PeriodBar } from './period-bar.tsx'
import { AlarmTable, FiguresTable } from './period-tables.tsx'
import { PictureButton } from './picture-button.tsx'
import { ReportsHead } from './reports-head.tsx'
import { type Drawn, MOST_LINES, useAlarmMarks, useDeeds, useHouseChart } from './use-house-chart.ts'

const MetricPicker = later(() => import('./metric-picker.tsx').then(of => of.MetricPicker))

type Layer = (typeof chartLayers)[number]

/** Drawn if the address names no metrics. */
const usual = ['Climate/Temp/Avg', 'Climate/Temp/Target', 'Climate/Hum/Avg', 'Vent/Level']
/** The end of a live period moves on in steps of its span divided by this. */
const STEPS = 500

/** Those of them the device reports; for other devices than controllers, the first it reports. */
function usualOf(metrics: Charted['metrics']): string[] {
  const names = metrics.map(({ name }) => name)
  const known = usual.filter(name => names.includes(name))
  return known.length > 0 ? known : names.filter(name => !name.startsWith('Alarm/')).slice(0, usual.length)
}

/** Metrics, period and zoom from the address. */
function useAsked(house: Charted) {
  const { search } = useScreen()
  const period = periodOf(search, house)
  const zoom = zoomOf(search)
  const hidden = search.off?.split(',') ?? []
  const off = chartLayers.filter(layer => hidden.includes(layer))
  const asked = search.metrics === undefined ? usualOf(house.metrics) : splitMetrics(search.metrics)
  const list = asked.slice(0, MOST_LINES).join('\n')
  // The same array for the same address, so that nothing is redrawn without need.
  const metrics = useMemo(() => (list === '' ? [] : list.split('\n')), [list])
  const at = (now: number): TimeWindow =>
    zoom ? { ...zoom, isLive: zoom.from <= now && zoom.to > now } : windowAt(period, house, now)
  return { period, zoom, metrics, off, windowAt: at, key: JSON.stringify(zoom ?? period) }
}

/** What the address asks of a house, the data for it, and how to ask for something else. */
function useReports(house: Charted) {
  const { setSearch } = useScreen()
  const reader = useReader()
  const asked = useAsked(house)
  const { metrics, off } = asked
  const device = drawnDevice(house)
  const asking = { houseId: house.id, ...device, metrics, key: asked.key, windowAt: asked.windowAt }
  const chart = useHouseChart(asking)
  const { data } = chart
  useFromNow(now => Math.floor(now / stepOf(asked.windowAt(now))))

  // The old ones stay until the new ones are read; the target fetched along for the figures is not drawn.
  const drawnNames = data?.metrics.join('\n')
  const panels = useMemo(() => {
    const facts = new Map(house.metrics.map(one => [one.name, one]))
    const names = drawnNames ? drawnNames.split('\n') : metrics
    return panelsOf(names.map(name => shownMetric(name, facts.get(name), reader)))
  }, [house.metrics, drawnNames, metrics, reader])
  return {
    ...asked,
    house,
    /** The device, if the values are not the house's. */
    device,
    chart,
    /** What is drawn; undefined while nothing is. */
    drawn: metrics.length > 0 ? data : undefined,
    marks: useAlarmMarks(asking),
    deeds: useDeeds(asking),
    shown: asked.windowAt(serverNow()),
    panels,
    has: (layer: Layer) => !off.includes(layer),
    setLayer: (layer: Layer) => (isOn: boolean) =>
      setSearch({
        off:
          [...off.filter(other => other !== layer), ...(isOn ? [] : [layer])].sort().join(',') || undefined,
      }),
    choose: (names: string[]) => setSearch({ metrics: joinMetrics(names) || ',' }),
    setZoom: (range: { from: number; to: number } | null) =>
      setSearch(
        { zoom: range ? `${Math.round(range.from)}-${Math.round(range.to)}` : undefined },
        { push: true },
      ),
  }
}

interface OfReports {
  reports: ReturnType<typeof useReports>
}

/** The chart of a house with its controls, and the same data as numbers. */
export function HouseReports({ house }: { house: Charted }) {
  const { t } = useTranslation('charts')
  const { setSearch, nameTab } = useScreen()
  const reports = useReports(house)
  const { metrics, device, shown, panels, drawn, choose } = reports
  const [isPicking, setPicking] = useState(false)
  const board = useRef<HTMLElement>(null)
  useWatch(useMemo(() => [house.id], [house.id]))
  const title = t($ => $.titleOf, { name: house.name })
  useEffect(() => nameTab(title), [nameTab, title])

  // The chart comes first on a phone.
  const isPhone = useIsPhone()
  const files = (
    <>
      <PictureButton
        place={() => board.current}
        title={title}
        shown={shown}
        timeZone={house.timeZone}
        panels={panels}
        disabled={!drawn}
      />
      <FileButtons houseId={house.id} drawn={device} metrics={metrics} shown={shown} />
    </>
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
          period={reports.period}
          shown={shown}
          isZoomed={reports.zoom !== null}
          setPeriod={period => setSearch(searchFor(period), { push: true })}
          setZoom={reports.setZoom}
        />
        {!isPhone && (
          <div className="chart-layers">
            <Layers reports={reports} />
            <SavedViews reports={reports} />
          </div>
        )}
      </div>
      <Board ref={board} reports={reports} pick={() => setPicking(true)} />
      {isPhone && <Layers reports={reports} />}
      {isPhone && (
        <div className="chart-layers">
          <SavedViews reports={reports} />
          {files}
        </div>
      )}
      <Tables reports={reports} />
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

function Layers({ reports: { drawn, marks, deeds, has, setLayer } }: OfReports) {
  return (
    <ChartLayers
      drawn={drawn}
      hasBand={has('band')}
      setBand={setLayer('band')}
      alarms={marks.mayRead ? marks.total : null}
      hasAlarms={has('alarms')}
      setAlarms={setLayer('alarms')}
      deeds={deeds.length}
      hasDeeds={has('deeds')}
      setDeeds={setLayer('deeds')}
    />
  )
}

function SavedViews({ reports: { metrics, period, zoom, off } }: OfReports) {
  const { setSearch } = useScreen()
  return (
    <ChartViews
      shown={{ metrics, period: zoom || !('preset' in period) ? null : period.preset, off }}
      open={view =>
        setSearch(
          {
            metrics: joinMetrics(view.metrics),
            off: view.off.join(',') || undefined,
            ...(view.period && searchFor({ preset: view.period })),
          },
          { push: true },
        )
      }
    />
  )
}

interface BoardProps extends OfReports {
  ref: RefObject<HTMLElement | null>
  /** Opens the choice of metrics. */
  pick: () => void
}

/** The panels, or why there are none. */
function Board({ ref, reports, pick }: BoardProps) {
  const { t } = useTranslation('charts')
  const { house, metrics, chart, drawn, marks, deeds, has, choose } = reports
  return (
    <section ref={ref} className="card chart-card">
      {metrics.length === 0 ? (
        <div className="chart-empty">
          <p>{house.metrics.length === 0 ? t($ => $.nothingTold) : t($ => $.nothingChosen)}</p>
          {house.metrics.length > 0 && (
            <Button type="primary" icon={<ChartLine size={16} aria-hidden />} onClick={pick}>
              {t($ => $.choose)}
            </Button>
          )}
        </div>
      ) : chart.error && !drawn ? (
        <LoadProblem error={chart.error} retry={() => void chart.refetch()} />
      ) : !drawn ? (
        <ChartSkeleton />
      ) : (
        <HouseChart
          house={house}
          panels={reports.panels}
          drawn={drawn}
          alarms={has('alarms') ? marks.alarms : none}
          deeds={has('deeds') ? deeds : none}
          hasBand={has('band')}
          isBusy={chart.isPlaceholderData}
          remove={name => choose(metrics.filter(other => other !== name))}
          add={pick}
          zoom={reports.setZoom}
        />
      )}
      {drawn && isEmpty(drawn) && <p className="chart-none">{t($ => $.noneInPeriod)}</p>}
    </section>
  )
}

/** What is drawn, as numbers. */
function Tables({ reports: { house, panels, drawn, marks } }: OfReports) {
  if (!drawn) return null
  return (
    <div className="chart-tables">
      <FiguresTable house={house} panels={panels} drawn={drawn} />
      {marks.mayRead && (
        <AlarmTable
          alarms={marks.alarms}
          total={marks.total}
          timeZone={house.timeZone}
          houseName={house.name}
        />
      )}
    </div>
  )
}

const none: never[] = []
const isEmpty = ({ chart, metrics }: Drawn) =>
  chart.series.every(({ metric, mean }) => !metrics.includes(metric) || mean.every(value => value === null))
const stepOf = ({ from, to }: TimeWindow) => Math.max((to - from) / STEPS, 5_000)
