import type { Forecast, WeatherHour } from '#shared/contracts/weather.ts'
import { northernSummer, solarHour, sunHeight } from '#shared/physics/sun.ts'
import type { Sky } from '#shared/weather.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { AskedPlace } from './open-meteo.ts'

const HOUR = 3_600_000
const DAYS = 7

/** °C: annual mean near the equator, decrease per degree of latitude, half the seasonal range per degree. */
const WARMEST_MEAN = 28
const PER_DEGREE = 0.55
const SEASON_PER_DEGREE = 0.34

/** The sky day by day, with K off the season and mm of rain. */
const turn: readonly { sky: Sky; off: number; rain: number }[] = [
  { sky: 'cloudy', off: 0, rain: 0 },
  { sky: 'clear', off: 1.5, rain: 0 },
  { sky: 'fair', off: 3, rain: 0 },
  { sky: 'showers', off: 0.5, rain: 6 },
  { sky: 'overcast', off: -2, rain: 0 },
  { sky: 'rain', off: -3, rain: 14 },
  { sky: 'fair', off: -1, rain: 0 },
]

/** Plausible weather at a place, for a demonstration without a provider: by season, sun and latitude. */
export function sampleForecast({ latitude, longitude, timeZone }: AskedPlace, now: number): Forecast {
  const today = dateIn(timeZone, now)
  const days = Array.from({ length: DAYS }, (_, i) => daysAfter(today, i))
  const hourAt = (at: number): WeatherHour => {
    const day = Math.floor(Date.parse(dateIn(timeZone, at)) / (24 * HOUR))
    const { sky, off, rain } = turn[day % turn.length] as (typeof turn)[number]
    const away = Math.abs(latitude)
    const season = SEASON_PER_DEGREE * away * northernSummer(at) * Math.sign(latitude)
    const swing = 4.5 * Math.cos((2 * Math.PI * (solarHour(longitude, at) - 15)) / 24)
    return {
      at: new Date(at).toISOString(),
      temperature: tenths(WARMEST_MEAN - PER_DEGREE * Math.max(0, away - 12) + season + off + swing),
      humidity: Math.round(66 - 4 * swing + (rain > 0 ? 10 : 0)),
      rain: tenths(rain / 24),
      rainChance: rain > 0 ? 70 : 10,
      wind: tenths(3.2 + swing / 4),
      sky,
      isDay: sunHeight(latitude, at, solarHour(longitude, at)) > 0,
    }
  }
  const end = instantOf(`${daysAfter(today, DAYS)}T00:00`, timeZone)
  const hours: WeatherHour[] = []
  for (let at = instantOf(`${today}T00:00`, timeZone); at < end; at += HOUR) hours.push(hourAt(at))
  const { rainChance: _, ...current } = hourAt(now)
  return { now: { ...current, windFrom: 135 }, hours, days: days.map(day => dayFrom(day, hours, timeZone)) }
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
    sky: hours[0]?.sky ?? null,
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10
