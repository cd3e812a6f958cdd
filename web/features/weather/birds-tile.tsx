import { useTranslation } from 'react-i18next'
import { hoursAhead } from '#shared/bird-weather.ts'
import type { FlockWeather, PlaceWeather, WeatherHour } from '#shared/contracts/weather.ts'
import { clockOf, nearDayOf } from '#shared/dates.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { sayWeather } from '#web/components/weather/use-weather.ts'
import { useReader } from '#web/data/preferences.ts'
import { Tile } from './tile.tsx'

const stateOfZone = { comfort: 'normal', alert: 'watch', danger: 'alarm', emergency: 'emergency' } as const
const states: readonly State[] = ['emergency', 'alarm', 'watch', 'normal']
/** Water in lines, pads and drinkers freezes. °C */
const FROST = 0

interface Props extends Pick<PlaceWeather, 'flocks' | 'source'> {
  hours: readonly WeatherHour[]
  zone: string
}

const stateOf = ({ heat, cold }: FlockWeather): State => {
  const ofHeat = heat ? stateOfZone[heat.zone] : 'normal'
  const ofCold = cold ? (cold.isGrave ? 'alarm' : 'watch') : 'normal'
  return states.indexOf(ofHeat) < states.indexOf(ofCold) ? ofHeat : ofCold
}

/** What the next two days mean for each flock, worst first, and what to do about it. */
export function BirdsTile({ flocks, hours, zone, source }: Props) {
  const { t } = useTranslation('weather')
  const say = sayWeather(useReader())
  const sorted = flocks
    .map(flock => ({ flock, state: stateOf(flock) }))
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))
  const coldest = Math.min(...hoursAhead(hours, Date.now()).map(({ temperature }) => temperature))
  return (
    <Tile title={t($ => $.birds)} source={source}>
      {coldest <= FROST && (
        <p className="weather-frost">
          <StateMark state="watch" /> {t($ => $.frost, { coldest: say.degrees(coldest) })}
        </p>
      )}
      {sorted.length === 0 && <p className="caption">{t($ => $.noBirds)}</p>}
      <ul className="weather-birds stack">
        {sorted.map(({ flock, state }) => (
          <Bird key={flock.id} flock={flock} state={state} zone={zone} />
        ))}
      </ul>
    </Tile>
  )
}

const staysAtMinimum = ({ min, coldest, hottest }: NonNullable<FlockWeather['house']>) =>
  coldest.level === min && hottest.level === min

function Bird({ flock, state, zone }: { flock: FlockWeather; state: State; zone: string }) {
  const { t } = useTranslation('weather')
  const reader = useReader()
  const say = sayWeather(reader)
  const { houseName, type, dayAge, target, heat, cold, house } = flock
  const span = ({ from, to }: { from: string; to: string }) => {
    const [first, last] = [from, to].map(at => nearDayOf(new Date(at), reader.language, zone))
    const [begins, ends] = [from, to].map(at => clockOf(new Date(at), zone))
    return first === last ? `${first} ${begins}–${ends}` : `${first} ${begins} – ${last} ${ends}`
  }
  const saysOfHeat = ({ zone, isYoung, ...spell }: NonNullable<typeof heat>) => {
    const shown = zone === 'comfort' ? 'alert' : zone
    const figures = {
      span: span(spell),
      temperature: say.degrees(spell.temperature),
      humidity: say.percent(spell.humidity),
    }
    return isYoung ? t($ => $.heatYoung[shown], figures) : t($ => $.heat[shown], figures)
  }
  const saysOfPads = (without: NonNullable<typeof heat>['withoutPads'], pads: string) =>
    without === null
      ? t($ => $.pads, { pads })
      : t($ => $.padsNeeded, { pads, zone: t($ => $.zones[without]) })
  const kind = houseTypeNames[type][reader.language]
  return (
    <li data-state={state}>
      <span className="row wrap gap-15">
        <StateMark state={state} /> <strong>{houseName}</strong>
        <small className="num">{t($ => $.flock, { kind, age: dayAge, target: say.degrees(target) })}</small>
      </span>
      {heat && (
        <p className="num">
          {saysOfHeat(heat)} {heat.pads !== null && saysOfPads(heat.withoutPads, say.degrees(heat.pads))}
        </p>
      )}
      {cold && (
        <p className="num">
          {t($ => (cold.isGrave ? $.coldGrave : $.cold), {
            span: span(cold),
            temperature: say.degrees(cold.temperature),
            held: say.degrees(cold.held),
            heating: say.power(cold.heating),
          })}
        </p>
      )}
      {!heat && !cold && <p>{t($ => $.well)}</p>}
      {house && (
        <p className="num">
          {t($ => (staysAtMinimum(house) ? $.houseAtMinimum : $.house), {
            min: house.min,
            coldest: say.degrees(house.coldest.temperature),
            atColdest: house.coldest.level,
            hottest: say.degrees(house.hottest.temperature),
            atHottest: house.hottest.level,
          })}{' '}
          {house.hottest.pads && t($ => $.padsOn)}
        </p>
      )}
    </li>
  )
}
