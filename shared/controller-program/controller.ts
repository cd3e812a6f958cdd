import { outdoorFactor, stepCompensation } from './compensation.ts'
import type { ControllerInputs, ControllerState } from './controller-state.ts'
import { coolPads, humidify } from './cooling.ts'
import { cycleMean } from './cycle-mean.ts'
import { cycleShare } from './cycle-timer.ts'
import { followDay, levelLimits } from './follow-day.ts'
import { isTunnel, stepLevel } from './level-steps.ts'
import { isSteady, moveOpenings } from './openings.ts'
import type { CurvePoint, LevelProgram, Program } from './program.ts'
import { curveAt } from './program.ts'
import { believeSensors } from './sensor-check.ts'

/** A controller just switched on in a house at `temperature` °C. */
export function startController(program: Program, day: number, temperature: number): ControllerState {
  const curve = curveAt(program.curve, day) ?? (program.curve[0] as CurvePoint)
  const { min } = levelLimits(program, day)
  return {
    level: min,
    warm: 0,
    cold: 0,
    sinceChange: 3600,
    sinceLimit: 3600,
    temperature: [],
    humidity: 60,
    co2: 1000,
    nh3: 5,
    pressure: 20,
    average: temperature,
    target: curve.target,
    curve,
    min: 1,
    max: 18,
    compensation: 0,
    applied: min,
    fans: Array.from({ length: 12 }, () => 0),
    sideInlet: 10,
    sideInlet2: 10,
    inletTrim: 1,
    sincePressure: 0,
    tunnelDoor: 0,
    heating: [0, 0, 0, 0, 0, 0],
    pad: 0,
    padStage: 0,
    fog: 0,
    fogging: false,
    dimmers: [0, 0, 0, 0],
    lightHours: 24,
    daylight: 0,
    sinceLight: 0,
    noSensor: false,
    cycle: cycleMean(),
    minute: Number.NaN,
  }
}

/** One round of the controller: reads its sensors, moves the level, switches everything. */
export function control(state: ControllerState, program: Program, inputs: ControllerInputs): void {
  const { seconds } = inputs
  const minute = Math.floor(inputs.at / 60)
  if (state.minute !== minute) followDay(state, program, inputs)
  state.minute = minute
  believeSensors(state, program, inputs.raw)
  const deviation = state.average - state.target
  const outside = inputs.raw.outsideTemperature
  if (!inputs.mains || isShut(program)) {
    stopPowered(state)
    return
  }
  const { humidity, co2, nh3 } = state
  state.compensation = stepCompensation(
    state.compensation,
    program.compensation,
    { humidity, co2, nh3, outside, deviation },
    seconds,
  )
  // without any temperature the last level is held
  if (!state.noSensor) {
    const { min, max, target } = state
    const wish = {
      deviation: steadyDeviation(state, program, inputs.at),
      tunnelStart: Math.max(program.tunnelStart, state.curve.tunnel - state.curve.target),
      isHeating: state.heating.some(output => output > 0),
      min,
      max,
      target,
      outside,
    }
    stepLevel(state, program, wish, seconds)
  }
  moveOpenings(state, program, seconds)
  runFans(state, program, inputs)
  heat(state, program)
  coolPads(state, program, inputs)
  humidify(state, program, inputs)
}

/** K over the target, averaged over a turn of the timer: the level must not change because its fans have just paused. */
function steadyDeviation(state: ControllerState, program: Program, at: number): number {
  const row = program.levels[state.applied - 1] as LevelProgram
  const mean = state.cycle.add(at, row.cycleOn + row.cycleOff || 1, state.average)
  return (isSteady(row) ? state.average : mean) - state.target
}

/** True for a house without birds where nothing runs: empty, or being cleaned. */
function isShut({ houseMode }: Program): boolean {
  return houseMode === 0 || houseMode === 4
}

/** Stops everything that needs mains power; openings stay where they are. */
function stopPowered(state: ControllerState): void {
  state.fans.fill(0)
  state.heating.fill(0)
  state.dimmers.fill(0)
  state.daylight = 0
  // the lights come back with the power
  state.minute = Number.NaN
  state.pad = 0
  state.fog = 0
}

function runFans(state: ControllerState, program: Program, inputs: ControllerInputs): void {
  const row = program.levels[state.applied - 1] as LevelProgram
  const period = row.cycleOn + row.cycleOff
  // more or less air at the minimum only; continuous fans know no less
  const factor = outdoorFactor(program.compensation, inputs.raw.outsideTemperature)
  const on = Math.min(period, row.cycleOn * factor * (1 + state.compensation / 100))
  const share = cycleShare(inputs.at, inputs.seconds, on, period)
  for (let i = 0; i < 12; i++) {
    const mode = row.groups[i] as number
    state.fans[i] = mode === 1 ? 1 : mode === 2 ? share : 0
  }
}

/** Zones heat by their own probes, but never against the fans: not in tunnel ventilation and not in a warm house. */
function heat(state: ControllerState, program: Program): void {
  const fansCool = isTunnel(program, state.applied) || state.average > state.target + 0.3
  for (let i = 0; i < 6; i++) {
    const zone = program.heating[i]
    if (!zone?.enabled) {
      state.heating[i] = 0
      continue
    }
    // a zone whose own probe is dead follows the average
    const probe = state.temperature[zone.sensor - 1] as number
    const at = Number.isNaN(probe) ? state.average : probe
    const shift = state.target - state.curve.target
    const off = Math.min(state.target - zone.offDiff, state.curve.heat + shift)
    const band = Math.max(0.3, zone.onDiff - zone.offDiff)
    state.heating[i] = state.noSensor || fansCool ? 0 : Math.max(0, Math.min(1, (off - at) / band)) * 100
  }
}
