import type { ControllerState } from '#shared/controller-program/controller-state.ts'
import type { Program } from '#shared/controller-program/program.ts'
import type { Sensors } from '#shared/controller-program/sensors.ts'
import type { AirMovement } from '#shared/controller-program/ventilation.ts'
import type { Equipment } from '#shared/physics/equipment.ts'
import type { HouseAir } from '#shared/physics/house-climate.ts'
import type { Weather } from '#shared/physics/weather.ts'
import type { SettingProblem, SettingValue } from '#shared/signals.ts'
import type { AlarmTimers } from './alarm-timers.ts'
import type { Faults } from './faults.ts'
import type { HouseSpec } from './fleet.ts'
import type { Flock } from './flock.ts'
import type { SettingStore } from './setting-store.ts'
import type { Stores } from './stores.ts'

/** Mean of a quantity by its metric; NaN if it never had a value. */
export type MeanOf = (metric: string) => number

/**
 * Means of what the timers of a house switch: single values would fall on the same phase of the fan cycle again and
 * again, and show fans that never run or never stop.
 */
export interface Means {
  /** adds the step of `seconds` that `house` has just made */
  add(house: House, seconds: number): void
  /** the means since last taken, or current values if no step was made since; starts over */
  take(house: House): MeanOf
}

/** One house with its birds, air, machines and controller. */
export interface House {
  readonly spec: HouseSpec
  readonly equipment: Equipment
  readonly settings: SettingStore
  readonly air: HouseAir
  readonly sensors: Sensors
  readonly controller: ControllerState
  readonly flock: Flock
  readonly faults: Faults
  readonly stores: Stores
  readonly alarms: AlarmTimers
  /** means since the last report */
  readonly means: Means
  program: Program
  weather: Weather
  movement: AirMovement
  /** ms of the house's own time */
  at: number
  /** days since 1970 on the house's calendar, age of the birds in days (negative before they arrive), hour of the day */
  day: number
  age: number
  hour: number
  /** days by which the controller was told the birds are older */
  ageOffset: number
  /** °C felt by the birds in moving air */
  felt: number
  mains: boolean
  /** runs while the mains are lost, once it has started */
  generator: boolean
  /** by one of them */
  powered: boolean
  /** s since the mains were lost; 0 while they are there */
  sinceMains: number
  /** openings are open because nothing has power and the house is hot */
  emergencyOpen: boolean
  /** lowest and highest mean temperature of each of the last 24 hours */
  extremes: { hour: number; low: number; high: number }[]
  /** advances by at most 10 s, to `at + seconds` */
  step(seconds: number): void
  /** like a DCMD; the controller uses the new settings from the next step */
  changeSettings(document: Readonly<Record<string, SettingValue>>): SettingProblem[]
}
