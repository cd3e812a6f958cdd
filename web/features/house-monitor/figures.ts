import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { type Breed, breeds, feedAt, waterAt } from '#shared/standards/standards.ts'
import { targetsAt } from '#shared/standards/targets.ts'

/** What a value should be. All in the unit of its metric. */
export type Goal =
  | { kind: 'target'; target: number; low: number; high: number; scale: readonly [number, number] }
  | { kind: 'range'; low: number; high: number; scale: readonly [number, number] }
  | { kind: 'limit'; high: number; scale: readonly [number, number] }
  | { kind: 'standard'; value: number }
  | { kind: 'levels' }

/** A key figure of a house: the metric, and what it is measured against. */
export interface Figure {
  metric: string
  /** Metric that carries today's target, where the controller knows one. */
  targetMetric?: string
  goal?: (house: HouseOnMonitor, target: number | null) => Goal | null
}

/** ppm at which a warning is due; breeding companies' guides and EU rules. */
const CO2_LIMIT = 3_000
const NH3_LIMIT = 20
/** Pa between which fresh air is thrown far enough without being held back. */
const PRESSURE_RANGE = { low: 10, high: 45 }
/** K shown at either side of the target. */
const TEMPERATURE_REACH = 8

const climateOf = ({ type, dayAge }: HouseOnMonitor) => targetsAt(type, dayAge ?? 0)

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

/** Standard of a whole day for all birds, from one bird's; `unit` divides g or mL into kg or L. */
function standardFor(house: HouseOnMonitor, at: typeof feedAt): Goal | null {
  const breed = breeds.find(known => known === house.breed)
  if (!breed || house.dayAge === null || !house.flockCount) return null
  const aBird = at(breed satisfies Breed, house.dayAge)
  return aBird === null ? null : { kind: 'standard', value: (aBird.mid * house.flockCount) / 1_000 }
}

/** The figures of the first card, in its order. */
export const mainFigures: readonly Figure[] = [
  { metric: 'Climate/Temp/Avg', targetMetric: 'Climate/Temp/Target', goal: temperatureGoal },
  { metric: 'Climate/Hum/Avg', goal: humidityGoal },
  { metric: 'Air/Pressure/S1', goal: () => ({ kind: 'range', ...PRESSURE_RANGE, scale: [0, 60] }) },
  { metric: 'Air/CO2/S1', goal: () => ({ kind: 'limit', high: CO2_LIMIT, scale: [0, 5_000] }) },
  { metric: 'Air/NH3/S1', goal: () => ({ kind: 'limit', high: NH3_LIMIT, scale: [0, 30] }) },
  { metric: 'Vent/Level', goal: () => ({ kind: 'levels' }) },
]

const layingFigures: readonly Figure[] = [{ metric: 'Egg/Today' }]
const growingFigures: readonly Figure[] = [{ metric: 'Bird/WeightAvg' }]

/** The figures of the second card: what the birds use and give. */
export const moreFigures = ({ type }: HouseOnMonitor): readonly Figure[] => [
  { metric: 'Water/Today', goal: house => standardFor(house, waterAt) },
  { metric: 'Water/FlowRate' },
  { metric: 'Feed/Today', goal: house => standardFor(house, feedAt) },
  { metric: 'Feed/Silo1/Weight' },
  { metric: 'Feed/Silo2/Weight' },
  { metric: 'Bird/Count' },
  ...(type === 'layer' || type === 'breeder' ? layingFigures : growingFigures),
  { metric: 'Climate/Temp/Outdoor' },
]

/** The curves of 24 hours. */
export const trendMetrics = ['Climate/Temp/Avg', 'Climate/Hum/Avg', 'Air/CO2/S1', 'Water/FlowRate'] as const

/** Whether a value asks for a look: outside what its goal allows. */
export function isOutside(value: number, goal: Goal | null): boolean {
  switch (goal?.kind) {
    case 'target':
    case 'range':
      return value < goal.low || value > goal.high
    case 'limit':
      return value > goal.high
    default:
      return false
  }
}
