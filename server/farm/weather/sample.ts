import type { Forecast, WeatherHour } from '#shared/contracts/weather.ts'
import { type Weather, weatherOf } from '#shared/physics/weather.ts'
import type { Sky } from '#shared/weather.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { AskedPlace } from './open-meteo.ts'

const HOUR = 3_600_000
const DAYS = 7
/** The weather that the demonstration's houses stand in. */
const SEED = 0
/** °C below which rain is snow; mm/h from which rain is heavy. */
const SNOW = 0.5
const HEAVY = 2
/** Share of the sky in clouds from which it is called so. */
const skies: readonly (readonly [from: number, sky: Sky])[] = [
  [0, 'clear'],
  [0.25, 'fair'],
  [0.5, 'cloudy'],
  [0.75, 'overcast'],
]

function skyOf({ cloud, rain, temperature }: Weather): Sky {
  if (tenths(rain) > 0) return temperature < SNOW ? 'snow' : rain >= HEAVY ? 'heavyRain' : 'rain'
  return skies.findLast(([from]) => cloud >= from)?.[1] ?? 'clear'
}

/** How likely rain looks to a forecaster: certain where it rains, less the clearer the sky. % */
const rainChance = ({ cloud, rain }: Weather): number => (rain > 0 ? 80 : Math.round((cloud * 40) / 5) * 5)

/**
 * The weather in which the simulated houses of a place stand, as a forecast: for a demonstration without a provider. It agrees
 * with what their outside sensors measure, and always comes true.
 */
export function sampleForecast(place: AskedPlace, now: number): Forecast {
  const { timeZone } = place
  const weatherAt = weatherOf(place, SEED)
  const today = dateIn(timeZone, now)
  const days = Array.from({ length: DAYS }, (_, i) => daysAfter(today, i))
  const hourAt = (at: number): WeatherHour => {
    const weather = weatherAt(at)
    return {
      at: new Date(at).toISOString(),
      temperature: tenths(weather.temperature),
      humidity: Math.round(weather.humidity),
      rain: tenths(weather.rain),
      rainChance: rainChance(weather),
      wind: tenths(weather.windSpeed),
      sky: skyOf(weather),
      isDay: weather.sun > 0,
    }
  }
  const end = instantOf(`${daysAfter(today, DAYS)}T00:00`, timeZone)
  const hours: WeatherHour[] = []
  for (let at = instantOf(`${today}T00:00`, timeZone); at < end; at += HOUR) hours.push(hourAt(at))
  const { rainChance: _, ...current } = hourAt(now)
  const { windDirection } = weatherAt(now)
  return {
    now: { ...current, windFrom: windDirection },
    hours,
    days: days.map(day => dayFrom(day, hours, timeZone)),
  }
}

function dayFrom(day: string, all: readonly WeatherHour[], timeZone: string) {
  const hours = all.filter(({ at }) => dateIn(timeZone, Date.parse(at)) === day)
  const temperatures = hours.map(({ temperature }) => temperature)
  return {
    day,
    highest: Math.max(...temperatures),
    lowest: Math.min(...temperatures),
    rain: tenths(hours.reduce((sum, { rain }) => sum + (rain ?? 0), 0)),
    rainChance: Math.max(...hours.map(({ rainChance }) => rainChance ?? 0)),
    wind: Math.max(...hours.map(({ wind }) => wind)),
    sky: usualSky(hours),
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10

/** What the sky is most of the day's hours; rain and snow count twice, since people remember them. */
function usualSky(hours: readonly WeatherHour[]): Sky | null {
  const counts = new Map<Sky, number>()
  for (const { sky, rain } of hours)
    if (sky) counts.set(sky, (counts.get(sky) ?? 0) + ((rain ?? 0) > 0 ? 2 : 1))
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
