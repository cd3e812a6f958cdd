import type { Equipment } from './equipment.ts'
import type { AirPath, OperatingPoint } from './fans.ts'
import { fanAirflow, operatingPoint } from './fans.ts'

/** m² of cracks per m² of floor */
const CRACKS = 0.0002
/** Pa left by wind and warmth in a house without fans */
const STILL: OperatingPoint = { airflow: 0, pressure: 1.5 }
/** % of its travel below which a tunnel door counts as shut */
const DOOR_SHUT = 5

/** Share of the air that enters through the tunnel door; openings in %. */
export const tunnelShare = (side: number, door: number): number =>
  door > DOOR_SHUT ? door / (door + side) : 0

/** What a house's fans pull against at these openings; %. */
export function housePath(equipment: Equipment, side: number, door: number): AirPath {
  const { envelope, sideInlets, tunnelDoor, pad } = equipment
  return {
    opening: (sideInlets * side + tunnelDoor * door) / 100 + CRACKS * envelope.floor,
    pad: tunnelShare(side, door) > 0.5 ? pad : 0,
    section: envelope.section,
  }
}

/** Operating point of the running fan groups, from 1, and the openings of a house; openings in %. */
export function pointOf(
  equipment: Equipment,
  runs: (group: number) => boolean,
  side: number,
  door: number,
): OperatingPoint {
  const running = equipment.fanGroups.filter((_, i) => runs(i + 1))
  if (running.length === 0) return STILL
  return operatingPoint(
    pressure => running.reduce((sum, { curve, fans }) => sum + fans * fanAirflow(curve, pressure), 0),
    housePath(equipment, side, door),
  )
}

/** What a ventilation level switches. */
export interface LevelSwitches {
  /** per fan group: 0 off, 1 on, 2 on the cycle timer */
  groups: readonly number[]
  /** s */
  cycleOn: number
  cycleOff: number
  /** % */
  sideInlet: number
  tunnelInlet: number
}

/** The air resulting from a level. */
export interface LevelAir {
  /** m³/h, mean over a turn of the timer */
  airflow: number
  /** Pa while its fans run */
  pressure: number
  /** m/s along the house; null outside tunnel ventilation */
  speed: number | null
  /** s for one air change of the house */
  exchange: number
}

const ON = 1
const CYCLE = 2

/** The air a level moves in a house with its inlets where the level says. */
export function levelAir(equipment: Equipment, level: LevelSwitches): LevelAir {
  const { groups, cycleOn, cycleOff, sideInlet: side, tunnelInlet: door } = level
  const at = (modes: readonly number[]) =>
    pointOf(equipment, group => modes.includes(groups[group - 1] ?? 0), side, door)
  const running = at([ON, CYCLE])
  const share = cycleOn + cycleOff > 0 ? cycleOn / (cycleOn + cycleOff) : 0
  const airflow = groups.includes(CYCLE)
    ? running.airflow * share + at([ON]).airflow * (1 - share)
    : running.airflow
  const { volume, section } = equipment.envelope
  return {
    airflow,
    pressure: running.pressure,
    speed: tunnelShare(side, door) > 0.5 ? airflow / 3600 / section : null,
    exchange: (volume / airflow) * 3600,
  }
}
