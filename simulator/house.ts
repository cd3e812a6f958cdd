import { seededRandom, seedOf } from '#shared/chance.ts'
import { control, startController } from '#shared/controller-program/controller.ts'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { wetted } from '#shared/controller-program/house-loads.ts'
import { houseSettings } from '#shared/controller-program/house-settings.ts'
import { programFromSettings } from '#shared/controller-program/program-from-settings.ts'
import type { Surroundings } from '#shared/controller-program/sensors.ts'
import { makeSensors } from '#shared/controller-program/sensors.ts'
import { ventilationOf } from '#shared/controller-program/ventilation.ts'
import { type Equipment, equipHouse } from '#shared/physics/equipment.ts'
import { type HouseAir, houseAir, humidityOf, stepClimate } from '#shared/physics/house-climate.ts'
import { type Weather, weatherOf } from '#shared/physics/weather.ts'
import type { SettingProblem, SettingValue } from '#shared/signals.ts'
import { alarmTimers } from './alarm-timers.ts'
import { houseFaults } from './faults.ts'
import type { HouseSpec } from './fleet.ts'
import { beginFlockDay, liveOn, makeFlock } from './flock.ts'
import { watchHouse } from './house-alarms.ts'
import { dayOfDate, houseTime } from './house-clock.ts'
import { heatSource, inputsOf, powerOf, rememberExtremes, windChill } from './house-loads.ts'
import type { HouseMemory } from './house-memory.ts'
import type { House } from './house-parts.ts'
import { runningMeans } from './means.ts'
import { type SettingStore, settingStore } from './setting-store.ts'
import { beginDay, count, makeStores } from './stores.ts'

/** codes of Settings/Flock/HouseMode; days a house is warmed up before its chicks arrive */
const MODE = { empty: 0, preheat: 1, growing: 2 }
const PREHEAT_DAYS = 2

/**
 * A house as it is at `at` (ms): birds of their age, air at its target, controller just started; or as it was when
 * remembered.
 */
export function makeHouse(spec: HouseSpec, at: number, memory?: HouseMemory): House {
  const random = seededRandom(seedOf(spec.seed, spec.name, 'house'))
  const equipment = { ...equipHouse(spec.type, spec), heaters: spec.heaters ?? 'flued' }
  const settings = settingsOf(spec, equipment, memory)
  const program = programOf(settings)
  const weatherAt = weatherOf(spec, spec.weatherSeed ?? 0)
  const weather = weatherAt(at)
  const { day, hour } = houseTime(spec.timeZone, at)
  const ageOffset = memory?.ageOffset ?? 0
  const age = ageOn(day, { spec, ageOffset })
  const controller = startController(program, age, 21)
  const air = houseAir(Math.max(controller.target, weather.temperature + 1), 58, 1400, 6)
  const moveAir = ventilationOf(equipment)
  Object.assign(air, memory?.air)
  const pad = { wetness: 0 }
  const surroundings = surroundingsIn(air, weather)
  const house: House = {
    spec,
    equipment,
    settings,
    program,
    air,
    controller,
    sensors: makeSensors(seededRandom(seedOf(spec.seed, spec.name, 'sensors')), surroundings),
    flock: makeFlock(spec, age, random),
    faults: houseFaults(seededRandom(seedOf(spec.seed, spec.name, 'faults')), spec.faults ?? 1),
    stores: makeStores(equipment, random),
    alarms: alarmTimers(),
    means: runningMeans(),
    weather,
    movement: { airflow: 0, pressure: 0, speed: 0, tunnel: 0 },
    at,
    day,
    age,
    ageOffset,
    hour,
    felt: air.temperature,
    mains: true,
    generator: false,
    powered: true,
    sinceMains: 0,
    emergencyOpen: false,
    extremes: [],
    step(seconds) {
      house.at += seconds * 1000
      passTime(house)
      house.weather = weatherAt(house.at)
      house.faults.step(house.at, seconds)
      supply(house, seconds)
      runController(house, surroundings, seconds)
      house.movement = moveAir(
        controller,
        house.program,
        group => house.faults.has('fanGroup', group),
        house.powered ? null : house.weather.windSpeed,
      )
      const water = stepAir(house, surroundings, pad, seconds)
      liveAndCount(house, seconds, water)
      rememberExtremes(house)
      watchHouse(house, seconds)
      house.means.add(house, seconds)
    },
    changeSettings: document => changeSettings(house, document),
  }
  followAge(house)
  if (age < 0) prepare(house)
  controller.average = air.temperature
  if (memory) recall(house, memory)
  return house
}

function settingsOf(spec: HouseSpec, equipment: Equipment, memory: HouseMemory | undefined): SettingStore {
  const shared = defaultSettings(spec.type, equipment.lux)
  const own = houseSettings(spec.type, spec.breed, spec, equipment)
  for (const [name, value] of Object.entries(memory?.settings ?? {}))
    if (shared.has(name)) own.set(name, value)
  return settingStore(shared, own, memory?.version)
}

const programOf = (settings: SettingStore) => programFromSettings(name => settings.get(`Settings/${name}`))

/** Age of the birds on a day, days. */
const ageOn = (day: number, { spec, ageOffset }: Pick<House, 'spec' | 'ageOffset'>) =>
  day - dayOfDate(spec.placedOn) + ageOffset

/** Around the probes before the first step. */
const surroundingsIn = (air: HouseAir, weather: Weather): Surroundings => ({
  temperature: air.temperature,
  inletTemperature: weather.temperature,
  tunnel: 0,
  humidity: 58,
  co2: air.co2,
  nh3: air.nh3,
  pressure: 20,
  outsideTemperature: weather.temperature,
  outsideHumidity: weather.humidity,
})

