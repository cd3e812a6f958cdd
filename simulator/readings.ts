import { isTunnel } from '#shared/controller-program/level-steps.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { birdWeight } from './flock.ts'
import type { House, MeanOf } from './house-parts.ts'
import { runningMeans } from './means.ts'
import { DIMMERS, FANS, PAIRS, PROBES, ZONES } from './metric-names.ts'

/** Name on the wire → value; null for a dead sensor. */
export type Readings = Record<string, MetricValue>

/** ms by which a faulty clock is behind */
const CLOCK_SLOW = 3_600_000
/** codes of Vent/Mode and Fan/Gnn/State */
const MODE = { off: 0, minimum: 1, basic: 2, transition: 3, tunnel: 4, emergency: 6 }
const FAN = { off: 0, on: 1, cycleOn: 2, cycleOff: 3, fault: 4 }

/**
 * Every metric of the signal model as the controller shows it, unrounded; metrics that its type lacks are included and
 * simply not announced. What the timers switch is the mean `mean`, by default the current value; `wallClock`
 * ms is the controller's own clock.
 */
export function readHouse(
  house: House,
  wallClock: number,
  mean: MeanOf = runningMeans().take(house),
): Readings {
  const { controller, stores, flock } = house
  const within = (name: string, low: number, high: number) => limited(mean(name), low, high)
  const readings: Readings = {
    'Climate/Temp/Min24h': lowest(house),
    'Climate/Temp/Max24h': highest(house),
    'Climate/Temp/Target': controller.target,
    'Climate/Hum/Avg': within('Climate/Hum/Avg', 0, 100),
    'Air/WindSpeedIn': within('Air/WindSpeedIn', 0, 6),
    'Weather/WindDir': house.weather.windDirection,
    'Vent/Mode': modeOf(house),
    'Vent/Level': controller.level,
    'Vent/MinLevel': controller.min,
    'Vent/MaxLevel': controller.max,
    'Vent/OutputPct': limited((100 * mean('Air/AirFlow')) / fullAirflow(house), 0, 100),
    'Fan/VarSpeed1/Output': 0,
    'Fan/VarSpeed2/Output': 0,
    'Cool/Pad/State': mean('Cool/Pad/State') > 0,
    'Cool/Fogger/State': mean('Cool/Fogger/State') > 0,
    'Cool/WaterToday': stores.padWaterToday,
    'Relay/Bitmap1': relayBits(house, mean, 0),
    'Relay/Bitmap2': relayBits(house, mean, 32),
    'IO/DI/Bitmap': inputBits(house),
    'Water/Meter1/Total': stores.waterTotal,
    'Water/Today': stores.waterToday,
    'Water/FlowRate': within('Water/FlowRate', 0, 500),
    'Feed/Today': stores.feedToday,
    'Feed/Silo1/Weight': Math.min(50_000, stores.silos[0]),
    'Feed/Silo2/Weight': Math.min(50_000, stores.silos[1]),
    'Feed/AugerRun': mean('Feed/AugerRun') > 0,
    'Bird/Count': flock.alive,
    'Bird/DayAge': Math.max(-7, Math.min(999, house.age)),
    'Bird/WeightAvg': birdWeight(flock, house.hour / 24) * 1000,
    'Bird/Uniformity': flock.uniformity,
    'Egg/Today': Math.floor(stores.eggsToday),
    'Power/MainsOk': house.mains,
    'Power/GeneratorOn': house.generator,
    'Power/EnergyTotal': stores.energyTotal,
    'Clock/ControllerTime': house.faults.has('clock') ? wallClock - CLOCK_SLOW : wallClock,
  }
  for (const name of AS_THEY_ARE) readings[name] = orNull(mean(name))
  for (const [i, at] of PAIRS.entries()) {
    readings[`Climate/Hum/${at}`] = within(`Climate/Hum/${at}`, 0, 100)
    readings[`Air/CO2/${at}`] = within(`Air/CO2/${at}`, 0, 10_000)
    readings[`Air/NH3/${at}`] = within(`Air/NH3/${at}`, 0, 100)
    readings[`Air/Pressure/${at}`] = within(`Air/Pressure/${at}`, -20, 100)
    readings[`Light/Lux/${at}`] = (house.equipment.lux * mean(DIMMERS[i] as string)) / 100
  }
  for (const [i, name] of FANS.entries()) readings[name] = fanState(house, i, mean(name))
  return readings
}

