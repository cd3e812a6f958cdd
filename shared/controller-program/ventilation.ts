import type { Equipment } from '../physics/equipment.ts'
import type { OperatingPoint } from '../physics/fans.ts'
import { housePath, pointOf, tunnelShare } from '../physics/house-air.ts'
import type { ControllerState } from './controller-state.ts'
import type { Program } from './program.ts'

/** Air moved by fans and openings in a step. */
export interface AirMovement {
  /** m³/h, mean of the step */
  airflow: number
  /** Pa, mean of the step */
  pressure: number
  /** m/s along the house, 0 outside tunnel ventilation */
  speed: number
  /** 0 mixed … 1 tunnel: follows the openings */
  tunnel: number
}

/** Pa left by wind and warmth in a house without fans */
const STILL: OperatingPoint = { airflow: 0, pressure: 1.5 }
/** share of the wind that passes through an open house, and how much it is slowed */
const NATURAL_DRAUGHT = 0.12
/** steps of an opening from shut to open: results are cached for each */
const STEPS = 200
const OPENINGS = STEPS + 1
const KNOWN_MOST = 64

const percent = (steps: number) => (100 * steps) / STEPS

/** Computes the air movement in a house; caches the last results, since levels rarely change. */
export function ventilationOf(equipment: Equipment) {
  const known = new Map<number, OperatingPoint>()

  /** `groups` that run, as bits; openings in steps */
  function point(groups: number, side: number, door: number): OperatingPoint {
    if (groups === 0) return STILL
    const key = (groups * OPENINGS + side) * OPENINGS + door
    const before = known.get(key)
    if (before) return before
    const runs = (group: number) => (groups & (1 << (group - 1))) !== 0
    const result = pointOf(equipment, runs, percent(side), percent(door))
    if (known.size > KNOWN_MOST) known.clear()
    known.set(key, result)
    return result
  }

  /** `stopped`: the fan groups (from 1) that should run but do not; `wind` in m/s matters without power. */
  return function moveAir(
    state: ControllerState,
    program: Program,
    stopped: (group: number) => boolean,
    wind: number | null,
  ): AirMovement {
    const side = Math.round(((state.sideInlet + state.sideInlet2) * STEPS) / 200)
    const door = Math.round((state.tunnelDoor * STEPS) / 100)
    if (wind !== null) {
      const { opening } = housePath(equipment, percent(side), percent(door))
      return { airflow: NATURAL_DRAUGHT * wind * opening * 3600, pressure: 0.5, speed: 0, tunnel: 0 }
    }
    const row = program.levels[state.applied - 1]
    let steady = 0
    let cycled = 0
    let part = 1
    for (let i = 0; i < 12; i++) {
      const running = state.fans[i] as number
      if (running <= 0 || stopped(i + 1)) continue
      if (row?.groups[i] === 2) {
        cycled |= 1 << i
        part = running
      } else steady |= 1 << i
    }
    const on = point(steady | cycled, side, door)
    const off = part < 1 ? point(steady, side, door) : on
    const tunnel = tunnelShare(percent(side), percent(door))
    const { section } = equipment.envelope
    const airflow = on.airflow * part + off.airflow * (1 - part)
    return {
      airflow,
      pressure: on.pressure * part + off.pressure * (1 - part),
      speed: tunnel > 0.5 ? airflow / 3600 / section : 0.1 + (0.3 * airflow) / 3600 / section,
      tunnel,
    }
  }
}
