import { z } from 'zod'
import { get, Id } from '../endpoint.ts'
import { Search } from '../fields.ts'
import { heatZones } from '../physics/heat-index.ts'
import { houseTypes } from '../signals.ts'
import { skies } from '../weather.ts'

const At = z.iso.datetime()
const figure = z.number()

/** Weather of an hour: °C, %, mm, %, m/s. */
const Hour = z.object({
  at: At,
  temperature: figure,
  humidity: figure,
  rain: figure.nullable(),
  rainChance: figure.nullable(),
  wind: figure,
  sky: z.enum(skies).nullable(),
  isDay: z.boolean(),
})
export type WeatherHour = z.infer<typeof Hour>

/** As it is now; of the last quarter of an hour. `windFrom`: degrees. */
const Now = Hour.omit({ rainChance: true }).extend({ windFrom: figure.nullable() })
export type WeatherNow = z.infer<typeof Now>

/** A day of the calendar at the farm. */
const Day = z.object({
  day: z.iso.date(),
  highest: figure,
  lowest: figure,
  rain: figure.nullable(),
  rainChance: figure.nullable(),
  wind: figure.nullable(),
  sky: z.enum(skies).nullable(),
})
export type WeatherDay = z.infer<typeof Day>

export const Forecast = z.object({ now: Now, hours: z.array(Hour), days: z.array(Day) })
export type Forecast = z.infer<typeof Forecast>

/** A stretch of hours that is hard on birds, and the worst of them; °C. */
const Spell = z.object({ from: At, to: At, at: At, temperature: figure })

/** How a house stands once its air has settled in an hour; °C outside. */
const Answer = z.object({ at: At, temperature: figure, level: z.number().int(), pads: z.boolean() })

/** What the next two days mean to a flock. */
const FlockWeather = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  type: z.enum(houseTypes),
  age: z.number().int(),
  /** °C that birds of their kind and age want. */
  target: figure,
  /** Outside as the birds feel it; `pads`: °C that wetted pads would make of it, null where they are not for such birds. */
  heat: Spell.extend({ zone: z.enum(heatZones), humidity: figure, pads: figure.nullable() }).nullable(),
  /** `held`: °C that must not be fallen short of; `heating`: kW that the birds' own warmth falls short of it. */
  cold: Spell.extend({ isGrave: z.boolean(), held: figure, heating: figure }).nullable(),
  /**
   * What the controller does by its own settings: the lowest ventilation level of the birds' age, and the level and the pads in the
   * coldest and the hottest hour. Null where it does not tell its settings, or the viewer may not see them.
   */
  house: z.object({ min: z.number().int(), coldest: Answer, hottest: Answer }).nullable(),
})
export type FlockWeather = z.infer<typeof FlockWeather>

const Place = z.object({ id: Id, name: z.string() })

/** Whose answer it is: of the provider, invented for the demonstration, none since none came, or since none is asked. */
export const weatherSources = ['provider', 'sample', 'unanswered', 'off'] as const

const PlaceWeather = z.object({
  place: Place.extend({
    timeZone: z.string(),
    /** Degrees, as rounded as anybody outside is told. */
    latitude: figure,
    longitude: figure,
  }),
  source: z.enum(weatherSources),
  /** Host of the provider; null for any other source. */
  provider: z.string().nullable(),
  /** When the provider was asked. */
  askedAt: At.nullable(),
  forecast: Forecast.nullable(),
  flocks: z.array(FlockWeather),
})
export type PlaceWeather = z.infer<typeof PlaceWeather>

const path = '/admin/auth/weather'

/** The weather at the farms. */
export const weather = {
  /** Places of the farms in scope, by name; those of a search. */
  places: get(`${path}/places`, 'weather:query', {
    query: z.object({ search: Search }),
    returns: z.array(Place),
  }),
  get: get(`${path}/places/:id`, 'weather:query', { returns: PlaceWeather }),
}
