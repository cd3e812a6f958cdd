import type { ControllerState } from './controller-state.ts'
import { isTunnel } from './level-steps.ts'
import type { LevelProgram, Program, Travel } from './program.ts'

/** Moves a motor (%), as far as it gets in one step. */
function move(from: number, to: number, seconds: number, { open, close }: Travel): number {
  const most = (100 * seconds) / (to > from ? open : close)
  return from + Math.max(-most, Math.min(most, to - from))
}

/** Inlets and door move before the fans: into tunnel the door opens first, out of it the inlets do. */
export function moveOpenings(state: ControllerState, program: Program, seconds: number): void {
  const wanted = program.levels[state.level - 1] as LevelProgram
  const { inlets } = program
  const intoTunnel = wanted.tunnelInlet > 0
  if (intoTunnel || !isTunnel(program, state.applied))
    state.tunnelDoor = move(state.tunnelDoor, wanted.tunnelInlet, seconds, inlets.tunnel)
  const ready = intoTunnel ? state.tunnelDoor >= 0.8 * wanted.tunnelInlet : true
  const staysBasic = intoTunnel && !ready && !isTunnel(program, state.applied)
  state.applied = staysBasic ? Math.min(state.applied, program.levels.length) : state.level
  const applied = program.levels[state.applied - 1] as LevelProgram
  trimInlets(state, program, applied, seconds)
  const side = Math.min(100, applied.sideInlet * state.inletTrim)
  state.sideInlet = move(state.sideInlet, side, seconds, inlets.side1)
  state.sideInlet2 = move(state.sideInlet2, side, seconds, inlets.side2)
}

/** True for a level without a cycle timer: its pressure is steady. */
export function isSteady(row: LevelProgram): boolean {
  return !row.groups.includes(2)
}

/** share of the pressure error that the inlets correct per second */
const TRIM_RATE = 0.002

/** Opens the side inlets slightly at too high a pressure and closes them slightly at too low a one, once it lasts. */
function trimInlets(state: ControllerState, program: Program, row: LevelProgram, seconds: number): void {
  const steady = row.tunnelInlet === 0 && isSteady(row)
  if (!program.inlets.byPressure || !steady || row.pressure <= 0 || state.applied !== state.level) {
    state.inletTrim = 1
    state.sincePressure = 0
    return
  }
  const strays = Math.abs(state.pressure - row.pressure) > program.inlets.band / 2
  state.sincePressure = strays ? state.sincePressure + seconds : 0
  if (!strays || state.sincePressure < program.inlets.delay) return
  const error = Math.max(-1, Math.min(1, state.pressure / row.pressure - 1))
  state.inletTrim = Math.max(0.3, Math.min(2, state.inletTrim * (1 + TRIM_RATE * error * seconds)))
}
