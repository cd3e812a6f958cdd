import type { ControllerState } from './controller-state.ts'
import { isTunnel } from './level-steps.ts'
import type { Program } from './program.ts'
import type { SensorReadings } from './sensors.ts'

/** °C beyond which no probe is believed */
const BELIEVED = { low: -40, high: 85 }

/** Corrects raw readings, leaves out dead, disabled and absurd ones, and computes the means the controller uses. */
export function believeSensors(state: ControllerState, program: Program, raw: SensorReadings): void {
  const { corrections, averaged } = program
  const count = raw.temperature.length
  for (let i = 0; i < count; i++) {
    const value = raw.temperature[i] as number
    const correction = corrections.temperature[i]
    const usable = typeof correction === 'number' && value >= BELIEVED.low && value <= BELIEVED.high
    state.temperature[i] = usable ? value + correction : Number.NaN
  }
  // in tunnel ventilation the air warms up along the house: its rear half decides
  const tunnel = isTunnel(program, state.applied)
  let sum = 0
  let n = 0
  for (const first of tunnel ? [count / 2, 0] : [0]) {
    for (let i = first; i < count; i++) {
      const value = state.temperature[i] as number
      if (Number.isNaN(value) || !averaged[i]) continue
      sum += value
      n++
    }
    if (n > 0) break
  }
  state.noSensor = n === 0
  if (n > 0) state.average = sum / n
  state.humidity = meanOf(raw.humidity, corrections.humidity, state.humidity)
  state.co2 = meanOf(raw.co2, corrections.co2, state.co2)
  state.nh3 = meanOf(raw.nh3, corrections.nh3, state.nh3)
  state.pressure = meanOf(raw.pressure, corrections.pressure, state.pressure)
}

function meanOf(values: number[], corrections: (number | null)[], before: number): number {
  let sum = 0
  let n = 0
  for (let i = 0; i < values.length; i++) {
    const correction = corrections[i]
    if (typeof correction !== 'number') continue
    sum += (values[i] as number) + correction
    n++
  }
  return n > 0 ? sum / n : before
}