/** Means shown without conversion. */
const AS_THEY_ARE = [
  'Climate/Temp/Avg',
  'Climate/Temp/Outdoor',
  'Climate/Temp/Effective',
  'Climate/Hum/Outdoor',
  'Weather/WindSpeed',
  'Air/AirFlow',
  'Vent/Compensation',
  'Inlet/Side1/Position',
  'Inlet/Side2/Position',
  'Inlet/Tunnel/Position',
  ...PROBES,
  ...ZONES,
  ...DIMMERS,
]

const orNull = (value: number) => (Number.isNaN(value) ? null : value)
const limited = (value: number, low: number, high: number) => orNull(Math.max(low, Math.min(high, value)))

const lowest = (house: House) =>
  house.extremes.reduce((low, hour) => Math.min(low, hour.low), house.controller.average)
const highest = (house: House) =>
  house.extremes.reduce((high, hour) => Math.max(high, hour.high), house.controller.average)

/** m³/h of all tunnel fans at working pressure */
function fullAirflow({ equipment }: House): number {
  return (equipment.tunnelDoor / 60) * 439_200
}

function modeOf(house: House): number {
  const { controller, program } = house
  if (!house.powered) return MODE.off
  if (controller.noSensor) return MODE.emergency
  if (isTunnel(program, controller.applied)) return MODE.tunnel
  const row = program.levels[controller.applied - 1]
  if (row?.groups.slice(2).some(mode => mode > 0)) return MODE.transition
  return controller.applied > controller.min ? MODE.basic : MODE.minimum
}

/** The group ran for `share` of the time. */
function fanState(house: House, index: number, share: number): number {
  const { controller, program, faults } = house
  if (!house.powered) return FAN.off
  const mode = program.levels[controller.applied - 1]?.groups[index] ?? 0
  if (mode !== 0 && faults.has('fanGroup', index + 1)) return FAN.fault
  if (mode === 2) return share > 0 ? FAN.cycleOn : FAN.cycleOff
  return mode === 1 ? FAN.on : FAN.off
}

/** Whether what a relay drives was on; codes as in `Settings/Relay/Rnn/Function`. */
function drives(house: House, mean: MeanOf, code: number): boolean {
  if (code >= 1 && code <= 12) return mean(FANS[code - 1] as string) > 0
  if (code >= 13 && code <= 18) return mean(ZONES[code - 13] as string) > 0
  if (code === 19) return mean('Cool/Pad/State') > 0
  if (code === 20) return mean('Cool/Fogger/State') > 0
  if (code >= 27 && code <= 30) return mean(DIMMERS[code - 27] as string) > 0
  if (code === 31) return mean('Feed/AugerRun') > 0
  if (code === 32) return house.powered
  if (code === 33) return house.alarms.all().length > 0
  // belts run in the morning
  if (code === 34) return house.powered && house.hour >= 9 && house.hour < 11
  return code === 35 && house.powered && house.hour >= 13 && house.hour < 13.5
}

function relayBits(house: House, mean: MeanOf, first: number): number {
  const { relays } = house.program
  let bits = 0
  for (let i = 0; i < 32; i++) {
    const relay = relays[first + i]
    if (!relay || relay.drives === 0) continue
    if (drives(house, mean, relay.drives) !== relay.inverted) bits |= 1 << i
  }
  return bits >>> 0
}

/** The state of the digital inputs; codes as in `Settings/IO/DIn/Function`. Pulses show every second litre, kg and egg. */
function inputBits(house: House): number {
  const { stores, faults } = house
  const sees = [
    false,
    Math.floor(stores.waterTotal) % 2 === 1,
    stores.augerRuns,
    Math.floor(stores.eggsToday) % 2 === 1,
    faults.has('fanGroup'),
    false,
    !house.mains,
    false,
  ]
  return house.program.digitalInputs.reduce((bits, code, i) => (sees[code] ? bits | (1 << i) : bits), 0) >>> 0
}
