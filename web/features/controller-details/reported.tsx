import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ChartLine, ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { joinMetrics } from '#shared/metric-list.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useMetricGroup } from '#web/components/metric-group.ts'
import { NotShared } from '#web/components/not-shared.tsx'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { useReader } from '#web/data/preferences.ts'
import { usePlanted } from './faults.tsx'
import { metricGroups, type RowGroup, searched, settingRows } from './reported-rows.ts'

/** How often values are read again, ms; the monitor is the place to watch them live. */
const REREAD_MS = 10_000

interface Props {
  houseId: string
  deviceId: string
  view: 'metrics' | 'settings'
  text: string
}

/** Metrics or settings of one device, in groups. */
export function Reported({ houseId, deviceId, view, text }: Props) {
  const { t } = useTranslation('controller-details')
  const reader = useReader()
  const { data, error, refetch } = useQuery({
    queryKey: [houses.reported.path, houseId],
    queryFn: () => call(houses.reported, { params: { id: houseId } }),
    refetchInterval: REREAD_MS,
  })
  const title = useMetricGroup()
  const reported = data?.find(({ id }) => id === deviceId)
  const groups = useMemo(() => {
    if (!reported) return []
    return view === 'metrics'
      ? metricGroups(reported, reader, title)
      : settingRows(
          reported,
          reader,
          t($ => $.otherSettings),
        )
  }, [reported, view, reader, title, t])
  const shown = searched(groups, text)
  const isSimulated = usePlanted(deviceId).planted !== null
  const newest = useMemo(() => newestOf(groups), [groups])
  const isOld = useFromNow(now => now - newest > (reported?.silentAfterS ?? Number.POSITIVE_INFINITY) * 1_000)

  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (view === 'settings' && reported?.settings === null) return <NotShared consent="remote" />
  if (groups.length === 0) return <p className="caption">{t($ => $.nothing)}</p>
  if (shown.length === 0) return <p className="caption">{t($ => $.noMatch)}</p>
  return (
    <div data-stale={(view === 'metrics' && isOld) || undefined}>
      {shown.map(group => (
        <Group
          key={group.key}
          group={group}
          houseId={houseId}
          deviceId={deviceId}
          isOpen={view === 'metrics' || text.trim() !== ''}
          isSimulated={isSimulated}
        />
      ))}
    </div>
  )
}

/** Time of the newest value, ms; if a device has been silent for a while, all of them are stale. */
const newestOf = (groups: readonly RowGroup[]) =>
  groups.flatMap(({ rows }) => rows).reduce((newest, { at }) => Math.max(newest, at), 0)

interface GroupProps {
  group: RowGroup
  houseId: string
  deviceId: string
  isOpen: boolean
  isSimulated: boolean
}

/** A group of rows. Settings are many: their groups are closed until opened or searched. */
function Group({ group, houseId, deviceId, isOpen, isSimulated }: GroupProps) {
  const { t } = useTranslation('controller-details')
  return (
    <details className="details-group" open={isOpen || undefined}>
      <summary>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        <h2>{group.title}</h2> <span className="caption num">{group.rows.length}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t($ => $.columns.name)}</th>
            <th scope="col" className="details-end">
              {t($ => $.columns.value)}
            </th>
            <th scope="col" className="details-end">
              {t($ => $.columns.age)}
            </th>
            <th scope="col" className="details-end">
              {t($ => $.columns.range)}
            </th>
          </tr>
        </thead>
        <tbody className="num">
          {group.rows.map(({ name, label, value, at, range, isDrawn, isUnmodelled, doubt }) => (
            <tr key={name}>
              <th scope="row">
                {label} <span className="mono">{name}</span>
                {isSimulated && isUnmodelled && <small className="caption">{t($ => $.notModelled)}</small>}
                {range !== '' && <span className="details-range">{range}</span>}
              </th>
              <td className="details-end">
                {doubt && <AboutMark about={{ doubt }} />} <strong>{value}</strong>
                <ChartLink houseId={houseId} deviceId={deviceId} name={isDrawn ? name : null} label={label} />
              </td>
              <td className="details-end">
                <Age at={at} />
              </td>
              <td className="details-end">{range}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

interface ChartLinkProps {
  houseId: string
  deviceId: string
  name: string | null
  label: string
}

/** Link to the metric's chart; a spacer if there is none, so that the numbers line up. */
function ChartLink({ houseId, deviceId, name, label }: ChartLinkProps) {
  const { t } = useTranslation('controller-details')
  const { open, exists } = useScreen()
  if (!exists(paths.charts)) return null
  if (name === null) return <span className="details-chart" />
  const href = hrefOf(paths.charts, { houseId, device: deviceId, metrics: joinMetrics([name]) })
  return (
    <a
      className="details-chart"
      href={href}
      aria-label={t($ => $.toChart, { name: label })}
      onClick={event => {
        event.preventDefault()
        open(href)
      }}
    >
      <ChartLine size={15} aria-hidden />
    </a>
  )
}
