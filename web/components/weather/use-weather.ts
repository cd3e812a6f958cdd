import { useQuery } from '@tanstack/react-query'
import { weather } from '#shared/contracts/weather.ts'
import { formatSignal } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { call } from '#web/data/client.ts'

/** As long as the server caches an answer. ms */
const KEPT_MS = 15 * 60_000
const KMH_PER_MS = 3.6

/** The weather at a place, refetched when stale. */
export const usePlaceWeather = (id: string | undefined) =>
  useQuery({
    queryKey: [weather.get.path, id],
    queryFn: () => call(weather.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: KEPT_MS,
  })

/** Weather figures with units, formatted for the reader. */
export function sayWeather(reader: Reader) {
  const say = (unit: string, decimals: number) => (value: number | null) =>
    formatSignal(value, { unit, decimals }, reader)
  const wind = reader.units === 'metric' ? say('m/s', 1) : say('km/h', 0)
  return {
    degrees: say('°C', 0),
    exactDegrees: say('°C', 1),
    percent: say('%', 0),
    rain: say('mm', 1),
    power: say('kW/heat', 0),
    wind: (metresPerSecond: number | null) =>
      wind(
        metresPerSecond === null || reader.units === 'metric'
          ? metresPerSecond
          : metresPerSecond * KMH_PER_MS,
      ),
  }
}
