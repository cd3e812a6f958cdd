import { seedOf, wander } from '../chance.ts'
import { placeDegrees } from '../weather.ts'
import { atShareOfYear, normalsNear } from './climate-normals.ts'
import { humidityRatio, relativeHumidity } from './psychrometrics.ts'
import { northernSummer, solarHour as solarHourAt, sunHeight } from './sun.ts'

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
  /** share of the sky, 0…1; mm/h, as snow where it is frosty */
  cloud: number
  rain: number
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

/** Squares of the map per degree: fronts and clouds reach over about 1,000 km, so that neighbours share them. */
const SQUARES = 0.1
/** What wanders over the land, and ms in which it does so once. */
const PERIODS = {
  cloud: 20 * HOUR,
  front: 60 * HOUR,
  squall: 9 * HOUR,
  breath: 0.7 * HOUR,
  wind: 11 * HOUR,
  gust: 0.3 * HOUR,
  direction: 30 * HOUR,
  rain: 5 * HOUR,
}
type Wandering = keyof typeof PERIODS

/** The corners of the square around a place, by their seeds, with what each of them counts for. */
function cornersAround({ latitude, longitude }: Place, seed: number): { area: number; weight: number }[] {
  const [north, east] = [latitude * SQUARES, longitude * SQUARES]
  const corners = [0, 1].flatMap(up =>
    [0, 1].map(right => ({
      area: seedOf(seed, Math.floor(north) + up, Math.floor(east) + right),
      weight: nearness(north - Math.floor(north), up) * nearness(east - Math.floor(east), right),
    })),
  )
  // Between corners that know nothing of each other the swings would shrink.
  const strength = Math.hypot(...corners.map(({ weight }) => weight))
  return corners.map(({ area, weight }) => ({ area, weight: weight / strength }))
}

/** Smooth from one corner (0) to the other (1). */
function nearness(share: number, corner: number): number {
  const soft = share * share * (3 - 2 * share)
  return corner === 1 ? soft : 1 - soft
}

/**
 * Weather of a place at any instant (ms since 1970), the same throughout a minute and for everybody who asks: the houses of a
 * simulated farm, and the sample of a forecast for it. Places within 10 km of each other have the same within 0.2 K.
 */
export function weatherOf(exact: Place, seed: number): (at: number) => Weather {
  // As forecasts are asked for.
  const place = { ...exact, latitude: placeDegrees(exact.latitude), longitude: placeDegrees(exact.longitude) }
  const normalAt = normalOf(place)
  const strength = Math.min(1, Math.abs(place.latitude) / FRONTS_FROM)
  const corners = cornersAround(place, seed)
  const wandering = (what: Wandering, at: number) => {
    const number = Object.keys(PERIODS).indexOf(what) + 1
    const sum = corners.reduce(
      (all, { area, weight }) => all + weight * wander(area + number, at, PERIODS[what]),
      0,
    )
    return Math.max(-1, Math.min(1, sum))
  }
  const course = (at: number): Weather => {
    const normal = normalAt(at)
    const solarHour = solarHourAt(place.longitude, at)
    const cloud = 0.5 + 0.5 * wandering('cloud', at)
    const front = strength * (4 * wandering('front', at) + 1.5 * wandering('squall', at))
    // on clear days the temperature swings, and clear air is dry
    const daily = (normal.range / 2) * (1.35 - 0.7 * cloud) * Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
    const temperature = normal.mean + front + daily + 0.3 * wandering('breath', at)
    const spread = DEW_SPREAD * (100 - normal.humidity) * (1.4 - 0.8 * cloud)
    return {
      temperature,
      humidity: humidityAt(temperature, temperature - daily, spread),
      windSpeed: Math.max(0.2, 3 + 2.5 * wandering('wind', at) + wandering('gust', at)),
      windDirection: Math.round(180 + 170 * wandering('direction', at)) % 360,
      cloud,
      rain: rainFrom(cloud, 0.5 + 0.5 * wandering('rain', at)),
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

/** mm/h from a cloud cover of at least this, at its most for a closed sky. */
const RAIN_FROM = 0.75
const MOST_RAIN = 3
const rainFrom = (cloud: number, wet: number): number =>
  cloud < RAIN_FROM || wet < 0.5 ? 0 : (MOST_RAIN * (cloud - RAIN_FROM) * (2 * wet - 1)) / (1 - RAIN_FROM)

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
