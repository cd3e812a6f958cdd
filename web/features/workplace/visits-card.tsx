import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { repairs, type Visit } from '#shared/contracts/repairs.ts'
import { clockOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { MapPinLink } from '#web/components/world-map/map-pin.tsx'
import { PanMap } from '#web/components/world-map/pan-map.tsx'
import { pointOf } from '#web/components/world-map/projection.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'
import './visits-card.css'

/** px */
const HEIGHT = 220
/** How close the map begins, so that a day's places stand apart. */
const ZOOM = 6

/** Where the engineers go today, in the order of the day, on the map and one below the other; nothing on a day without. */
export function VisitsCard() {
  const { t } = useTranslation('workplace')
  const mayAsk = useMayCall(repairs.visits)
  const asked = useQuery({
    queryKey: [repairs.visits.path],
    queryFn: () => call(repairs.visits),
    enabled: mayAsk,
  })
  if (!asked.data?.length) return null
  const visits = asked.data
  const [first] = visits.filter(({ at }) => at !== null)
  const hrefFor = ({ id }: Visit) => hrefOf(paths.repairs, { id })
  return (
    <Card title={t($ => $.visits)} of={[asked]}>
      {first?.at && (
        <div className="map-card visits-map">
          <PanMap label={t($ => $.visitsMap)} height={HEIGHT} home={{ ...pointOf(first.at), zoom: ZOOM }}>
            {at =>
              visits.map((visit, i) => {
                const where = visit.at && at(pointOf(visit.at))
                return (
                  where && (
                    <MapPinLink
                      key={visit.id}
                      where={where}
                      state="pending"
                      label={t($ => $.visitAt, { place: i + 1, name: visit.customer ?? visit.title })}
                      to={hrefFor(visit)}
                    >
                      {i + 1}
                    </MapPinLink>
                  )
                )
              })
            }
          </PanMap>
        </div>
      )}
      <ol className="visits">
        {visits.map(visit => (
          <li key={visit.id}>
            <time className="num" dateTime={visit.visitAt}>
              {clockOf(Date.parse(visit.visitAt), visit.timeZone)}
            </time>
            <div>
              <ScreenLink to={hrefFor(visit)}>
                {[visit.customer, visit.house].filter(Boolean).join(' · ') || visit.number}
              </ScreenLink>
              <span className="caption">
                {visit.title}
                {visit.at === null && ` · ${t($ => $.visitNowhere)}`}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
