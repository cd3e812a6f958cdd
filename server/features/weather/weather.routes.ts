import { and, inArray, isNull } from 'drizzle-orm'
import { flockWeather, hoursAhead } from '#shared/bird-weather.ts'
import { type Forecast, weather } from '#shared/contracts/weather.ts'
import { birdsTogether } from '#shared/flock-figures/stock.ts'
import { houseAnswer } from '#shared/house-answer.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { localText } from '#shared/zone-time.ts'
import { flocksWhere, ownStandardOf, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { settingsOfHouses } from '../../farm/settings/settings-of-houses.ts'
import { askWeather } from '../../farm/weather/ask-weather.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { type FarmPlace, farmOfPlace, placesOf } from './places.ts'
import { sensorsAt } from './sensors.ts'

/** What the forecast means for the flocks in the houses there, by house name. */
async function flocksAt(call: Call<typeof weather.get>, place: FarmPlace, { hours }: Forecast) {
  const { db, viewer, language } = call
  const houses = new Map(place.houses.map(each => [each.id, each]))
  if (houses.size === 0) return []
  const isThere = and(inArray(flock.houseId, [...houses.keys()]), isNull(flock.endedOn))
  const found = await flocksWhere(db, viewer.scope, language, isThere).orderBy(house.name, flock.id)
  if (found.length > 0) await noteLook(call, 'overview', [{ farmPath: place.farmPath }])
  const settings = viewer.grants.has('device_setting:query')
    ? await settingsOfHouses(db, [...houses.keys()])
    : new Map<string, SettingDocument>()
  const now = Date.now()
  const ahead = hoursAhead(hours, now)
  const hourAt = (at: number) => Number(localText(at, place.timeZone).slice(11, 13))
  return found.flatMap(each => {
    const { id, houseId, houseName, type, breed, age, dayAge, alive, males } = shownFlock(each)
    const birds = birdsTogether({ females: alive, males })
    const size = houses.get(houseId)
    if (!size || age === null || dayAge === null || !birds) return []
    const { lengthM, widthM, heightM, equipment } = size
    const built = { type, lengthM, widthM, heightM, equipment, latitude: place.latitude }
    const outside = { ...built, breed, standard: ownStandardOf(each), age, birds }
    const answer = houseAnswer({ flock: outside, settings: settings.get(houseId) ?? {}, hourAt }, ahead)
    return { id, houseId, houseName, type, age, dayAge, ...flockWeather(outside, hours, now), house: answer }
  })
}

/** Outside sensors are farm data: a look from above is noted. */
async function sensorsSeen(call: Call<typeof weather.get>, place: FarmPlace) {
  const sensors = await sensorsAt(call.db, call.services, place)
  if (sensors.length > 0) await noteLook(call, 'overview', [{ farmPath: place.farmPath }])
  return sensors
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
    const { source, provider, askedAt, forecast, fault } = await askWeather(call.services, place)
    return {
      place: { id, name, timeZone, latitude, longitude },
      source,
      provider,
      askedAt: source === 'off' ? null : new Date(askedAt).toISOString(),
      forecast,
      fault,
      flocks: forecast ? await flocksAt(call, place, forecast) : [],
      sensors: await sensorsSeen(call, place),
    }
  },
})
