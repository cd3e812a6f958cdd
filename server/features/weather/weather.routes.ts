import { and, inArray, isNull } from 'drizzle-orm'
import { flockWeather } from '#shared/bird-weather.ts'
import { type Forecast, type PlaceWeather, weather } from '#shared/contracts/weather.ts'
import { flocksWhere, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import type { Services } from '../../platform/services.ts'
import { type KeptForecast, keepForecasts } from './kept-forecasts.ts'
import { type AskedPlace, agentFor, askOpenMeteo, forecastAddress } from './open-meteo.ts'
import { type FarmPlace, farmOfPlace, placesOf } from './places.ts'
import { sampleForecast } from './sample.ts'

type Answer = KeptForecast & Pick<PlaceWeather, 'source' | 'provider'>

/** Whom a server asks, by its configuration. */
function sourceFor({ config, log }: Services): (place: AskedPlace) => Promise<Answer> {
  const { weatherUrl, weatherKey, demo } = config
  if (weatherUrl === undefined)
    return async place => {
      const askedAt = Date.now()
      return demo
        ? { source: 'sample', provider: null, askedAt, forecast: sampleForecast(place, askedAt) }
        : { source: 'off', provider: null, askedAt, forecast: null }
    }
  const agent = agentFor(weatherUrl)
  const provider = new URL(weatherUrl).hostname
  const ask = keepForecasts(
    place => askOpenMeteo(forecastAddress(weatherUrl, weatherKey, place), place, agent),
    // Without the address: it has the key.
    error => log.warn({ provider, reason: error instanceof Error ? error.message : error }, 'no weather'),
  )
  return async place => {
    const kept = await ask(place)
    return { ...kept, source: kept.forecast ? 'provider' : 'unanswered', provider }
  }
}

const sources = new WeakMap<Services, ReturnType<typeof sourceFor>>()
function ask(services: Services, place: AskedPlace): Promise<Answer> {
  const source = sources.get(services) ?? sourceFor(services)
  sources.set(services, source)
  return source(place)
}

/** What the forecast means to the flocks in the houses there, by the names of the houses. */
async function flocksAt(call: Call<typeof weather.get>, place: FarmPlace, { hours }: Forecast) {
  const { db, viewer, language } = call
  const houses = new Map(place.houses.map(each => [each.id, each]))
  if (houses.size === 0) return []
  const isThere = and(inArray(flock.houseId, [...houses.keys()]), isNull(flock.endedOn))
  const found = await flocksWhere(db, viewer.scope, language, isThere).orderBy(house.name, flock.id)
  if (found.length > 0) await noteLook(call, 'overview', [{ farmPath: place.farmPath }])
  return found.flatMap(each => {
    const { id, houseId, houseName, type, breed, age, alive } = shownFlock(each)
    const size = houses.get(houseId)
    if (!size || age === null || alive === null || alive <= 0) return []
    const { lengthM, widthM, heightM } = size
    const outside = { type, breed, age, birds: alive, lengthM, widthM, heightM, latitude: place.latitude }
    return { id, houseId, houseName, type, age, ...flockWeather(outside, hours, Date.now()) }
  })
}

export const weatherFeature = feature('weather', weather, {
  places: async call => {
    const found = await placesOf(call, call.query)
    return found.map(({ id, name }) => ({ id, name }))
  },
  get: async call => {
    const { id } = call.params
    const places = await placesOf(call, { id: farmOfPlace(id) })
    const place = places.find(each => each.id === id)
    if (!place) throw refuse.notFound()
    const { name, timeZone, latitude, longitude } = place
    const { source, provider, askedAt, forecast } = await ask(call.services, place)
    return {
      place: { id, name, timeZone, latitude, longitude },
      source,
      provider,
      askedAt: source === 'off' ? null : new Date(askedAt).toISOString(),
      forecast,
      flocks: forecast ? await flocksAt(call, place, forecast) : [],
    }
  },
})
