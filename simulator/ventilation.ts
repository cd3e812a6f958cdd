import type { AirPath, OperatingPoint } from '#shared/physics/fans.ts'
import { fanAirflow, operatingPoint } from '#shared/physics/fans.ts'
import type { ControllerState } from './controller.ts'
import type { Equipment } from './equipment.ts'
import type { Program } from './program.ts'

/** Air that fans and openings move in a step. */
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

/** m² of cracks per m² of floor */
const CRACKS = 0.0002
/** Pa that wind and warmth leave in a house without fans */
const STILL_PRESSURE = 1.5
/** share of the wind that goes through an open house, and how much it is slowed */
const NATURAL_DRAUGHT = 0.12

/** Fans of one kind that run: as a number of the curve's fan. */
interface RunningFans {
  side: number
  tunnel: number
}

/** Works out air movement for a house; remembers its last answers, since levels change seldom. */
export function ventilationOf(equipment: Equipment) {
  const known = new Map<string, OperatingPoint>()

  function point(fans: RunningFans, path: AirPath): OperatingPoint {
    if (fans.side === 0 && fans.tunnel === 0) return { airflow: 0, pressure: STILL_PRESSURE }
    const key = `${fans.side}/${fans.tunnel}/${path.opening}/${path.pad}`
    const before = known.get(key)
    if (before) return before
    const [side, tunnel] = [equipment.fanGroups[0], equipment.fanGroups[2]]
    const result = operatingPoint(
      pressure =>
        (side ? fans.side * fanAirflow(side.curve, pressure) : 0) +
        (tunnel ? fans.tunnel * fanAirflow(tunnel.curve, pressure) : 0),
      path,
    )
    if (known.size > 24) known.clear()
    known.set(key, result)
    return result
  }

  /** `stopped` tells the fan groups (from 1) that do not run although they should; `wind` m/s counts when powerless. */
  return function moveAir(
    state: ControllerState,
    program: Program,
    stopped: (group: number) => boolean,
    wind: number | null,
  ): AirMovement {
    const { envelope } = equipment
    const side = Math.round(state.sideInlet * 2) / 200
    const door = Math.round(state.tunnelDoor * 2) / 200
    const tunnel = door > 0.05 ? door / (door + side) : 0
    const path: AirPath = {
      opening: equipment.sideInlets * side + equipment.tunnelDoor * door + CRACKS * envelope.floor,
      pad: tunnel > 0.5 ? equipment.pad : 0,
      section: envelope.section,
    }
    if (wind !== null) {
      return { airflow: NATURAL_DRAUGHT * wind * path.opening * 3600, pressure: 0.5, speed: 0, tunnel: 0 }
    }
    const row = program.levels[state.applied - 1]
    const all: RunningFans = { side: 0, tunnel: 0 }
    const steady: RunningFans = { side: 0, tunnel: 0 }
    let share = 0
    for (let i = 0; i < 12; i++) {
      const running = state.fans[i] as number
      if (running <= 0 || stopped(i + 1)) continue
      const kind = i < 2 ? 'side' : 'tunnel'
      const fans = equipment.fanGroups[i]?.fans ?? 0
      all[kind] += fans
      if (row?.groups[i] === 2) share = running
      else steady[kind] += fans
    }
    const cycles = all.side !== steady.side || all.tunnel !== steady.tunnel
    const on = point(all, path)
    const off = cycles ? point(steady, path) : on
    const part = cycles ? share : 1
    const airflow = on.airflow * part + off.airflow * (1 - part)
    return {
      airflow,
      pressure: on.pressure * part + off.pressure * (1 - part),
      speed:
        tunnel > 0.5 ? airflow / 3600 / envelope.section : 0.1 + (0.3 * airflow) / 3600 / envelope.section,
      tunnel,
    }
  }
}
