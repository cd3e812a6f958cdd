import { humidityRatio, relativeHumidity } from '#shared/physics/psychrometrics.ts'
import { northernSummer, solarHour as solarHourAt, sunHeight } from '#shared/physics/sun.ts'
import { atShareOfYear, normalsNear } from './climate-normals.ts'
import { seedOf, wander } from './random.ts'

/** The location of a farm. */
export interface Place {
  latitude: number
  longitude: number
  /** m above sea level; that of the nearest weather station if unknown */
  altitudeM?: number | undefined
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

/** Without a station near. °C: annual mean at 10° of latitude, decrease per degree of latitude and per km of height */
const TROPICAL_MEAN = 28
const PER_DEGREE = 0.6
const PER_KILOMETRE = 6.5
/** °C: half the difference between summer and winter per degree of latitude */
const SEASON_PER_DEGREE = 0.36
/** K between the highest and the lowest temperature of a day; % */
const USUAL_RANGE = 8
const USUAL_HUMIDITY = 72
/** latitude from which weather fronts have full strength */
const FRONTS_FROM = 35
/** dew point below the temperature: K per % missing to saturation */
const DEW_SPREAD = 0.2

/** Normal values at an instant: °C, K within a day, %. */
interface Normal {
  mean: number
  range: number
  humidity: number
}

/** Seasonal course at a place: can be asked for any instant, with the same answer throughout a minute. */
export function weatherOf(place: Place, seed: number): (at: number) => Weather {
  const latitude = Math.abs(place.latitude)
  const normalAt = normalOf(place)
  const strength = Math.min(1, latitude / FRONTS_FROM)
  // neighbours share their weather: its seed is their square of about 50 km
  const area = seedOf(seed, Math.round(place.latitude * 2), Math.round(place.longitude * 2))
  const course = (at: number): Weather => {
    const normal = normalAt(at)
    const solarHour = solarHourAt(place.longitude, at)
    const cloud = 0.5 + 0.5 * wander(area + 1, at, 20 * HOUR)
    const front = strength * (4 * wander(area + 2, at, 60 * HOUR) + 1.5 * wander(area + 3, at, 9 * HOUR))
    // on clear days the temperature swings, and clear air is dry
    const daily = (normal.range / 2) * (1.35 - 0.7 * cloud) * Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
    const temperature = normal.mean + front + daily + 0.3 * wander(area + 4, at, 0.7 * HOUR)
    const spread = DEW_SPREAD * (100 - normal.humidity) * (1.4 - 0.8 * cloud)
    return {
      temperature,
      humidity: humidityAt(temperature, temperature - daily, spread),
      windSpeed: Math.max(0.2, 3 + 2.5 * wander(area + 5, at, 11 * HOUR) + wander(area + 6, at, 0.3 * HOUR)),
      windDirection: Math.round(180 + 170 * wander(area + 7, at, 30 * HOUR)) % 360,
      sun: sunHeight(place.latitude, at, solarHour) * (1 - 0.7 * cloud),
    }
  }
  let known = { minute: Number.NaN, weather: course(0) }
  return at => {
    const minute = Math.floor(at / MINUTE)
    if (known.minute !== minute) known = { minute, weather: course(minute * MINUTE) }
    return known.weather
  }
}

/** The normals of the nearest station, else by latitude; adjusted to the height above sea level. */
function normalOf(place: Place): (at: number) => Normal {
  const latitude = Math.abs(place.latitude)
  const station = normalsNear(place.latitude, place.longitude)
  const height = (place.altitudeM ?? station?.altitudeM ?? 0) - (station?.altitudeM ?? 0)
  const cooler = (PER_KILOMETRE * height) / 1000
  if (station) {
    return at => {
      const share = at / YEAR - Math.floor(at / YEAR)
      return {
        mean: atShareOfYear(station.mean, share) - cooler,
        range: atShareOfYear(station.range, share),
        humidity: atShareOfYear(station.humidity, share),
      }
    }
  }
  const year = TROPICAL_MEAN - PER_DEGREE * Math.max(0, latitude - 10) - cooler
  const season = Math.min(16, SEASON_PER_DEGREE * latitude) * (place.latitude < 0 ? -1 : 1)
  return at => ({
    mean: year + season * northernSummer(at),
    range: USUAL_RANGE,
    humidity: USUAL_HUMIDITY,
  })
}

/** Humidity in % if the air's dew point is `spread` K below the mean of the day. */
function humidityAt(temperature: number, dayMean: number, spread: number): number {
  const humidity = relativeHumidity(temperature, humidityRatio(dayMean - spread, 100))
  return Math.max(12, Math.min(99, humidity))
}
