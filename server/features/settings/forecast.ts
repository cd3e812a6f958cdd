import { solarHour, sunHeight } from '#shared/physics/sun.ts'
import type { Sky } from '#shared/weather.ts'
import type { OutsideAt } from '#shared/what-if/weather.ts'
import { askWeather } from '../../farm/weather/ask-weather.ts'
import { type Placed, placeOfHouse } from '../../farm/weather/house-place.ts'
import type { Services } from '../../platform/services.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Minimum number of forecast hours from now to the same hour tomorrow. */
const HOURS_NEEDED = 23
/** Share of sun for an unknown sky: half covered. */
export const HALF_COVERED = 0.65
/** Share of the sun that a sky lets through; assumed, between clear and dark. */
const SUN_THROUGH: Record<Sky, number> = {
  clear: 1,
  fair: 0.85,
  cloudy: HALF_COVERED,
  overcast: 0.35,
  fog: 0.4,
  drizzle: 0.3,
  rain: 0.25,
  heavyRain: 0.15,
  freezingRain: 0.25,
  snow: 0.3,
  showers: 0.5,
  thunder: 0.3,
}

interface Place {
  latitude: number
  longitude: number
}

/** Height of the sun at a moment, as a share of its maximum. */
export const sunAt = ({ latitude, longitude }: Place, at: number): number =>
  sunHeight(latitude, at, solarHour(longitude, at))

/**
 * The forecast for the next 24 hours at a house, and its provider. Null if no service is configured, none answers or hours
 * are missing; the demonstration's sample is not a forecast.
 */
export async function forecastFor(services: Services, house: Placed, now: number) {
  const place = await placeOfHouse(services, house)
  if (!place) return null
  const { source, provider, forecast } = await askWeather(services, place)
  if (source !== 'provider' || provider === null || !forecast) return null
  const weather = forecast.hours.flatMap(({ at: told, temperature, humidity, sky }): OutsideAt[] => {
    const at = Date.parse(told)
    if (at <= now - HOUR_MS || at > now + DAY_MS + HOUR_MS) return []
    const sun = (sky === null ? HALF_COVERED : SUN_THROUGH[sky]) * sunAt(place, at)
    return [{ at, temperature, humidity, sun }]
  })
  return weather.length < HOURS_NEEDED ? null : { provider, weather }
}
