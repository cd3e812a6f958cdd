import { AIR_DENSITY } from './psychrometrics.ts'

/** Points of a fan curve: static pressure in Pa, airflow in m³/h, pressure rising. */
export type FanCurve = readonly (readonly [pressure: number, airflow: number])[]

/** 50 inch cone fan with a motor of 1.0 hp (publisher data of the Big Dutchman VC130). */
export const CONE_FAN_50: FanCurve = [
  [0, 44_500],
  [20, 40_400],
  [30, 37_800],
  [40, 35_400],
]

/** 36 inch side fan, 15 300 m³/h at working pressure */
export const SIDE_FAN_36: FanCurve = [
  [0, 18_600],
  [29, 15_300],
  [60, 10_200],
]

/** beyond its last point a curve falls this much faster than between the last two */
const STALL_FACTOR = 1.3

/** share of the geometric opening the air uses */
const DISCHARGE = 0.6

/** Airflow in m³/h of one fan at `pressure` Pa; `wear` 1 new … 0.7 dirty with a slack belt. */
export function fanAirflow(curve: FanCurve, pressure: number, wear = 1): number {
  let before = curve[0]
  if (!before || pressure <= before[0]) return (before?.[1] ?? 0) * wear
  let slope = 0
  for (let i = 1; i < curve.length; i++) {
    const point = curve[i] as readonly [number, number]
    slope = (point[1] - before[1]) / (point[0] - before[0])
    if (pressure <= point[0]) return wear * (before[1] + slope * (pressure - before[0]))
    before = point
  }
  return Math.max(0, wear * (before[1] + slope * STALL_FACTOR * (pressure - before[0])))
}

/** What the fans pull against. Areas in m². */
export interface AirPath {
  /** free opening of inlets or tunnel door */
  opening: number
  /** face of the pad, 0 without */
  pad: number
  /** cross-section of the house, for the friction along it */
  section: number
}

/** pressure drop of a pad at its rated face speed: Pa at m/s */
const PAD_PRESSURE = 12.5
const PAD_SPEED = 1.78
/** friction of birds, equipment and walls along the house: Pa at m/s */
const HOUSE_PRESSURE = 10
const HOUSE_SPEED = 3

/** Static pressure in Pa that `airflow` m³/h has to overcome. */
function pathPressure(path: AirPath, airflow: number): number {
  if (path.opening <= 0) return Number.POSITIVE_INFINITY
  const flow = airflow / 3600
  let pressure = (flow / (DISCHARGE * path.opening)) ** 2 * (AIR_DENSITY / 2)
  if (path.pad > 0) pressure += PAD_PRESSURE * (flow / path.pad / PAD_SPEED) ** 2
  return pressure + HOUSE_PRESSURE * (flow / path.section / HOUSE_SPEED) ** 2
}

/** Where fans and openings meet. */
export interface OperatingPoint {
  /** Pa, shown positive although the house is under negative pressure */
  pressure: number
  /** m³/h */
  airflow: number
}

/** Pa that fans can build up against a closed house */
const DEAD_HEAD = 150

/** Pa at which the search ends, well below what any sensor shows */
const PRESSURE_PRECISION = 0.01

/** Static pressure at which fans of total airflow `fans(pressure)` balance the path they pull through. */
export function operatingPoint(fans: (pressure: number) => number, path: AirPath): OperatingPoint {
  if (path.opening <= 0) return { pressure: DEAD_HEAD, airflow: 0 }
  let low = 0
  let high = DEAD_HEAD
  while (high - low > PRESSURE_PRECISION) {
    const middle = (low + high) / 2
    if (pathPressure(path, fans(middle)) > middle) low = middle
    else high = middle
  }
  const pressure = (low + high) / 2
  return { pressure, airflow: fans(pressure) }
}
