import { CO2 } from '../gas-limits.ts'
import type { Litter } from '../litter.ts'
import type { HouseType } from '../signals/signal.ts'
import { targetsAt } from '../standards/targets.ts'
import {
  leastAir,
  minimumVentilationOn,
  type OutsideAir,
  ventilationForCo2,
  ventilationForHumidity,
} from './ventilation-need.ts'

/** What birds need fresh air for in cool weather: by their weight, or against a gas or damp. */
export type AirCause = 'weight' | 'litter' | 'co2' | 'damp'

/** Least air for one of the causes. */
export interface NeededAir {
  cause: AirCause
  /** m³/h for a bird */
  perBird: number
  /** ppm of CO2 or % of humidity that is not passed; null where no single limit stands for it */
  limit: number | null
}

/** A flock as its house is judged by. */
interface Housed {
  type: HouseType
  /** days */
  age: number
  /** kg of one bird */
  weight: number
  alive: number
  litter?: Litter | null | undefined
}

/** kg of egg that a hen lays in a day: 60 g at 92 %. */
const LAID = 0.055
/** K by which outside air must be cooler than the target: in warmer weather heat, not damp, decides how much air is needed. */
const COOL = 5

/** Least air of a flock at its target temperature, by cause, most first; damp only with cool outside air (°C, %). */
export function neededAir(
  { type, age, weight, alive, litter }: Housed,
  outside: OutsideAir | null,
): NeededAir[] {
  const flock = { kind: type, birds: alive, weight, eggMass: type === 'layer' ? LAID : 0 }
  const { temperature, humidityHigh } = targetsAt(type, age)
  const least = leastAir({ type, age, weight, litter })
  const needed: NeededAir[] = [
    { cause: least.isForLitter ? 'litter' : 'weight', perBird: least.perBird, limit: null },
    { cause: 'co2', perBird: ventilationForCo2(flock, temperature, CO2.warning) / alive, limit: CO2.warning },
  ]
  if (outside && outside.temperature <= temperature - COOL) {
    const damp = ventilationForHumidity(flock, { temperature, humidity: humidityHigh }, outside) / alive
    // Below nothing: the outside air holds more water than the house may.
    if (damp > 0) needed.push({ cause: 'damp', perBird: damp, limit: humidityHigh })
  }
  return needed.toSorted((a, b) => b.perBird - a.perBird)
}

/** What of a level decides for how long its fans run: per fan group 0 off, 1 on, 2 on the timer; s. */
interface TimedLevel {
  level: number
  groups: readonly number[]
  cycleOn: number
  cycleOff: number
}

const ON = 1
const TIMER = 2

/**
 * The first level that brings each bird `perBird` m³/h, by the mean airflow of each; null if none does. `on`: the seconds of a
 * turn of `turn` for which its fans would have to run; null unless all of them are on the timer.
 */
export function enoughLevel(
  levels: readonly TimedLevel[],
  airs: ReadonlyMap<number, { airflow: number }>,
  birds: number,
  perBird: number,
): { level: number; on: number | null; turn: number } | null {
  const enough = levels.find(({ level }) => (airs.get(level)?.airflow ?? 0) >= birds * perBird)
  if (!enough) return null
  const { level, groups, cycleOn, cycleOff } = enough
  const turn = cycleOn + cycleOff
  const isTimed = groups.includes(TIMER) && !groups.includes(ON)
  const running = ((airs.get(level)?.airflow ?? 0) * turn) / cycleOn
  return { level, turn, on: isTimed ? minimumVentilationOn(turn, birds, perBird, 1, running) : null }
}
