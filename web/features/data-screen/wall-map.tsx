import { useTranslation } from 'react-i18next'
import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { isInAlarm } from '#shared/house-urgency.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { WORLD, WorldMap } from '#web/components/world-map/world-map.tsx'
import { clustersOf } from './clusters.ts'

/** More names than this would overlap. */
const NAMED = 12

const RATIO = { '--ratio': WORLD.width / WORLD.height } as React.CSSProperties

/** The farms and their urgency: all named where they are few, else those with a problem, the worst first. */
export function WallMap({ figures: { places } }: { figures: DataScreen }) {
  const { t } = useTranslation('data-screen')
  const { t: word } = useTranslation('components')
  const clusters = clustersOf(places)
  const isBad = ({ place: { urgency } }: (typeof clusters)[number]) =>
    isInAlarm(urgency) || urgency === 'offline'
  const named = clusters.length <= NAMED ? clusters : clusters.filter(isBad).slice(0, NAMED)
  return (
    <section className="wall-map" aria-label={t($ => $.map)}>
      <div className="wall-earth" style={RATIO}>
        <WorldMap />
        <ul>
          {clusters.map(cluster => {
            const { place, count, at } = cluster
            const style = { left: `${(100 * at.x) / WORLD.width}%`, top: `${(100 * at.y) / WORLD.height}%` }
            const name = place.city ?? place.name
            return (
              <li key={place.id} style={style} data-state={place.urgency}>
                <StateMark state={place.urgency} />
                {count > 1 && (
                  <b className="num" aria-hidden>
                    {count}
                  </b>
                )}
                <span className={named.includes(cluster) ? undefined : 'visually-hidden'}>
                  {count > 1 ? t($ => $.andOthers, { name, count: count - 1 }) : name}
                  <span className="visually-hidden">{word($ => $.houseUrgency[place.urgency])}</span>
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
