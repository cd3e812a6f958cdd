import { z } from 'zod'
import { get, Id } from '../endpoint.ts'
import { Search } from '../fields.ts'
import { heatZones } from '../physics/heat-index.ts'
import { houseTypes } from '../signals.ts'
import { skies } from '../weather.ts'

const At = z.iso.datetime()
const figure = z.number()

/** Weather in an hour: °C, %, mm, %, m/s. */
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

/** Current weather, of the last quarter of an hour. `windFrom`: degrees. */
const Now = Hour.omit({ rainChance: true }).extend({ windFrom: figure.nullable() })
export type WeatherNow = z.infer<typeof Now>

/** A calendar day at the farm. */
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

/** A spell that is hard on birds, and its worst hour; °C. */
const Spell = z.object({ from: At, to: At, at: At, temperature: figure })

/** State of a house once its air has settled in an hour; °C outside. */
const Answer = z.object({ at: At, temperature: figure, level: z.number().int(), pads: z.boolean() })

/** What the next two days mean for a flock. */
const FlockWeather = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  type: z.enum(houseTypes),
  age: z.number().int(),
  /** As the farm counts. */
  dayAge: z.number().int(),
  /** °C that birds of their kind and age need. */
  target: figure,
  /**
   * Outside; `zone`: as the birds feel it behind the pads of their house, and `withoutPads` if those fail, null if that is no
   * worse; `pads`: °C behind them, null if there are none or they are not for such birds; `isYoung`: they stand neither wind nor
   * hunger.
   */
  heat: Spell.extend({
    zone: z.enum(heatZones),
    withoutPads: z.enum(heatZones).nullable(),
    humidity: figure,
    pads: figure.nullable(),
    isYoung: z.boolean(),
  }).nullable(),
  /** `held`: minimum °C to keep; `heating`: kW missing beyond the birds' own heat. */
  cold: Spell.extend({ isGrave: z.boolean(), held: figure, heating: figure }).nullable(),
  /**
   * What the controller does by its own settings: the lowest ventilation level for the birds' age, and level and pads in the
   * coldest and the hottest hour. Null if it does not report its settings, or the viewer may not see them.
   */
  house: z.object({ min: z.number().int(), coldest: Answer, hottest: Answer }).nullable(),
})
export type FlockWeather = z.infer<typeof FlockWeather>

/** What the outside sensor of a house measures now, °C. */
const OutsideSensor = z.object({ houseId: Id, houseName: z.string(), temperature: figure })
export type OutsideSensor = z.infer<typeof OutsideSensor>

const Place = z.object({ id: Id, name: z.string() })

/** Source of the answer: the provider, a sample for the demonstration, none since none came, or none since none is asked. */
export const weatherSources = ['provider', 'sample', 'unanswered', 'off'] as const

/**
 * What is wrong with an answer that is not used: there was none, it is about another time, in other units than asked for or
 * without saying which, does not cover the two days that birds are warned of, or is no forecast.
 */
export const forecastFaults = [
  'silent',
  'otherTime',
  'foreignUnits',
  'unitsUnsaid',
  'tooFewHours',
  'unreadable',
] as const
export type ForecastFault = (typeof forecastFaults)[number]

const PlaceWeather = z.object({
  place: Place.extend({
    timeZone: z.string(),
    /** Degrees, rounded as for anybody outside. */
    latitude: figure,
    longitude: figure,
  }),
  source: z.enum(weatherSources),
  /** Host of the provider; null for any other source. */
  provider: z.string().nullable(),
  /** When the provider was asked. */
  askedAt: At.nullable(),
  forecast: Forecast.nullable(),
  /** Null unless the provider was asked in vain. */
  fault: z.enum(forecastFaults).nullable(),
  flocks: z.array(FlockWeather),
  /** Outside sensors of the houses there, by house name; without those that are not believed. */
  sensors: z.array(OutsideSensor),
})
export type PlaceWeather = z.infer<typeof PlaceWeather>

const path = '/admin/auth/weather'

/** The weather at the farms. */
export const weather = {
  /** Places of the farms in scope, by name; those matching a search, or that of a house. */
  places: get(`${path}/places`, 'weather:query', {
    query: z.object({ search: Search, houseId: Id.optional() }),
    returns: z.array(Place),
  }),
  get: get(`${path}/places/:id`, 'weather:query', { returns: PlaceWeather }),
}
