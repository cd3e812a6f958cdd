import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { CO2, NH3 } from '#shared/gas-limits.ts'
import { targetsAt } from '#shared/standards/targets.ts'

/** What a value should be. All in the unit of its metric. */
export type Goal =
  | { kind: 'target'; target: number; low: number; high: number; scale: readonly [number, number] }
  /** `quiet`: being outside it means nothing by itself, as with pressure between fan cycles. */
  | { kind: 'range'; low: number; high: number; scale: readonly [number, number]; quiet?: true }
  /** `grave`: beyond it birds suffer. */
  | { kind: 'limit'; high: number; grave: number; scale: readonly [number, number] }
  | { kind: 'levels' }

/** A key figure of a house: the metric, and what it is measured against. */
export interface Figure {
  metric: string
  /** Codes of alarms that turn the value red. */
  alarms?: readonly string[]
  /** Metric with today's target, if the controller knows one. */
  targetMetric?: string
  goal?: (house: HouseOnMonitor, target: number | null) => Goal | null
}

/** Pa range in which fresh air is thrown far enough without being held back. */
const PRESSURE_RANGE = { low: 10, high: 45 }
/** K shown on either side of the target. */
const TEMPERATURE_REACH = 8

const climateOf = ({ type, standardAge }: HouseOnMonitor) => targetsAt(type, standardAge ?? 0)

function temperatureGoal(house: HouseOnMonitor, told: number | null): Goal | null {
  if (house.dayAge === null && told === null) return null
  const { temperature, alarmLow, alarmHigh } = climateOf(house)
  const target = told ?? temperature
  const scale = [target - TEMPERATURE_REACH, target + TEMPERATURE_REACH] as const
  return { kind: 'target', target, low: target + alarmLow, high: target + alarmHigh, scale }
}

function humidityGoal(house: HouseOnMonitor): Goal | null {
  if (house.dayAge === null) return null
  const { humidityLow, humidityHigh } = climateOf(house)
  return { kind: 'range', low: humidityLow, high: humidityHigh, scale: [20, 100] }
}

const co2Goal: Goal = { kind: 'limit', high: CO2.warning, grave: CO2.atOnce, scale: [0, CO2.atOnce] }
const nh3Goal: Goal = { kind: 'limit', high: NH3.warning, grave: NH3.alarm, scale: [0, 30] }

/** The goal for a probe in the house: that of its kind's figure. */
export function goalOfProbe(
  house: HouseOnMonitor,
  kind: 'temperature' | 'humidity' | 'co2' | 'nh3',
  target: number | null,
): Goal | null {
  switch (kind) {
    case 'temperature':
      return temperatureGoal(house, target)
    case 'humidity':
      return humidityGoal(house)
    case 'co2':
      return co2Goal
    case 'nh3':
      return nh3Goal
  }
}

/** The figures of the first card, in order. */
export const mainFigures: readonly Figure[] = [
  {
    metric: 'Climate/Temp/Avg',
    targetMetric: 'Climate/Temp/Target',
    goal: temperatureGoal,
    alarms: [
      'HighTemp',
      'AbsHighTemp',
      'LowTemp',
      'TemperatureHigh',
      'TemperatureAbsolute',
      'TemperatureLow',
    ],
  },
  { metric: 'Climate/Hum/Avg', goal: humidityGoal },
  {
    metric: 'Air/Pressure/S1',
    goal: () => ({ kind: 'range', ...PRESSURE_RANGE, scale: [0, 60], quiet: true }),
    alarms: ['PressureHigh', 'PressureLow'],
  },
  { metric: 'Air/CO2/S1', goal: () => co2Goal, alarms: ['HighCO2', 'CarbonDioxideHigh'] },
  { metric: 'Air/NH3/S1', goal: () => nh3Goal, alarms: ['HighNH3', 'AmmoniaHigh'] },
  { metric: 'Vent/Level', goal: () => ({ kind: 'levels' }) },
]

/** The curves of 24 hours. */
export const trendMetrics = ['Climate/Temp/Avg', 'Climate/Hum/Avg', 'Air/CO2/S1', 'Water/FlowRate'] as const

/** How a value compares with its goal: worth a look, or far beyond; null if all is well. */
export function markFor(value: number, goal: Goal | null): 'watch' | 'alarm' | null {
  switch (goal?.kind) {
    case 'target':
      return value < goal.low || value > goal.high ? 'watch' : null
    case 'range':
      return !goal.quiet && (value < goal.low || value > goal.high) ? 'watch' : null
    case 'limit':
      return value > goal.grave ? 'alarm' : value > goal.high ? 'watch' : null
    default:
      return null
  }
}
