import { humidityRatio, relativeHumidity } from '#shared/physics/psychrometrics.ts'
import { seedOf, wander } from './random.ts'

/** Where a farm lies. */
export interface Place {
  latitude: number
  longitude: number
  /** m above the sea */
  altitudeM: number
}

/** Weather outside a house. */
export interface Weather {
  /** °C, % */
  temperature: number
  humidity: number
  /** m/s, degrees the wind comes from */
  windSpeed: number
  windDirection: number
  /** share of the strongest sun, 0 at night … 1 */
  sun: number
}

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365.2425 * DAY
/** the warmest day of the northern year is about 23 July */
const WARMEST = 204 * DAY

/** °C: mean of the year at the equator's side of 10°, what a degree of latitude and a kilometre of height take */
const TROPICAL_MEAN = 28
const PER_DEGREE = 0.6
const PER_KILOMETRE = 6.5
/** °C half the difference of summer and winter per degree of latitude */
const SEASON_PER_DEGREE = 0.36

/** Seasonal course at a place: ready to be asked for any instant, with the same answer throughout a minute. */
export function weatherOf(place: Place, seed: number): (at: number) => Weather {
  const latitude = Math.abs(place.latitude)
  const south = place.latitude < 0
  // neighbours share their weather: it is seeded by the square of about 50 km they lie in
  const area = seedOf(seed, Math.round(place.latitude * 2), Math.round(place.longitude * 2))
  const mean =
    TROPICAL_MEAN - PER_DEGREE * Math.max(0, latitude - 10) - (PER_KILOMETRE * place.altitudeM) / 1000
  const season = Math.min(16, SEASON_PER_DEGREE * latitude)
  const course = (at: number): Weather => {
    const phase = (2 * Math.PI * (at - WARMEST)) / YEAR + (south ? Math.PI : 0)
    const solarHour = ((((at + (place.longitude / 15) * HOUR) % DAY) + DAY) % DAY) / HOUR
    const cloud = 0.5 + 0.5 * wander(area + 1, at, 20 * HOUR)
    const front = 4 * wander(area + 2, at, 60 * HOUR) + 1.5 * wander(area + 3, at, 9 * HOUR)
    const daily = (5.5 - 3 * cloud) * Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
    const temperature =
      mean + season * Math.cos(phase) + front + daily + 0.3 * wander(area + 4, at, 0.7 * HOUR)
    return {
      temperature,
      humidity: humidityAt(temperature, temperature - daily, 3 + 5 * (1 - cloud)),
      windSpeed: Math.max(0.2, 3 + 2.5 * wander(area + 5, at, 11 * HOUR) + wander(area + 6, at, 0.3 * HOUR)),
      windDirection: Math.round(180 + 170 * wander(area + 7, at, 30 * HOUR)) % 360,
      sun: sunAt(latitude, south ? -Math.cos(phase) : Math.cos(phase), solarHour, south) * (1 - 0.7 * cloud),
    }
  }
  let known = { minute: Number.NaN, weather: course(0) }
  return at => {
    const minute = Math.floor(at / MINUTE)
    if (known.minute !== minute) known = { minute, weather: course(minute * MINUTE) }
    return known.weather
  }
}

/** Humidity in % when the air holds the water of a dew point `spread` K below the mean of the day. */
function humidityAt(temperature: number, dayMean: number, spread: number): number {
  const humidity = relativeHumidity(temperature, humidityRatio(dayMean - spread, 100))
  return Math.max(12, Math.min(99, humidity))
}

/** Height of the sun over the horizon as a sine, 0 at night. `northSummer` is 1 in its middle, −1 in winter. */
function sunAt(latitude: number, northSummer: number, solarHour: number, south: boolean): number {
  const radians = Math.PI / 180
  const declination = 23.4 * northSummer * (south ? -1 : 1) * radians
  const height =
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos((2 * Math.PI * (solarHour - 12)) / 24)
  return Math.max(0, height)
}
