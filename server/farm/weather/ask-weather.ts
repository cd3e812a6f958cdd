import type { PlaceWeather } from '#shared/contracts/weather.ts'
import type { Services } from '../../platform/services.ts'
import { type KeptForecast, keepForecasts } from './kept-forecasts.ts'
import { type AskedPlace, agentFor, askOpenMeteo, forecastAddress } from './open-meteo.ts'
import { sampleForecast } from './sample.ts'

type Answer = KeptForecast & Pick<PlaceWeather, 'source' | 'provider'>

/** The weather source by the server's configuration. */
function sourceFor({ config, log }: Services): (place: AskedPlace) => Promise<Answer> {
  const { weatherUrl, weatherKey, demo } = config
  if (weatherUrl === undefined)
    return async place => {
      const askedAt = Date.now()
      return demo
        ? { source: 'sample', provider: null, askedAt, forecast: sampleForecast(place, askedAt), fault: null }
        : { source: 'off', provider: null, askedAt, forecast: null, fault: null }
    }
  const agent = agentFor(weatherUrl)
  const provider = new URL(weatherUrl).hostname
  const ask = keepForecasts(
    place => askOpenMeteo(forecastAddress(weatherUrl, weatherKey, place), place, agent),
    // Without the address, which contains the key.
    error => log.warn({ provider, reason: error instanceof Error ? error.message : error }, 'no weather'),
  )
  return async place => {
    const kept = await ask(place)
    return { ...kept, source: kept.forecast ? 'provider' : 'unanswered', provider }
  }
}

const sources = new WeakMap<Services, ReturnType<typeof sourceFor>>()

/** The weather of a place: from the configured provider, a sample in the demonstration, or none. Never fails. */
export function askWeather(services: Services, place: AskedPlace): Promise<Answer> {
  const source = sources.get(services) ?? sourceFor(services)
  sources.set(services, source)
  return source(place)
}
