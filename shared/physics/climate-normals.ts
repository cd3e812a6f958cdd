/** Months of an average year at a weather station, January first. */
interface Normals {
  station: string
  source: string
  latitude: number
  longitude: number
  altitudeM: number
  /** °C */
  mean: readonly number[]
  /** K between the highest and the lowest temperature of an average day */
  range: readonly number[]
  /** % */
  humidity: readonly number[]
}

/** Figures from memory are marked so: right within about a degree, not for design. */
const stations: readonly Normals[] = [
  {
    station: 'De Bilt',
    source: 'KNMI, normals 1991–2020 (from memory)',
    latitude: 52.1,
    longitude: 5.18,
    altitudeM: 2,
    mean: [3.6, 3.9, 6.5, 9.9, 13.4, 16.2, 18.2, 17.8, 14.7, 10.9, 7, 4.2],
    range: [5.3, 6.2, 8.2, 10.4, 10.6, 10.4, 10.4, 10.2, 9.4, 7.4, 5.6, 5],
    humidity: [87, 84, 80, 74, 73, 74, 76, 78, 82, 85, 89, 89],
  },
  {
    station: 'Lop Buri',
    source: 'Thai Meteorological Department, normals 1981–2010 (from memory)',
    latitude: 14.8,
    longitude: 100.62,
    altitudeM: 10,
    mean: [26, 28, 29.8, 30.9, 29.9, 29.3, 28.8, 28.4, 27.9, 27.7, 26.8, 25.2],
    range: [11.2, 10.8, 10.6, 10.4, 9.4, 8.6, 8.3, 7.9, 7.7, 7.8, 8.8, 10.2],
    humidity: [64, 66, 68, 69, 74, 75, 76, 79, 82, 79, 71, 65],
  },
  {
    station: 'Weifang',
    source:
      'China Meteorological Administration, normals 1971–2000; means fitted to those of January, July and the year',
    latitude: 36.7,
    longitude: 119.1,
    altitudeM: 22,
    mean: [-2.9, -0.4, 5.4, 13, 18.8, 23.8, 26.2, 25.2, 20.4, 14.3, 6.5, -0.1],
    range: [10.4, 11.1, 12.3, 13.3, 13.4, 12, 9.2, 9, 11.3, 11.8, 11.1, 10.3],
    humidity: [63, 61, 58, 58, 62, 66, 80, 81, 73, 69, 67, 64],
  },
  {
    station: 'Anyang',
    source: 'China Meteorological Administration, normals 1991–2020 (from memory)',
    latitude: 36.1,
    longitude: 114.4,
    altitudeM: 63,
    mean: [-0.3, 3.5, 9.7, 16.2, 22, 26.6, 27.4, 26, 21.6, 15.6, 7.8, 1.7],
    range: [10, 10.5, 11.3, 11.8, 12, 11.6, 8.6, 8.5, 10, 10.5, 10, 9.8],
    humidity: [55, 53, 52, 57, 59, 60, 77, 80, 73, 66, 64, 58],
  },
  {
    station: 'Harbin',
    source: 'China Meteorological Administration, normals 1991–2020 (from memory)',
    latitude: 45.75,
    longitude: 126.65,
    altitudeM: 142,
    mean: [-17.3, -12.3, -2.7, 8, 15.5, 21.4, 23.6, 21.8, 15.6, 6.6, -4.9, -14.8],
    range: [10.4, 11.6, 11.3, 12.4, 12.4, 11, 9, 9.2, 11.6, 11.1, 9.8, 9.6],
    humidity: [72, 67, 56, 49, 54, 64, 76, 78, 70, 63, 65, 71],
  },
]

/** km within which a station represents its surroundings */
const REACH = 300
const KILOMETRES_PER_DEGREE = 111

/** The normals of the nearest station; undefined if none is near. */
export function normalsNear(latitude: number, longitude: number): Normals | undefined {
  const away = (station: Normals) =>
    KILOMETRES_PER_DEGREE *
    Math.hypot(
      station.latitude - latitude,
      (station.longitude - longitude) * Math.cos((latitude * Math.PI) / 180),
    )
  const [nearest] = [...stations].sort((one, other) => away(one) - away(other))
  return nearest && away(nearest) <= REACH ? nearest : undefined
}

/** A monthly figure at a share of the year (0 ≤ share < 1): mid-month values, linear in between. */
export function atShareOfYear(months: readonly number[], share: number): number {
  const place = (((share * 12 - 0.5) % 12) + 12) % 12
  const month = Math.floor(place)
  const [from = 0, to = 0] = [months[month], months[(month + 1) % 12]]
  return from + (to - from) * (place - month)
}
