import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OverhaulPlaces, overhaul } from '#shared/contracts/overhaul.ts'
import { SOON_DAYS } from '#shared/overhaul.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { NearDate } from '#web/components/near-date.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { pointOf } from '#web/components/world-map/projection.ts'
import { call } from '#web/data/client.ts'
import './overhaul-map.css'

const HOME = { x: 500, y: 216, zoom: 1 }
/** px */
const HEIGHT = { wide: 420, phone: 260 }

type Place = OverhaulPlaces['places'][number]

const markOf = ({ daysLeft }: Place): State =>
  daysLeft < 0 ? 'alarm' : daysLeft <= SOON_DAYS ? 'watch' : 'normal'

/** Where something is to be maintained next: customers on the map and by date; one leads to its plans. */
export function OverhaulMap({ open }: { open: (officeId: string) => void }) {
  const { t } = useTranslation('overhaul')
  const isPhone = useIsPhone()
  const { data, error, refetch } = useQuery({
    queryKey: [overhaul.places.path],
    queryFn: () => call(overhaul.places),
  })
  if (!data)
    return (
      <div className="card overhaul-map">
        {error ? <LoadProblem error={error} retry={() => void refetch()} /> : <Skeleton active />}
      </div>
    )
  const { places, total } = data
  const withoutPlace = places.filter(({ at }) => at === null).length
  return (
    <div className="card overhaul-map">
      <PanMap
        label={t($ => $.mapLabel)}
        height={isPhone ? HEIGHT.phone : HEIGHT.wide}
        home={HOME}
        says={withoutPlace > 0 && t($ => $.mapWithout, { count: withoutPlace })}
      >
        {at =>
          // The most urgent last: it lies on top.
          places.toReversed().map(place => {
            const where = place.at && at(pointOf(place.at))
            return (
              where && (
                <button
                  key={place.id}
                  type="button"
                  className="overhaul-pin"
                  style={where}
                  title={place.name}
                  aria-label={place.name}
                  onClick={() => open(place.id)}
                >
                  <StateMark state={markOf(place)} />
                  {place.overdue > 0 && <span className="num">{place.overdue}</span>}
                </button>
              )
            )
          })
        }
      </PanMap>
      <ol className="overhaul-places" aria-label={t($ => $.mapList)}>
        {places.map(place => (
          <li key={place.id}>
            <StateMark state={markOf(place)} />
            <button type="button" onClick={() => open(place.id)}>
              {place.name}
            </button>
            <span className="num">
              {place.overdue > 0 ? t($ => $.mapOverdue, { count: place.overdue }) : ''}
            </span>
            <NearDate on={place.nextOn} soon={SOON_DAYS} />
          </li>
        ))}
      </ol>
      {total > places.length && (
        <p className="caption">{t($ => $.mapMore, { count: total - places.length })}</p>
      )}
    </div>
  )
}
