import { useTranslation } from 'react-i18next'
import type { PlaceWeather } from '#shared/contracts/weather.ts'
import './weather-mark.css'

/** Marks invented demonstration weather on a tile; shows nothing for a real forecast. */
export function WeatherMark({ source }: Pick<PlaceWeather, 'source'>) {
  const { t } = useTranslation('components')
  return source === 'sample' ? <span className="weather-mark">{t($ => $.weather.sample)}</span> : null
}
