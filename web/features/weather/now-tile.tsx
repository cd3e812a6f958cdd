import { CloudRain, Droplets, Thermometer, Wind } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceWeather, WeatherNow } from '#shared/contracts/weather.ts'
import { layerHeatIndex } from '#shared/physics/heat-index.ts'
import { numberText } from '#web/components/number-text.ts'
import { BesideForecast } from '#web/components/weather/beside-forecast.tsx'
import { SkyIcon } from '#web/components/weather/sky.tsx'
import { sayWeather } from '#web/components/weather/use-weather.ts'
import { useReader } from '#web/data/preferences.ts'
import { Tile } from './tile.tsx'

const POINTS = 8

interface Props extends Pick<PlaceWeather, 'place' | 'source' | 'sensors'> {
  now: WeatherNow
}

/** The weather in the current quarter of an hour. */
export function NowTile({ now, place, source, sensors }: Props) {
  const { t } = useTranslation('weather')
  const { t: common } = useTranslation('components')
  const reader = useReader()
  const say = sayWeather(reader)
  const { sky, isDay, temperature, humidity, wind, windFrom, rain } = now
  const from = windFrom === null ? '' : t($ => $.points[pointOf(windFrom)])
  return (
    <Tile title={t($ => $.now)} source={source}>
      <div className="weather-now row gap-4">
        <SkyIcon sky={sky} isDay={isDay} size={48} />
        <div>
          <strong className="num">{say.exactDegrees(temperature)}</strong>
          <span>
            {place.name}
            {sky && ` · ${common($ => $.weather.skies[sky])}`}
          </span>
        </div>
      </div>
      <dl className="weather-figures halves gap-3">
        <Figure
          icon={<Droplets size={16} aria-hidden />}
          label={t($ => $.humidity)}
          value={say.percent(humidity)}
        />
        <Figure
          icon={<Wind size={16} aria-hidden />}
          label={t($ => $.wind)}
          value={`${say.wind(wind)} ${from}`.trim()}
        />
        <Figure icon={<CloudRain size={16} aria-hidden />} label={t($ => $.rain)} value={say.rain(rain)} />
        <Figure
          icon={<Thermometer size={16} aria-hidden />}
          label={t($ => $.index)}
          value={numberText(layerHeatIndex(temperature, humidity), 0, reader)}
        />
      </dl>
      {sensors.length > 0 && (
        <section aria-label={t($ => $.measured)}>
          <h3 className="caption">{t($ => $.measured)}</h3>
          <ul className="weather-sensors stack gap-1 num">
            {sensors.map(sensor => (
              <li key={sensor.houseId}>
                {sensor.houseName} <strong>{say.exactDegrees(sensor.temperature)}</strong>{' '}
                <BesideForecast measured={sensor.temperature} forecast={temperature} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Tile>
  )
}

const pointOf = (degrees: number) =>
  String(Math.round((degrees / 360) * POINTS) % POINTS) as '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7'

function Figure({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <div>
      <dt>
        {icon} {label}
      </dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
