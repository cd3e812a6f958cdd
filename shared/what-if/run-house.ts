import { control, startController } from '../controller-program/controller.ts'
import type { ControllerState } from '../controller-program/controller-state.ts'
import {
  ammoniaOf,
  climateInputs,
  fanPower,
  type LoadedHouse,
  wetted,
} from '../controller-program/house-loads.ts'
import type { LevelProgram, Program } from '../controller-program/program.ts'
import { programFromSettings } from '../controller-program/program-from-settings.ts'
import { makeSensors, type SensorReadings, type Surroundings } from '../controller-program/sensors.ts'
import { ventilationOf } from '../controller-program/ventilation.ts'
import type { Litter } from '../litter.ts'
import type { Equipment } from '../physics/equipment.ts'
import { type HouseAir, houseAir, humidityOf, stepClimate } from '../physics/house-climate.ts'
import type { HouseType, SettingDocument } from '../signals.ts'
import { type RunSample, type Step, sampler } from './samples.ts'
import { type OutsideAt, weatherAlong } from './weather.ts'

/** The birds on the day of a run. */
export interface RunBirds {
  count: number
  /** days */
  age: number
  /** kg per bird, kg of egg per bird and day */
  weight: number
  eggMass: number
  /** What they were placed on; null where nobody told, or on no litter. */
  litter?: Litter | null | undefined
}

/** The measured air at the start of a run, and the controller's level; null where nothing measures it. */
export interface StartingAir {
  /** °C, % */
  temperature: number
  humidity: number
  /** ppm */
  co2: number | null
  nh3: number | null
  level: number | null
}

/** A house for 24 hours, without its settings. */
export interface RunHouse {
  type: HouseType
  equipment: Equipment
  birds: RunBirds
  /** ms since 1970 */
  from: number
  /** how far the house's clock is ahead of UTC, ms */
  aheadOfUtc: number
  /** in order of time; constant before the first and after the last */
  weather: readonly OutsideAt[]
  start: StartingAir
}

const STEP_S = 10
/** h of a run */
export const RUN_HOURS = 24
const DAY_MS = 86_400_000
/** ppm if nothing measures them: the house finds its own values within half an hour */
const USUAL = { co2: 1_400, nh3: 6 }
const STILL = { noise: () => 0 }
/** Nothing moves the air; the house leaks all the same. */
const SHUT = { airflow: 0, pressure: 0, speed: 0, tunnel: 0 }

/**
 * The next 24 hours of a house with these settings, in steps of 10 s: its controller's own programme and the physics of
 * its air, with no faults and no chance. Probes read the true values with the corrections of `corrected`, the
 * settings in effect: a changed correction moves what the controller sees.
 */
export function runHouse(
  house: RunHouse,
  settings: SettingDocument,
  corrected: SettingDocument = settings,
): RunSample[] {
  const samples = sampler(house.from)
  walkHouse(house, settings, { corrected, hours: RUN_HOURS, each: (at, step) => samples.add(at, step) })
  return samples.all
}

/** What does not work in a house. */
export interface Broken {
  /** It has neither mains nor a running generator, and stays shut. */
  power: boolean
  /** Fan groups that stand still, from 1. */
  fans: readonly number[]
}
const ALL_WELL: Broken = { power: false, fans: [] }

interface Walk {
  corrected: SettingDocument
  /** h */
  hours: number
  /** Gets the values at the end of each step (ms since 1970). */
  each: (at: number, step: Step) => void
  /** Nothing by default. */
  broken?: Broken
}

