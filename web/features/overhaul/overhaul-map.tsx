import { useQuery } from '@tanstack/react-query'
import { Popover, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OverhaulPlaces, overhaul } from '#shared/contracts/overhaul.ts'
import { SOON_DAYS } from '#shared/overhaul.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { NearDate } from '#web/components/near-date.tsx'
import { PopoverPanel } from '#web/components/popover-panel.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { MapPin } from '#web/components/world-map/map-pin.tsx'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { type Point, pointOf } from '#web/components/world-map/projection.ts'
import { call } from '#web/data/client.ts'
import './overhaul-map.css'

const HOME = { x: 500, y: 216, zoom: 1 }
/** px */
const HEIGHT = { wide: 420, phone: 260 }

type Place = OverhaulPlaces['places'][number]

const markOf = ({ daysLeft }: Place): State =>
  daysLeft === null ? 'disabled' : daysLeft < 0 ? 'alarm' : daysLeft <= SOON_DAYS ? 'watch' : 'normal'

interface Mark {
  /** px from the map's corner. */
  where: { left: number; top: number }
  /** The most urgent of the customers there. */
  first: Place
  others: Place[]
}
/** Marks closer than this are merged. px */
const APART = 28

/** Customers as marks on the map; neighbours share one. */
function marksOf(places: readonly Place[], at: (point: Point) => Mark['where'] | null): Mark[] {
  const marks: Mark[] = []
  for (const place of places) {
    const where = place.at && at(pointOf(place.at))
    if (!where) continue
    const near = marks.find(
      ({ where: { left, top } }) => Math.hypot(left - where.left, top - where.top) < APART,
    )
    if (near) near.others.push(place)
    else marks.push({ where, first: place, others: [] })
  }
  return marks
}

/** Where maintenance is due next: customers on the map and by date; each links to its plans. */
export function OverhaulMap({ open }: { open: (officeId: string) => void }) {
  const { t } = useTranslation('overhaul')
  const isPhone = useIsPhone()
  const { data, error, refetch } = useQuery({
    queryKey: [overhaul.places.path],
    queryFn: () => call(overhaul.places),
  })
  if (!data)
    return (
      <div className="card map-card">
        {error ? <LoadProblem error={error} retry={() => void refetch()} /> : <Skeleton active />}
      </div>
    )
  const { places, total } = data
  const withoutPlace = places.filter(({ at }) => at === null).length
  return (
    <div className="card map-card">
      <PanMap
        label={t($ => $.mapLabel)}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        home={HOME}
        says={withoutPlace > 0 && t($ => $.mapWithout, { count: withoutPlace })}
      >
        {at =>
          // The most urgent last, so that it lies on top.
          marksOf(places, at)
            .toReversed()
            .map(mark => <Pin key={mark.first.id} mark={mark} open={open} />)
        }
      </PanMap>
      <ol className="overhaul-places" aria-label={t($ => $.mapList)}>
        {places.map(place => (
          <li key={place.id}>
            <StateMark state={markOf(place)} />
            <button type="button" className="overhaul-place" onClick={() => open(place.id)}>
              {place.name}
            </button>
            <span className="overhaul-late num">
              {place.overdue > 0 ? t($ => $.mapOverdue, { count: place.overdue }) : ''}
            </span>
            <NearDate on={place.nextOn} soon={SOON_DAYS} timeZone={place.timeZone} />
          </li>
        ))}
      </ol>
      {total > places.length && (
        <p className="caption">{t($ => $.mapMore, { count: total - places.length })}</p>
      )}
    </div>
  )
}

/** One customer, or several neighbours whose names a click lists. */
function Pin({ mark: { where, first, others }, open }: { mark: Mark; open: (officeId: string) => void }) {
  const { t } = useTranslation('overhaul')
  const all = [first, ...others]
  const overdue = all.reduce((sum, place) => sum + place.overdue, 0)
  const label = others.length > 0 ? t($ => $.mapCount, { count: all.length }) : first.name
  const pin = { where, state: markOf(first), label, children: overdue > 0 && overdue }
  if (others.length === 0) return <MapPin {...pin} onClick={() => open(first.id)} />
  return (
    <Popover
      trigger="click"
      title={label}
      destroyOnHidden
      content={
        <PopoverPanel>
          <ul className="map-names stack">
            {all.map(place => (
              <li key={place.id}>
                <button type="button" className="overhaul-place" onClick={() => open(place.id)}>
                  {place.name}
                </button>
                <NearDate on={place.nextOn} soon={SOON_DAYS} timeZone={place.timeZone} />
              </li>
            ))}
          </ul>
        </PopoverPanel>
      }
    >
      <MapPin {...pin} />
    </Popover>
  )
}
