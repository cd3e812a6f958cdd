import { useQuery } from '@tanstack/react-query'
import { Popover, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Place } from '#shared/contracts/customer-records.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import { type CustomerStatus, customerStatuses, type Stage } from '#shared/customers.ts'
import { DeviceStatusWord, markOfStatus } from '#web/components/device-status.tsx'
import type { Filters } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PopoverPanel } from '#web/components/popover-panel.tsx'
import { MapPin } from '#web/components/world-map/map-pin.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** How many names a mark lists. */
const NAMED = 8
/** A mark takes the most frequent status; among equals, the worst. */
const ORDER: readonly CustomerStatus[] = ['OFFLINE', 'UNACTIVE', 'DISABLE', 'ONLINE']

interface Props {
  place: Place
  stage: Stage
  /** The list's filters. */
  filters: Filters
  /** px from the map's corner. */
  where: { left: number; top: number }
  open: ((id: string) => void) | undefined
}

/** Customers near each other as one mark with their count; a click lists them. */
export function CustomerPin(props: Props) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const { count, statuses, only } = props.place
  const most = ORDER.toSorted((a, b) => (statuses[b] ?? 0) - (statuses[a] ?? 0))[0] ?? 'OFFLINE'
  const label = only?.name ?? t($ => $.mapCount, { count })
  const shown = new Intl.NumberFormat(language, { notation: 'compact' }).format(count)
  return (
    <Popover
      trigger="click"
      title={label}
      destroyOnHidden
      content={
        <PopoverPanel>
          <Names {...props} />
        </PopoverPanel>
      }
    >
      <MapPin where={props.where} state={markOfStatus[most]} label={label}>
        {count > 1 && shown}
      </MapPin>
    </Popover>
  )
}

/** The first customers of a mark by name, and for many the count per status. */
function Names({ place, stage, filters, open }: Props) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const { list } = contractOf[stage]
  const query = { ...filters, ...place.box, sort: 'name', size: NAMED }
  const { data, error, refetch } = useQuery({
    queryKey: [list.path, query],
    queryFn: () => call(list, { query }),
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: Math.min(place.count, NAMED) }} />
  const more = data.total - data.items.length
  return (
    <ul className="map-names stack">
      {data.items.map(({ id, name, status }) => (
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
      {more > 0 && (
        <>
          <li className="caption">{t($ => $.mapMore, { count: more })}</li>
          {customerStatuses.map(
            status =>
              place.statuses[status] && (
                <li key={status} className="caption">
                  <DeviceStatusWord status={status} />
                  <span className="num">{place.statuses[status].toLocaleString(language)}</span>
                </li>
              ),
          )}
        </>
      )}
    </ul>
  )
}