/** The same step by step, for as long as asked. */
export function walkHouse(
  house: RunHouse,
  settings: SettingDocument,
  { corrected, hours, each, broken = ALL_WELL }: Walk,
): void {
  const program = programOf(settings)
  const { start, birds, equipment } = house
  const isStopped = broken.fans.length > 0 ? (group: number) => broken.fans.includes(group) : isNever
  const controller = begin(program, house)
  const air = houseAir(start.temperature, start.humidity, start.co2 ?? USUAL.co2, start.nh3 ?? USUAL.nh3)
  const moveAir = ventilationOf(equipment)
  const source = { kind: house.type, birds: birds.count, weight: birds.weight, eggMass: birds.eggMass }
  const ammonia = ammoniaOf(house.type, birds.age, birds.weight, birds.litter)
  const outside = weatherAlong(house.weather)
  const movement = { airflow: 0, pressure: 0, speed: 0, tunnel: 0 }
  const loaded: LoadedHouse = { controller, equipment, movement, program, weather: outside(house.from) }
  const around = { ...NOWHERE }
  surround(around, air, loaded, loaded.weather.temperature)
  const sensors = makeSensors(STILL, around)
  const bias = biasOf(sensors.readings, programOf(corrected).corrections)
  const begins = Math.floor((house.from + house.aheadOfUtc) / DAY_MS)
  let padWetness = 0
  for (let s = STEP_S; s <= hours * 3600; s += STEP_S) {
    const at = house.from + s * 1000
    loaded.weather = outside(at)
    const local = at + house.aheadOfUtc
    const raw = sensors.sense(around, STEP_S, isNever)
    bias()
    const day = birds.age + Math.floor(local / DAY_MS) - begins
    const hour = (local % DAY_MS) / 3_600_000
    control(controller, program, { at: at / 1000, seconds: STEP_S, day, hour, raw, mains: !broken.power })
    loaded.movement = broken.power ? SHUT : moveAir(controller, program, isStopped, null)
    padWetness = wetted(padWetness, controller.pad, STEP_S)
    const inputs = climateInputs(loaded, ammonia, padWetness)
    const flows = stepClimate(air, STEP_S, equipment.envelope, source, inputs)
    surround(around, air, loaded, flows.inletTemperature)
    each(at, {
      temperature: air.temperature,
      humidity: around.humidity,
      co2: air.co2,
      nh3: air.nh3,
      level: controller.level,
      airflow: flows.exchanged,
      fanKw: fanPower(loaded),
      heatKw: inputs.heater / 1000,
      outside: loaded.weather.temperature,
      light: controller.daylight,
    })
  }
}

const programOf = (settings: SettingDocument): Program =>
  programFromSettings(name => settings[`Settings/${name}`])

/** The controller in its current state: at its level, with its openings where the level has them. */
function begin(program: Program, { birds, start }: RunHouse): ControllerState {
  const controller = startController(program, birds.age, start.temperature)
  const level = Math.min(program.levels.length, Math.max(1, start.level ?? controller.level))
  const { sideInlet, tunnelInlet: tunnelDoor } = program.levels[level - 1] as LevelProgram
  return Object.assign(controller, { level, applied: level, sideInlet, sideInlet2: sideInlet, tunnelDoor })
}

/** Probes and fans of a run never fail. */
const isNever = () => false

const NOWHERE: Surroundings = {
  temperature: 0,
  inletTemperature: 0,
  tunnel: 0,
  humidity: 0,
  co2: 0,
  nh3: 0,
  pressure: 0,
  outsideTemperature: 0,
  outsideHumidity: 0,
}

/** Writes down what surrounds the probes now; a run takes thousands of steps, so nothing is made anew. */
function surround(
  around: Surroundings,
  air: HouseAir,
  { movement, weather }: LoadedHouse,
  inletTemperature: number,
): void {
  around.temperature = air.temperature
  around.inletTemperature = inletTemperature
  around.tunnel = movement.tunnel
  around.humidity = humidityOf(air)
  around.co2 = air.co2
  around.nh3 = air.nh3
  around.pressure = movement.pressure
  around.outsideTemperature = weather.temperature
  around.outsideHumidity = weather.humidity
}

/** Turns true readings into those of probes that need these corrections to be true, in place, at each call. */
function biasOf(readings: SensorReadings, corrections: Program['corrections']): () => void {
  const biased = (Object.keys(corrections) as (keyof typeof corrections)[]).flatMap(quantity =>
    corrections[quantity].flatMap((by, i) => (by ? [{ values: readings[quantity], i, by }] : [])),
  )
  return () => {
    for (const { values, i, by } of biased) if (i < values.length) values[i] = (values[i] as number) - by
  }
}
