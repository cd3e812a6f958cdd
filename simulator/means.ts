import type { House, Means } from './house-parts.ts'
import { DIMMERS, FANS, PAIRS, PROBES, ZONES } from './metric-names.ts'

/** What varies within a fan cycle: its metric, and the value of a step; NaN if there is none. */
type Quantity = readonly [metric: string, of: (house: House) => number]

const { NaN: NONE } = Number

/** For what the timers switch, the mean is the share of time that it ran. */
const quantities: readonly Quantity[] = [
  ['Climate/Temp/Avg', ({ controller }) => (controller.noSensor ? NONE : controller.average)],
  ['Climate/Temp/Effective', ({ controller, felt, air }) => controller.average + felt - air.temperature],
  ['Climate/Temp/Outdoor', ({ sensors }) => sensors.readings.outsideTemperature],
  ['Climate/Hum/Avg', ({ controller }) => controller.humidity],
  ['Climate/Hum/Outdoor', ({ sensors }) => sensors.readings.outsideHumidity],
  ['Weather/WindSpeed', ({ weather }) => weather.windSpeed],
  ['Air/WindSpeedIn', ({ movement }) => movement.speed],
  ['Air/AirFlow', ({ movement }) => movement.airflow],
  ['Vent/Compensation', ({ controller }) => controller.compensation],
  ['Inlet/Side1/Position', ({ controller }) => controller.sideInlet],
  ['Inlet/Side2/Position', ({ controller }) => controller.sideInlet2],
  ['Inlet/Tunnel/Position', ({ controller }) => controller.tunnelDoor],
  ['Cool/Pad/State', ({ controller }) => controller.pad],
  ['Cool/Fogger/State', ({ controller }) => controller.fog],
  ['Water/FlowRate', ({ stores }) => stores.waterFlow],
  ['Feed/AugerRun', ({ stores }) => (stores.augerRuns ? 1 : 0)],
  ...PROBES.map((name, i): Quantity => [name, ({ controller }) => controller.temperature[i] ?? NONE]),
  ...FANS.map((name, i): Quantity => [name, ({ controller }) => controller.fans[i] ?? 0]),
  ...ZONES.map((name, i): Quantity => [name, ({ controller }) => controller.heating[i] ?? 0]),
  ...DIMMERS.map((name, i): Quantity => [name, ({ controller }) => controller.dimmers[i] ?? 0]),
  ...PAIRS.flatMap((at, i): Quantity[] => [
    [
      `Climate/Hum/${at}`,
      ({ sensors, program }) => sum(sensors.readings.humidity[i], program.corrections.humidity[i]),
    ],
    [`Air/CO2/${at}`, ({ sensors, program }) => sum(sensors.readings.co2[i], program.corrections.co2[i])],
    [`Air/NH3/${at}`, ({ sensors, program }) => sum(sensors.readings.nh3[i], program.corrections.nh3[i])],
    [
      `Air/Pressure/${at}`,
      ({ sensors, program }) => sum(sensors.readings.pressure[i], program.corrections.pressure[i]),
    ],
  ]),
]
const places: ReadonlyMap<string, number> = new Map(quantities.map(([metric], i) => [metric, i]))

function sum(raw: number | undefined, correction: number | null | undefined): number {
  return raw === undefined || typeof correction !== 'number' ? NONE : raw + correction
}

/** Means from now on. */
export function runningMeans(): Means {
  const sums = new Float64Array(quantities.length)
  const times = new Float64Array(quantities.length)
  return {
    add(house, seconds) {
      for (let i = 0; i < quantities.length; i++) {
        const value = (quantities[i] as Quantity)[1](house)
        if (Number.isNaN(value)) continue
        sums[i] = (sums[i] as number) + value * seconds
        times[i] = (times[i] as number) + seconds
      }
    },
    take(house) {
      const means = quantities.map(([, of], i) => {
        const time = times[i] as number
        return time > 0 ? (sums[i] as number) / time : of(house)
      })
      sums.fill(0)
      times.fill(0)
      return metric => means[places.get(metric) ?? -1] ?? NONE
    },
  }
}
