import type { ControllerInputs, ControllerState } from './controller-state.ts'
import { cycleShare } from './cycle-timer.ts'
import type { LevelProgram, Program } from './program.ts'

/** °C outside below which pads stay dry, °C inside from which the time of day no longer counts */
export const PAD_OUTSIDE = 26
export const PAD_ANY_HOUR = 32
/** K from one stage of the pump to the next, K below its start at which a stage ends */
const STAGE_STEP = 1
const STAGE_HYSTERESIS = 1

/** Runs the pad pumps in three stages: on the timer, twice as long, without pause. */
export function coolPads(state: ControllerState, program: Program, inputs: ControllerInputs): void {
  const { pad } = program
  const row = program.levels[state.applied - 1] as LevelProgram
  const inHours = inputs.hour >= pad.startHour && inputs.hour < pad.stopHour
  const dryEnough =
    state.humidity < (state.padStage > 0 ? pad.maxHumidity : pad.maxHumidity - pad.humidityBand)
  const allowed =
    row.pad &&
    !state.noSensor &&
    inputs.day >= pad.startDay &&
    dryEnough &&
    inputs.raw.outsideTemperature >= PAD_OUTSIDE &&
    (inHours || state.average > PAD_ANY_HOUR)
  const start = Math.max(state.target + pad.startDiff, state.curve.cool)
  const over = state.average - start
  if (!allowed) state.padStage = 0
  else if (over >= state.padStage * STAGE_STEP) state.padStage = Math.min(3, state.padStage + 1)
  else if (over < (state.padStage - 1) * STAGE_STEP - STAGE_HYSTERESIS) state.padStage--
  const period = pad.onTime + pad.offTime
  const on = state.padStage === 3 ? period : state.padStage * pad.onTime
  state.pad = cycleShare(inputs.at, inputs.seconds, Math.min(on, period), period)
}

/** age in days up to which dry air is humidified */
export const HUMIDIFY_UNTIL = 14

/** Fog for chicks in dry air: short pulses, never in a cold house. */
export function humidify(state: ControllerState, program: Program, inputs: ControllerInputs): void {
  const { humidify: fog } = program
  if (state.humidity < fog.on) state.fogging = true
  if (state.humidity > fog.off) state.fogging = false
  const allowed = inputs.day <= HUMIDIFY_UNTIL && state.average >= state.target - 1 && !state.noSensor
  const running = state.fogging && allowed
  state.fog = running ? cycleShare(inputs.at, inputs.seconds, fog.onTime, fog.onTime + fog.offTime) : 0
}
