import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { clockOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { isComing, WaitFor } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import type { State } from '#web/components/state-mark.tsx'
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
/** Nobody drives to more overhauls in a day; the rest is a line. */
const OVERHAULS = 8

/** One place of the day. */
interface Stop {
  key: string
  /** By the clock of the place; null for what has no hour. */
  clock: { text: string; at: string } | null
  name: string
  says: string
  to: string
  state: State
  at: { latitude: number; longitude: number } | null
}

/**
 * Where the engineers go today, on the map and one below the other: visits that are agreed by their hour, then overhauls that
 * are due, the longest overdue first. Nothing on a day without.
 */
export function VisitsCard() {
  const { t } = useTranslation('workplace')
  const visits = useVisits()
  const due = useOverhauls()
  const stops = [...visits.stops, ...due.stops]
  const [first] = stops.filter(({ at }) => at !== null)
  const of = [...visits.of, ...due.of]
  if (of.some(isComing)) return <WaitFor of={of} />
  if (stops.length === 0) return null
  return (
    <Card title={t($ => $.visits)} of={of}>
      {first?.at && (
        <div className="map-card visits-map">
          <PanMap label={t($ => $.visitsMap)} height={HEIGHT} home={{ ...pointOf(first.at), zoom: ZOOM }}>
            {at =>
              stops.map((stop, i) => {
                const where = stop.at && at(pointOf(stop.at))
                return (
                  where && (
                    <MapPinLink
                      key={stop.key}
                      where={where}
                      state={stop.state}
                      label={t($ => $.visitAt, { place: i + 1, name: stop.name })}
                      to={stop.to}
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
        {stops.map(({ key, clock, name, says, to, at }, i) => (
          <li key={key}>
            <span className="visit-place num">{i + 1}</span>
            {clock ? (
              <time className="num" dateTime={clock.at}>
                {clock.text}
              </time>
            ) : (
              <span className="caption">{t($ => $.visitOverhaul)}</span>
            )}
            <div>
              <ScreenLink to={to}>{name}</ScreenLink>
              <span className="caption">
                {says}
                {at === null && ` · ${t($ => $.visitNowhere)}`}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {due.more > 0 && (
        <ScreenLink to={hrefOf(paths.overhauls, { due: 'overdue' })}>
          {t($ => $.visitsMore, { count: due.more })}
        </ScreenLink>
      )}
    </Card>
  )
}

/** Visits agreed for repairs, by their hour. */
function useVisits() {
  const mayAsk = useMayCall(repairs.visits)
  const asked = useQuery({
    queryKey: [repairs.visits.path],
    queryFn: () => call(repairs.visits),
    enabled: mayAsk,
  })
  const stops = (asked.data ?? []).map(
    ({ id, number, title, customer, house, visitAt, timeZone, at }): Stop => ({
      key: id,
      clock: { text: clockOf(Date.parse(visitAt), timeZone), at: visitAt },
      name: [customer, house].filter(Boolean).join(' · ') || number,
      says: title,
      to: hrefOf(paths.repairs, { id }),
      state: 'pending',
      at,
    }),
  )
  return { stops, of: mayAsk ? [asked] : [] }
}

/** Customers with maintenance that is due today or overdue. */
function useOverhauls() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const mayAsk = useMayCall(overhaul.places) && exists(paths.overhauls)
  const asked = useQuery({
    queryKey: [overhaul.places.path, 'now'],
    queryFn: () => call(overhaul.places, { query: { due: 'now' } }),
    enabled: mayAsk,
  })
  const { places, total } = asked.data ?? { places: [], total: 0 }
  const stops = places.slice(0, OVERHAULS).map(({ id, name, daysLeft, overdue, at }): Stop => {
    const late = -(daysLeft ?? 0)
    return {
      key: id,
      clock: null,
      name,
      says: [
        late > 0 ? t($ => $.visitLate, { count: late }) : t($ => $.visitDue),
        overdue > 0 && t($ => $.visitOverdue, { count: overdue }),
      ]
        .filter(Boolean)
        .join(' · '),
      to: hrefOf(paths.overhauls, { officeId: id }),
      state: late > 0 ? 'alarm' : 'watch',
      at,
    }
  })
  return { stops, more: total - stops.length, of: mayAsk ? [asked] : [] }
}
