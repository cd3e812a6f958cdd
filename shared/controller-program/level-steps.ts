import type { Program } from './program.ts'

/** The current level, and what it is waiting for. */
export interface LevelState {
  level: number
  /** s the air has been warm enough for the next level, or cold enough for the previous one */
  warm: number
  cold: number
  /** s since the house went into or out of tunnel */
  sinceChange: number
  /** s since the day's limits last moved the level */
  sinceLimit: number
}

/** Today's limits and what the air requires. */
export interface LevelWish {
  /** K of the average over the target */
  deviation: number
  min: number
  max: number
  /** °C */
  target: number
  outside: number
  isHeating: boolean
  /** K over the target at which tunnel ventilation may begin at this age */
  tunnelStart: number
}

/** s between levels after the day's limits have changed, since birds dislike sudden changes */
const LIMIT_STEP = 600

/** s a house stays in tunnel ventilation at least */
const TUNNEL_STAY = 300

/** True for a level that pulls air along the house. */
export function isTunnel(program: Program, level: number): boolean {
  return (program.levels[level - 1]?.tunnelInlet ?? 0) > 0
}

/**
 * K over the target at which `level` starts when `min` is today's lowest: the first step above the minimum starts as
 * early as level 2 in the table and the others keep their distances. Tunnel never starts below its own difference or the
 * curve's tunnel temperature.
 */
export function levelStart(
  program: Program,
  level: number,
  { min, tunnelStart }: Pick<LevelWish, 'min' | 'tunnelStart'>,
): number {
  const offset = (n: number) => program.levels[n - 1]?.offset ?? 0
  const first = offset(2)
  const start = first + offset(level) - offset(min + 1)
  if (!isTunnel(program, level) || isTunnel(program, min)) return start
  const entry = program.levels.findIndex(row => row.tunnelInlet > 0) + 1
  const entryStart = first + offset(entry) - offset(min + 1)
  return start + Math.max(0, tunnelStart - entryStart)
}

/** Moves the level at most one up or down, once the air has required it long enough; changes `state` in place. */
export function stepLevel(state: LevelState, program: Program, wish: LevelWish, seconds: number): void {
  const before = state.level
  state.sinceChange += seconds
  state.sinceLimit += seconds
  const max = highestAllowed(state, program, wish)
  const { level } = state
  if (level < wish.min) followLimit(state, level + 1)
  else if (level > max) followLimit(state, mayLeave(state, program) ? level - 1 : level)
  else climbOrFall(state, program, wish, max, seconds)
  if (isTunnel(program, before) !== isTunnel(program, state.level)) state.sinceChange = 0
}

function followLimit(state: LevelState, level: number): void {
  if (level === state.level || state.sinceLimit < LIMIT_STEP) return
  state.level = level
  state.sinceLimit = 0
}

function climbOrFall(
  state: LevelState,
  program: Program,
  wish: LevelWish,
  max: number,
  seconds: number,
): void {
  const { level } = state
  const tunnel = isTunnel(program, level)
  const hysteresis = tunnel ? program.tunnelHysteresis : program.hysteresis
  // do not blow out heat that is being paid for
  const up = level < max && !wish.isHeating && wish.deviation >= levelStart(program, level + 1, wish)
  const down = level > wish.min && wish.deviation < levelStart(program, level, wish) - hysteresis
  state.warm = up ? state.warm + seconds : 0
  state.cold = down ? state.cold + seconds : 0
  if (state.warm >= program.upDelay) {
    state.level = level + 1
    state.warm = 0
  } else if (state.cold >= program.downDelay && (!tunnel || mayLeave(state, program))) {
    state.level = level - 1
    state.cold = 0
  }
}

function mayLeave(state: LevelState, program: Program): boolean {
  return !isTunnel(program, state.level) || state.sinceChange >= TUNNEL_STAY
}

/** K by which it must get colder outside before a house leaves tunnel */
const OUTSIDE_HYSTERESIS = 1

/** Today's maximum; in cool weather the last level before tunnel. */
function highestAllowed(state: LevelState, program: Program, { max, outside, target }: LevelWish): number {
  const needed = Math.max(program.tunnelMinOutdoor, target - program.tunnelOutdoorExit)
  const limit = isTunnel(program, state.level) ? needed - OUTSIDE_HYSTERESIS : needed
  if (outside >= limit) return max
  const entry = program.levels.findIndex(row => row.tunnelInlet > 0)
  return entry < 0 ? max : Math.min(max, Math.max(1, entry))
}
