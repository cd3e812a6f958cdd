import { useQuery } from '@tanstack/react-query'
import { Popover, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { contractOf, type Place } from '#shared/contracts/customers.ts'
import { type CustomerStatus, customerStatuses, type Stage } from '#shared/customers.ts'
import { DeviceStatusWord, markOfStatus } from '#web/components/device-status.tsx'
import type { Filters } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { pointOf } from '#web/components/world-map/projection.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './customer-map.css'

const HOME = { x: 500, y: 216, zoom: 1 }
/** px */
const HEIGHT = { wide: 560, phone: 420 }
const REREAD_MS = 15_000

interface Props {
  stage: Stage
  filters: Filters
  open: ((id: string) => void) | undefined
}

/** The customers under the list's filters where they are; those near each other are one mark that says how many. */
export function CustomerMap({ stage, filters, open }: Props) {
  const { t } = useTranslation('customers')
  const isPhone = useIsPhone()
  const { places } = contractOf[stage]
  const { data, error, refetch } = useQuery({
    queryKey: [places.path, filters],
    queryFn: () => call(places, { query: filters }),
    refetchInterval: REREAD_MS,
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const { withoutPlace } = data
  return (
    <div className="card customer-map">
      <PanMap
        label={t($ => $.mapOf[stage])}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        home={HOME}
        says={withoutPlace > 0 && t($ => $.withoutPlace, { count: withoutPlace })}
      >
        {at =>
          data.places.map(place => {
            const where = at(pointOf(place))
            return where && <Pin key={`${place.longitude} ${place.latitude}`} {...{ place, where, open }} />
          })
        }
      </PanMap>
      <Legend />
    </div>
  )
}

/** The worst of what a mark stands for is its shape. */
const ORDER: readonly CustomerStatus[] = ['OFFLINE', 'UNACTIVE', 'DISABLE', 'ONLINE']

interface PinProps {
  place: Place
  where: { left: number; top: number }
  open: ((id: string) => void) | undefined
}

function Pin({ place, where, open }: PinProps) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const { count, statuses, customers } = place
  const [only] = customers
  const most = ORDER.toSorted((a, b) => (statuses[b] ?? 0) - (statuses[a] ?? 0))[0] ?? 'OFFLINE'
  const label = count === 1 && only ? only.name : t($ => $.mapCount, { count })
  return (
    <Popover
      trigger="click"
      title={label}
      content={
        <ul className="customer-map-names">
          {customers.map(({ id, name, status }) => (
            <li key={id}>
              {open ? (
                <button type="button" className="customer-name" onClick={() => open(id)}>
                  {name}
                </button>
              ) : (
                name
              )}
              <DeviceStatusWord status={status} />
            </li>
          ))}
          {count > customers.length && (
            <li className="caption">{t($ => $.mapMore, { count: count - customers.length })}</li>
          )}
        </ul>
      }
    >
      <button type="button" className="customer-pin" style={where} aria-label={label} title={label}>
        <StateMark state={markOfStatus[most]} />
        {count > 1 && <span className="num">{count.toLocaleString(language)}</span>}
      </button>
    </Popover>
  )
}

function Legend() {
  return (
    <ul className="customer-map-legend">
      {customerStatuses.map(status => (
        <li key={status}>
          <DeviceStatusWord status={status} />
        </li>
      ))}
    </ul>
  )
}
