import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { weather } from '#shared/contracts/weather.ts'
import { isApart } from '#shared/weather.ts'
import { BesideForecast } from '#web/components/weather/beside-forecast.tsx'
import { sayWeather, usePlaceWeather } from '#web/components/weather/use-weather.ts'
import { call } from '#web/data/client.ts'
import { useFromBelieved } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { numberOf } from './states.ts'

const OUTSIDE = ['Climate/Temp/Outdoor']

/** The forecast for the house now, beside what its outside sensor measures. */
export function ForecastBeside({ houseId, iotId }: { houseId: string; iotId: string | null }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const { data: places } = useQuery({
    queryKey: [weather.places.path, houseId],
    queryFn: () => call(weather.places, { query: { houseId } }),
    enabled: useMayCall(weather.places),
  })
  const { data } = usePlaceWeather(places?.[0]?.id)
  const measured = useFromBelieved(iotId, OUTSIDE, readingOf => numberOf(readingOf(OUTSIDE[0] ?? '')))
  const forecast = data?.forecast?.now.temperature
  if (forecast === undefined || measured === null) return null
  return (
    <div>
      <dt>{t($ => $.strip.forecast)}</dt>{' '}
      <dd>
        {sayWeather(reader).exactDegrees(forecast)}{' '}
        {isApart(measured, forecast) && <BesideForecast measured={measured} forecast={forecast} />}
      </dd>
    </div>
  )
}
