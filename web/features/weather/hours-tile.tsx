import { useTranslation } from 'react-i18next'
import type { PlaceWeather, WeatherHour } from '#shared/contracts/weather.ts'
import { clockOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { SkyIcon } from '#web/components/weather/sky.tsx'
import { sayWeather } from '#web/components/weather/use-weather.ts'
import { useReader } from '#web/data/preferences.ts'
import { Tile } from './tile.tsx'

interface Props extends Pick<PlaceWeather, 'source'> {
  hours: readonly WeatherHour[]
  day: string
  zone: string
}

/** The hours of a day by the farm's clock. */
export function HoursTile({ hours, day, zone, source }: Props) {
  const { t } = useTranslation('weather')
  const { t: common } = useTranslation('components')
  const say = sayWeather(useReader())
  const ofDay = hours.filter(({ at }) => dateIn(zone, Date.parse(at)) === day)
  const lowest = Math.min(...ofDay.map(({ temperature }) => temperature))
  const span = Math.max(1, Math.max(...ofDay.map(({ temperature }) => temperature)) - lowest)
  return (
    <Tile title={t($ => $.hours)} source={source}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard as well */}
      <section className="weather-hours" aria-label={t($ => $.hours)} tabIndex={0}>
        <ol>
          {ofDay.map(({ at, temperature, humidity, rain, wind, sky, isDay }) => (
            <li key={at} className="num">
              <span className="caption">{clockOf(new Date(at), zone)}</span>
              <span
                className="weather-bar"
                style={{ '--share': (temperature - lowest) / span } as React.CSSProperties}
              >
                <strong>{say.degrees(temperature)}</strong>
                <i />
              </span>
              <SkyIcon sky={sky} isDay={isDay} size={18} />
              {sky && <span className="visually-hidden">{common($ => $.weather.skies[sky])}</span>}
              <small>{say.percent(humidity)}</small>
              <small>{rain ? say.rain(rain) : '–'}</small>
              <small>{say.wind(wind)}</small>
            </li>
          ))}
        </ol>
      </section>
    </Tile>
  )
}
