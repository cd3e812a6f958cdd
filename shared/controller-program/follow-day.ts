import type { ControllerInputs, ControllerState } from './controller-state.ts'
import type { Program } from './program.ts'
import { curveAt, lightOutput, lightPhase, lightPointsAt } from './program.ts'

/** What follows the clock and the birds' age: once a minute is enough. */
export function followDay(state: ControllerState, program: Program, { day, hour }: ControllerInputs): void {
  switchLights(state, program, day, hour)
  state.curve = curveAt(program.curve, day) ?? state.curve
  const night = state.sinceLight < 0 ? program.nightSetback : 0
  state.target = state.curve.target + program.targetOffset + night
  const { min, max } = levelLimits(program, day)
  state.min = min
  state.max = max
}

/** Lowest and highest level at an age in days. */
export function levelLimits(program: Program, day: number): { min: number; max: number } {
  const limits = program.limits.findLast(limit => limit.day <= day) ?? program.limits[0]
  const max = Math.min(limits?.max ?? 18, program.levels.length)
  return { min: Math.min(limits?.min ?? 1, max), max }
}

function switchLights(state: ControllerState, program: Program, day: number, hour: number): void {
  state.lightHours = 0
  state.daylight = 0
  state.sinceLight = -1
  for (let i = 0; i < 4; i++) {
    let output = 0
    for (const point of lightPointsAt(program.light[i] ?? [], day)) {
      output = Math.max(output, lightOutput(point, hour))
      if (i > 0) continue
      const { since, hours } = lightPhase(point, hour)
      state.lightHours += hours
      if (point.level > 0) state.daylight = Math.max(state.daylight, output / point.level)
      if (since >= 0) state.sinceLight = since
    }
    state.dimmers[i] = output
  }
}
