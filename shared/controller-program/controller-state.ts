import type { CycleMean } from './cycle-mean.ts'
import type { LevelState } from './level-steps.ts'
import type { CurvePoint } from './program.ts'
import type { SensorReadings } from './sensors.ts'

/** What the controller knows when it acts. */
export interface ControllerInputs {
  /** s since 1970 in the house's local time, s since the last step */
  at: number
  seconds: number
  day: number
  hour: number
  raw: SensorReadings
  mains: boolean
}

/** What the controller does and shows; one object, changed at each step. */
export interface ControllerState extends LevelState {
  /** corrected readings; NaN for a sensor that is dead, off or not believed */
  temperature: number[]
  humidity: number
  co2: number
  nh3: number
  pressure: number
  /** °C in the zone that counts now; the last known value if no sensor is left */
  average: number
  target: number
  curve: CurvePoint
  min: number
  max: number
  /** % added to the ON time of the cycle */
  compensation: number
  /** the level whose fans run: follows `level` once the openings have moved */
  applied: number
  /** share of the step that each fan group ran */
  fans: number[]
  /** % */
  sideInlet: number
  sideInlet2: number
  /** factor on the level's side inlets that keeps its pressure */
  inletTrim: number
  /** s the pressure has been outside its band */
  sincePressure: number
  tunnelDoor: number
  heating: number[]
  /** share of the step */
  pad: number
  padStage: number
  fog: number
  fogging: boolean
  dimmers: number[]
  lightHours: number
  /** share of the day's intended light: less at dawn and dusk */
  daylight: number
  /** h since the light came on, negative before */
  sinceLight: number
  noSensor: boolean
  cycle: CycleMean
  /** min since 1970 when the clock was last checked; NaN: to be checked now */
  minute: number
}
