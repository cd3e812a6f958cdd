import { useTranslation } from 'react-i18next'
import { type DataScreen, type WallState, wallStates } from '#shared/contracts/data-screen.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { pointOf } from '#web/components/world-map/projection.ts'
import { WORLD, WorldMap } from '#web/components/world-map/world-map.tsx'

/** More names than these lie on each other. */
const NAMED = 12
const worst = (state: WallState) => -wallStates.indexOf(state)

/** Where the farms are and how they stand; only those with a problem are named, alarms before what is offline. */
export function WallMap({ figures: { places } }: { figures: DataScreen }) {
  const { t } = useTranslation('data-screen')
  const named = places
    .filter(({ state }) => state === 'alarm' || state === 'offline')
    .toSorted((one, other) => worst(one.state) - worst(other.state))
    .slice(0, NAMED)
  return (
    <section className="wall-map" aria-label={t($ => $.map)}>
      <WorldMap />
      <ul>
        {places.map(place => {
          const { x, y } = pointOf(place)
          const at = { left: `${(100 * x) / WORLD.width}%`, top: `${(100 * y) / WORLD.height}%` }
          return (
            <li key={place.id} style={at} data-state={place.state}>
              <StateMark state={place.state} />
              <span className={named.includes(place) ? undefined : 'visually-hidden'}>
                {place.city ?? place.name}
                <span className="visually-hidden">{t($ => $.state[place.state])}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
