import { useTranslation } from 'react-i18next'
import type { PlaceWeather } from '#shared/contracts/weather.ts'
import './weather-mark.css'

/** Says of a tile that its weather is invented for the demonstration; nothing of weather that somebody forecast. */
export function WeatherMark({ source }: Pick<PlaceWeather, 'source'>) {
  const { t } = useTranslation('components')
  return source === 'sample' ? <span className="weather-mark">{t($ => $.weather.sample)}</span> : null
}
