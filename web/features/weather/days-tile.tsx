import { useTranslation } from 'react-i18next'
import type { PlaceWeather, WeatherDay, WeatherHour } from '#shared/contracts/weather.ts'
import { nearDayOf } from '#shared/dates.ts'
import { heatZones, layerHeatIndex, layerHeatZone } from '#shared/physics/heat-index.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { SkyIcon } from '#web/components/weather/sky.tsx'
import { sayWeather } from '#web/components/weather/use-weather.ts'
import { useReader } from '#web/data/preferences.ts'
import { Tile } from './tile.tsx'

interface Props extends Pick<PlaceWeather, 'source'> {
  days: readonly WeatherDay[]
  hours: readonly WeatherHour[]
  chosen: string
  zone: string
}

/** Seven days, each from its coldest to its warmest on a common scale; choosing a day shows its hours below. */
export function DaysTile({ days, hours, chosen, zone, source }: Props) {
  const { t } = useTranslation('weather')
  const lowest = Math.min(...days.map(day => day.lowest))
  const span = Math.max(1, Math.max(...days.map(day => day.highest)) - lowest)
  const byDay = Map.groupBy(hours, ({ at }) => dateIn(zone, Date.parse(at)))
  return (
    <Tile title={t($ => $.days)} source={source}>
      <ul className="weather-days">
        {days.map(day => (
          <Day
            key={day.day}
            day={day}
            isChosen={day.day === chosen}
            zone={worstZone(byDay.get(day.day) ?? [])}
            from={(day.lowest - lowest) / span}
            to={(day.highest - lowest) / span}
          />
        ))}
      </ul>
    </Tile>
  )
}

const worstZone = (hours: readonly WeatherHour[]) =>
  heatZones[
    Math.max(
      0,
      ...hours.map(({ temperature, humidity }) =>
        heatZones.indexOf(layerHeatZone(layerHeatIndex(temperature, humidity))),
      ),
    )
  ] ?? 'comfort'

interface DayProps {
  day: WeatherDay
  isChosen: boolean
  zone: (typeof heatZones)[number]
  from: number
  to: number
}

const states = { comfort: 'normal', alert: 'watch', danger: 'alarm', emergency: 'emergency' } as const

function Day({ day, isChosen, zone, from, to }: DayProps) {
  const { t } = useTranslation('weather')
  const { t: common } = useTranslation('components')
  const { setSearch } = useScreen()
  const reader = useReader()
  const say = sayWeather(reader)
  const noon = Date.parse(`${day.day}T12:00Z`)
  const weekday = new Intl.DateTimeFormat(reader.language, { weekday: 'short', timeZone: 'UTC' }).format(noon)
  const { sky } = day
  return (
    <li>
      <button type="button" aria-pressed={isChosen} onClick={() => setSearch({ day: day.day })}>
        <span className="num">
          <strong>{weekday}</strong> <small>{nearDayOf(noon, reader.language, 'UTC')}</small>
        </span>
        <span className="row">
          <SkyIcon sky={sky} size={20} />
          {sky && common($ => $.weather.skies[sky])}
        </span>
        <span className="num weather-range">
          <span className="weather-lowest">{say.degrees(day.lowest)}</span>
          <i style={{ '--from': from, '--to': to } as React.CSSProperties} />
          <strong>{say.degrees(day.highest)}</strong>
        </span>
        <span className="num weather-rain">
          {say.rain(day.rain)}
          {day.rainChance !== null && <small> {say.percent(day.rainChance)}</small>}
        </span>
        <span className="num weather-wind">{say.wind(day.wind)}</span>
        <StateWord state={states[zone]}>{t($ => $.zones[zone])}</StateWord>
      </button>
    </li>
  )
}
