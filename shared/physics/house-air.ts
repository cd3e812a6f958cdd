import type { Equipment } from './equipment.ts'
import type { AirPath, OperatingPoint } from './fans.ts'
import { fanAirflow, operatingPoint } from './fans.ts'

/** m² of cracks per m² of floor */
const CRACKS = 0.0002
/** Pa that wind and warmth leave in a house without fans */
const STILL: OperatingPoint = { airflow: 0, pressure: 1.5 }
/** % of its travel below which a tunnel door counts as shut */
const DOOR_SHUT = 5

/** Share of the air that comes in by the tunnel door; openings in %. */
export const tunnelShare = (side: number, door: number): number =>
  door > DOOR_SHUT ? door / (door + side) : 0

/** What the fans of a house pull against with its openings so far open; %. */
export function housePath(equipment: Equipment, side: number, door: number): AirPath {
  const { envelope, sideInlets, tunnelDoor, pad } = equipment
  return {
    opening: (sideInlets * side + tunnelDoor * door) / 100 + CRACKS * envelope.floor,
    pad: tunnelShare(side, door) > 0.5 ? pad : 0,
    section: envelope.section,
  }
}

/** Where the fan groups that run, from 1, and the openings of a house meet; openings in %. */
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

/** What a level comes to. */
export interface LevelAir {
  /** m³/h, mean over a turn of the timer */
  airflow: number
  /** Pa while its fans run */
  pressure: number
  /** m/s along the house; null outside tunnel ventilation */
  speed: number | null
  /** s in which the air of the house is changed once */
  exchange: number
}

const ON = 1
const CYCLE = 2

/** The air that a level moves in a house with its inlets where the level says. */
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
