/** State of the sky, from codes of the World Meteorological Organization (table 4677, as forecasts use it). */
export const skies = [
  'clear',
  'fair',
  'cloudy',
  'overcast',
  'fog',
  'drizzle',
  'rain',
  'heavyRain',
  'freezingRain',
  'snow',
  'showers',
  'thunder',
] as const
export type Sky = (typeof skies)[number]

/** First code of each kind, up to the next one. */
const codes: readonly (readonly [from: number, sky: Sky | null])[] = [
  [0, 'clear'],
  [1, 'fair'],
  [2, 'cloudy'],
  [3, 'overcast'],
  [4, null],
  [45, 'fog'],
  [49, null],
  [51, 'drizzle'],
  [56, 'freezingRain'],
  [58, null],
  [61, 'rain'],
  [65, 'heavyRain'],
  [66, 'freezingRain'],
  [68, null],
  [71, 'snow'],
  [78, null],
  [80, 'showers'],
  [82, 'heavyRain'],
  [83, null],
  [85, 'snow'],
  [87, null],
  [95, 'thunder'],
  [100, null],
]

/** The sky for a code; null for one that forecasts do not use. */
export const skyOf = (code: number): Sky | null => codes.findLast(([from]) => code >= from)?.[1] ?? null

/** °C by which an outside sensor may differ from a forecast for some kilometres around (practice). */
const APART = 5

/** Whether sensor and forecast cannot both be right: the sensor stands in the sun or by an outlet, or the forecast is wrong. */
export const isApart = (measured: number, forecast: number): boolean => Math.abs(measured - forecast) > APART

/** Steps per degree to which coordinates are rounded before anybody outside is asked about them: about 10 km. */
const PLACE_STEPS = 10

/** Degrees as shown to anybody outside. */
export const placeDegrees = (degrees: number): number => Math.round(degrees * PLACE_STEPS) / PLACE_STEPS + 0