function recall(house: House, memory: HouseMemory): void {
  Object.assign(house.controller, memory.controller, { sideInlet2: memory.controller.sideInlet })
  Object.assign(house.flock, memory.flock)
  Object.assign(house.stores, memory.stores)
  // the chicks arrived while the house was not played
  const before = ageOn(houseTime(house.spec.timeZone, memory.at).day, house)
  if (house.age >= 0 && before < 0) placeBirds(house)
}

function passTime(house: House): void {
  const { day, hour } = houseTime(house.spec.timeZone, house.at)
  house.hour = hour
  if (day === house.day) return
  house.day = day
  ageTo(house, ageOn(day, house))
  beginDay(house.stores)
}

function ageTo(house: House, age: number): void {
  const wasEmpty = house.age < 0
  house.age = age
  if (wasEmpty && age >= 0) placeBirds(house)
  else if (wasEmpty) prepare(house)
  beginFlockDay(house.flock, age)
  followAge(house)
}

function placeBirds(house: House): void {
  house.flock.alive = house.spec.birds
  prepare(house)
}

/** The house is empty, is warmed up for the chicks, and is then theirs. */
function prepare({ age, settings, program }: House): void {
  const mode = age >= 0 ? MODE.growing : age >= -PREHEAT_DAYS ? MODE.preheat : MODE.empty
  settings.follow('Settings/Flock/HouseMode', mode)
  program.houseMode = mode
}

function followAge({ age, settings }: House): void {
  settings.follow('Settings/Flock/DayAge', Math.max(-7, Math.min(999, age)))
}

/** s until a generator has started and taken the load */
const GENERATOR_START = 15

/** Mains, or the generator some seconds after they are lost. */
function supply(house: House, seconds: number): void {
  const { faults, spec } = house
  const canStart = spec.hasGenerator !== false && !faults.has('generator')
  house.mains = !faults.has('mains')
  house.sinceMains = house.mains ? 0 : house.sinceMains + seconds
  house.generator = house.sinceMains >= GENERATOR_START && canStart
  house.powered = house.mains || house.generator
}

/** The controller reads its probes and moves what it can; without power, openings drop. */
function runController(house: House, surroundings: Surroundings, seconds: number): void {
  const { controller, faults, age: day, hour, powered } = house
  const dead = (sensor: number) => faults.has('temperatureSensor', sensor)
  const raw = house.sensors.sense(surroundings, seconds, dead)
  const { sideInlet, tunnelDoor } = controller
  control(controller, house.program, { at: house.at / 1000, seconds, day, hour, raw, mains: powered })
  if (faults.has('door')) Object.assign(controller, { sideInlet, tunnelDoor })
  const hot = controller.average > controller.target + 5
  house.emergencyOpen = !powered && (hot || house.emergencyOpen)
  if (!house.emergencyOpen) return
  // drop-out openings need no power
  controller.sideInlet = Math.min(100, controller.sideInlet + 2 * seconds)
  controller.sideInlet2 = Math.min(100, controller.sideInlet2 + 2 * seconds)
}

/** Litres of cooling water evaporated. */
function stepAir(
  house: House,
  surroundings: Surroundings,
  pad: { wetness: number },
  seconds: number,
): number {
  const { air, equipment, controller, movement, weather } = house
  const pumping = house.faults.has('padPump') ? 0 : controller.pad
  pad.wetness = wetted(pad.wetness, pumping, seconds)
  const acting = inputsOf(house, pad.wetness)
  const flows = stepClimate(air, seconds, equipment.envelope, heatSource(house), acting)
  surroundings.temperature = air.temperature
  surroundings.inletTemperature = flows.inletTemperature
  surroundings.tunnel = movement.tunnel
  surroundings.humidity = humidityOf(air)
  surroundings.co2 = air.co2
  surroundings.nh3 = air.nh3
  surroundings.pressure = movement.pressure
  surroundings.outsideTemperature = weather.temperature
  surroundings.outsideHumidity = weather.humidity
  house.felt = air.temperature - windChill(air.temperature, movement.speed)
  return ((flows.padWater + equipment.fog * controller.fog) * seconds) / 3600
}

function liveAndCount(house: House, seconds: number, coolingWater: number): void {
  const { at, hour, powered, flock, controller, faults } = house
  const activity = liveOn(flock, {
    seconds,
    dayShare: hour / 24,
    temperature: house.felt,
    target: controller.target,
    light: (controller.dimmers[0] ?? 0) / 100,
    lightHours: controller.lightHours,
    sinceLight: controller.sinceLight,
  })
  const dailyFeed = flock.alive * flock.today.feed
  const power = powerOf(house)
  const broken = { noWater: faults.has('water'), noFeed: faults.has('feed') }
  const use = { ...activity, seconds, coolingWater, power, dailyFeed, powered, at, hour, ...broken }
  count(house.stores, house.equipment, use)
}

function changeSettings(house: House, document: Readonly<Record<string, SettingValue>>): SettingProblem[] {
  const problems = house.settings.change(document)
  if (problems.length > 0) return problems
  house.program = programOf(house.settings)
  house.controller.minute = Number.NaN
  const wanted = document['Settings/Flock/DayAge']
  if (typeof wanted === 'number') {
    house.ageOffset += wanted - house.age
    ageTo(house, wanted)
  }
  return []
}
