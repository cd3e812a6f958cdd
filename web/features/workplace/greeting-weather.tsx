import { useQuery } from '@tanstack/react-query'
import { Droplets, Wind } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { weather } from '#shared/contracts/weather.ts'
import { paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { SkyIcon } from '#web/components/weather/sky.tsx'
import { sayWeather, usePlaceWeather } from '#web/components/weather/use-weather.ts'
import { WeatherMark } from '#web/components/weather/weather-mark.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** How far ahead to look for the coming night. Hours */
const NIGHT_WITHIN = 24

/** The farm's weather beside the greeting, with a link to more; nothing without an answer. */
export function GreetingWeather() {
  const { t } = useTranslation('workplace')
  const { t: common } = useTranslation('components')
  const say = sayWeather(useReader())
  const may = useMayCall(weather.get)
  const { data: places } = useQuery({
    queryKey: [weather.places.path],
    queryFn: () => call(weather.places, { query: {} }),
    enabled: may,
  })
  const { data } = usePlaceWeather(places?.[0]?.id)
  if (!data?.forecast) return null
  const { now, hours } = data.forecast
  const ahead = hours.filter(({ at }) => at > now.at).slice(0, NIGHT_WITHIN)
  const night = ahead.filter(({ isDay }) => !isDay).map(({ temperature }) => temperature)
  const { sky } = now
  return (
    <ScreenLink className="workplace-weather" to={paths.weather}>
      <SkyIcon sky={sky} isDay={now.isDay} size={32} />
      <span>
        <span>
          <strong className="num">{say.degrees(now.temperature)}</strong> {data.place.name}
          {sky && ` ${common($ => $.weather.skies[sky])}`} <WeatherMark source={data.source} />
        </span>
        <small className="num">
          <Droplets size={12} aria-hidden /> {say.percent(now.humidity)} <Wind size={12} aria-hidden />{' '}
          {say.wind(now.wind)}
          {night.length > 0 && ` ${t($ => $.tonight, { lowest: say.degrees(Math.min(...night)) })}`}
        </small>
      </span>
    </ScreenLink>
  )
}
