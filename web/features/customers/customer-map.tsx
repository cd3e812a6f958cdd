import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAP_CELLS, type MapCell, type Place } from '#shared/contracts/customer-records.ts'
import { contractOf } from '#shared/contracts/customers.ts'
import { customerStatuses, type Stage } from '#shared/customers.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import type { Filters } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { type Box, pointOf } from '#web/components/world-map/projection.ts'
import { call } from '#web/data/client.ts'
import { CustomerPin } from './customer-pin.tsx'
import { useRereadMs, useStatusNews } from './use-status-news.ts'
import './customer-map.css'

const HOME = { x: 500, y: 216, zoom: 1 }
/** px */
const HEIGHT = { wide: 560, phone: 300 }

interface Props {
  stage: Stage
  filters: Filters
  open: ((id: string) => void) | undefined
}

/** The request: the visible part, rounded so that small moves request nothing new, in cells wide enough for a mark. */
type Look = Partial<Box> & { cell: MapCell }
const NO_PLACES: readonly Place[] = []
/** px */
const MARK = 44
/** While this much of the earth shows, all of it is requested. Degrees */
const MOST = 180
const ROUNDED_CELLS = 4

function lookAt({ west, south, east, north }: Box, degreePx: number): Look {
  const cell = MAP_CELLS.findLast(side => side * degreePx >= MARK) ?? MAP_CELLS[0]
  const span = (east - west + 360) % 360 || 360
  if (north - south >= MOST / 2 || span >= MOST) return { cell }
  const step = cell * ROUNDED_CELLS
  const down = (degrees: number, least: number) => Math.max(Math.floor(degrees / step) * step, least)
  const up = (degrees: number, most: number) => Math.min(Math.ceil(degrees / step) * step, most)
  return { cell, west: down(west, -180), south: down(south, -90), east: up(east, 180), north: up(north, 90) }
}

/** The customers under the list's filters on the map; neighbours share a mark with their count. */
export function CustomerMap({ stage, filters, open }: Props) {
  const { t } = useTranslation('customers')
  const isPhone = useIsPhone()
  const [look, setLook] = useState<Look>()
  const { places } = contractOf[stage]
  const query = { ...filters, ...look }
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [places.path, query],
    queryFn: () => call(places, { query }),
    enabled: look !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: useRereadMs(),
  })
  useStatusNews(stage, { rows: useSingles(data?.places), readAt: dataUpdatedAt })
  const see = useCallback((box: Box, degreePx: number) => setLook(lookAt(box, degreePx)), [])
  if (error && !data)
    return (
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
  const { places: marks = [], withoutPlace = 0 } = data ?? {}
  return (
    <div className="card map-card">
      <PanMap
        label={t($ => $.mapOf[stage])}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        home={HOME}
        look={see}
        says={withoutPlace > 0 && t($ => $.withoutPlace, { count: withoutPlace })}
      >
        {at =>
          marks.map(place => {
            const where = at(pointOf(place))
            const { west, south } = place.box
            return (
              where && <CustomerPin key={`${west} ${south}`} {...{ place, where, stage, filters, open }} />
            )
          })
        }
      </PanMap>
      <Legend />
    </div>
  )
}

/** Customers with a mark of their own, each with the status it shows. */
const useSingles = (places: readonly Place[] = NO_PLACES) =>
  useMemo(
    () =>
      places.flatMap(({ only, statuses }) => {
        const status = customerStatuses.find(one => statuses[one])
        return only && status ? [{ id: only.id, status }] : []
      }),
    [places],
  )

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
