import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Birth, houses } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** A newer one may replace it; births are large. ms */
const REREAD_MS = 20_000

interface Props {
  houseId: string
  deviceId: string
  timeZone: string
  text: string
}

/** The last births of the device and its gateway, as received. */
export function Births({ houseId, deviceId, timeZone, text }: Props) {
  const { t } = useTranslation('controller-details')
  const { data, error, refetch } = useQuery({
    queryKey: [houses.births.path, houseId, deviceId],
    queryFn: () => call(houses.births, { params: { id: houseId }, query: { deviceId } }),
    refetchInterval: REREAD_MS,
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  if (data.length === 0) return <p className="caption">{t($ => $.birth.none)}</p>
  return data.map(birth => (
    <OneBirth key={`${birth.deviceId} ${birth.kind}`} birth={birth} timeZone={timeZone} text={text} />
  ))
}

type Metric = NonNullable<Birth['metrics']>[number]

function OneBirth({ birth, timeZone, text }: { birth: Birth; timeZone: string; text: string }) {
  const { t } = useTranslation('controller-details')
  const language = usePreferences(({ language }) => language)
  const moment = (at: number | string) => momentOf(new Date(at), language, timeZone)
  const wanted = text.trim().toLowerCase()
  const shown = birth.metrics?.filter(({ name }) => (name ?? '').toLowerCase().includes(wanted)) ?? []
  const facts = [
    `${t($ => $.birth.received)} ${moment(birth.receivedAt)}`,
    birth.sentAt === null ? null : `${t($ => $.birth.sent)} ${moment(birth.sentAt)}`,
    t($ => $.birth.size, { size: birth.size }),
    birth.seq === null ? null : t($ => $.birth.seq, { seq: birth.seq }),
    birth.metrics && t($ => $.birth.count, { count: birth.metrics.length }),
  ]
  return (
    <section className="details-birth">
      <header>
        <h2>{birth.kind === 'NBIRTH' ? t($ => $.birth.node) : t($ => $.birth.device)}</h2>
        <span className="mono">{birth.code}</span>
        <span className="caption num" title={timeZone}>
          {facts.filter(Boolean).join(' · ')}
        </span>
      </header>
      {birth.hidden > 0 && <p className="caption">{t($ => $.birth.hidden, { count: birth.hidden })}</p>}
      {birth.metrics === null ? (
        <p className="caption">{t($ => $.birth.notKept)}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be in reach of keys
        <section className="details-scroll" tabIndex={0} aria-label={birth.code}>
          <table className="details-past num">
            <thead>
              <tr>
                <th scope="col">{t($ => $.columns.name)}</th>
                <th scope="col">{t($ => $.birth.alias)}</th>
                <th scope="col">{t($ => $.birth.type)}</th>
                <th scope="col">{t($ => $.birth.value)}</th>
                <th scope="col">{t($ => $.birth.properties)}</th>
                <th scope="col">{t($ => $.birth.time)}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(metric => (
                <MetricRow key={`${metric.name} ${metric.alias}`} metric={metric} moment={moment} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function MetricRow({ metric, moment }: { metric: Metric; moment: (at: number) => string }) {
  const { t } = useTranslation('controller-details')
  const { name, alias, datatype, value, properties, at } = metric
  return (
    <tr>
      <th scope="row" className="mono">
        {name ?? t($ => $.birth.noName)}
      </th>
      <td>{alias}</td>
      <td>{datatype}</td>
      <td>{value === null ? 'null' : String(value)}</td>
      <td>
        {properties.map(({ name, value }) => `${name} ${value === null ? 'null' : String(value)}`).join(', ')}
      </td>
      <td>{at === null ? '' : moment(at)}</td>
    </tr>
  )
}
