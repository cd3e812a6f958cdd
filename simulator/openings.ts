import type { ControllerState } from './controller.ts'
import { isTunnel } from './level-steps.ts'
import type { LevelProgram, Program } from './program.ts'

/** % a motor moves in a step at most. */
function travel(from: number, to: number, seconds: number, open: number, close: number): number {
  const most = (100 * seconds) / (to > from ? open : close)
  return from + Math.max(-most, Math.min(most, to - from))
}

/** Inlets and door move before the fans: into tunnel the door opens first, out of it the inlets. */
export function moveOpenings(state: ControllerState, program: Program, seconds: number): void {
  const wanted = program.levels[state.level - 1] as LevelProgram
  const { inlets } = program
  const intoTunnel = wanted.tunnelInlet > 0
  state.tunnelDoor = travel(
    state.tunnelDoor,
    intoTunnel || !isTunnel(program, state.applied) ? wanted.tunnelInlet : state.tunnelDoor,
    seconds,
    inlets.tunnelOpen,
    inlets.tunnelClose,
  )
  const ready = intoTunnel ? state.tunnelDoor >= 0.8 * wanted.tunnelInlet : true
  const staysBasic = intoTunnel && !ready && !isTunnel(program, state.applied)
  state.applied = staysBasic ? Math.min(state.applied, program.levels.length) : state.level
  const applied = program.levels[state.applied - 1] as LevelProgram
  trimInlets(state, program, applied, seconds)
  const side = Math.min(100, applied.sideInlet * state.inletTrim)
  state.sideInlet = travel(state.sideInlet, side, seconds, inlets.sideOpen, inlets.sideClose)
}

/** True for a level without cycle timer: its pressure stands still. */
export function isSteady(row: LevelProgram): boolean {
  return !row.groups.includes(2)
}

/** share of the pressure error that the inlets make up for per second */
const TRIM_RATE = 0.002

/** Opens the side inlets a little under too much pressure and shuts them a little under too little. */
function trimInlets(state: ControllerState, program: Program, row: LevelProgram, seconds: number): void {
  const steady = row.tunnelInlet === 0 && isSteady(row)
  if (!program.inlets.byPressure || !steady || row.pressure <= 0 || state.applied !== state.level) {
    state.inletTrim = 1
    return
  }
  const error = Math.max(-1, Math.min(1, state.pressure / row.pressure - 1))
  state.inletTrim = Math.max(0.3, Math.min(2, state.inletTrim * (1 + TRIM_RATE * error * seconds)))
}
