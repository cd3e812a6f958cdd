import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { ControllerState } from './controller.ts'
import { birdWeight } from './flock.ts'
import type { House } from './house.ts'
import { isTunnel } from './level-steps.ts'

/** Name on the wire → value; null where a sensor is dead. */
export type Readings = Record<string, MetricValue>

const two = (index: number) => String(index).padStart(2, '0')
const fanNames = Array.from({ length: 12 }, (_, i) => `Fan/G${two(i + 1)}/State`)
const probeNames = Array.from({ length: 8 }, (_, i) => `Climate/Temp/S${i + 1}`)
const zoneNames = Array.from({ length: 6 }, (_, i) => `Heat/Z${i + 1}/Output`)
const dimmerNames = Array.from({ length: 4 }, (_, i) => `Light/Dimmer${i + 1}/Output`)

/** codes of Vent/Mode and Fan/Gnn/State */
const MODE = { off: 0, minimum: 1, basic: 2, transition: 3, tunnel: 4, emergency: 6 }
const FAN = { off: 0, on: 1, cycleOn: 2, cycleOff: 3, fault: 4 }

/**
 * Every metric of the signal model as the controller shows it now, unrounded; metrics that its type does not have
 * are there too and simply not announced. `wallClock` ms is the controller's own clock.
 */
export function readHouse(house: House, wallClock: number): Readings {
  const { controller, sensors, weather, movement, stores, flock, program } = house
  const raw = sensors.readings
  const { corrections } = program
  const readings: Readings = {
    'Climate/Temp/Avg': controller.noSensor ? null : controller.average,
    'Climate/Temp/Outdoor': raw.outsideTemperature,
    'Climate/Temp/Effective': controller.average + house.felt - house.air.temperature,
    'Climate/Temp/Target': controller.target,
    'Climate/Temp/Min24h': lowest(house),
    'Climate/Temp/Max24h': highest(house),
    'Climate/Hum/Avg': limit(controller.humidity, 100),
    'Climate/Hum/Outdoor': raw.outsideHumidity,
    'Air/WindSpeedIn': Math.min(6, movement.speed),
    'Air/AirFlow': movement.airflow,
    'Weather/WindSpeed': weather.windSpeed,
    'Weather/WindDir': weather.windDirection,
    'Vent/Mode': modeOf(house),
    'Vent/Level': controller.level,
    'Vent/MinLevel': controller.min,
    'Vent/MaxLevel': controller.max,
    'Vent/OutputPct': limit((100 * movement.airflow) / fullAirflow(house), 100),
    'Vent/Compensation': controller.compensation,
    'Fan/VarSpeed1/Output': 0,
    'Fan/VarSpeed2/Output': 0,
    'Inlet/Side1/Position': controller.sideInlet,
    'Inlet/Side2/Position': controller.sideInlet,
    'Inlet/Tunnel/Position': controller.tunnelDoor,
    'Cool/Pad/State': controller.pad > 0,
    'Cool/Fogger/State': controller.fog > 0,
    'Cool/WaterToday': stores.padWaterToday,
    'Relay/Bitmap1': relayBits(house, 0),
    'Relay/Bitmap2': relayBits(house, 32),
    'IO/DI/Bitmap': inputBits(house),
    'Water/Meter1/Total': stores.waterTotal,
    'Water/Today': stores.waterToday,
    'Water/FlowRate': Math.min(500, stores.waterFlow),
    'Feed/Today': stores.feedToday,
    'Feed/Silo1/Weight': Math.min(50_000, stores.silos[0]),
    'Feed/Silo2/Weight': Math.min(50_000, stores.silos[1]),
    'Feed/AugerRun': stores.augerRuns,
    'Bird/Count': flock.alive,
    'Bird/DayAge': Math.min(999, house.age),
    'Bird/WeightAvg': birdWeight(flock, house.hour / 24) * 1000,
    'Bird/Uniformity': flock.uniformity,
    'Egg/Today': Math.floor(stores.eggsToday),
    'Power/MainsOk': house.mains,
    'Power/EnergyTotal': stores.energyTotal,
    'Clock/ControllerTime': wallClock,
  }
  for (let i = 0; i < 8; i++) readings[probeNames[i] as string] = controller.temperature[i] ?? null
  for (let i = 0; i < 2; i++) {
    readings[`Climate/Hum/S${i + 1}`] = corrected(raw.humidity[i], corrections.humidity[i], 0, 100)
    readings[`Air/CO2/S${i + 1}`] = corrected(raw.co2[i], corrections.co2[i], 0, 10_000)
    readings[`Air/NH3/S${i + 1}`] = corrected(raw.nh3[i], corrections.nh3[i], 0, 100)
    readings[`Air/Pressure/S${i + 1}`] = corrected(raw.pressure[i], corrections.pressure[i], -20, 100)
    readings[`Light/Lux/S${i + 1}`] = (house.equipment.lux * (controller.dimmers[i] ?? 0)) / 100
  }
  for (let i = 0; i < 12; i++) readings[fanNames[i] as string] = fanState(house, i)
  for (let i = 0; i < 6; i++) readings[zoneNames[i] as string] = controller.heating[i] ?? 0
  for (let i = 0; i < 4; i++) readings[dimmerNames[i] as string] = controller.dimmers[i] ?? 0
  return readings
}

const limit = (value: number, high: number) => Math.max(0, Math.min(high, value))

function corrected(
  raw: number | undefined,
  correction: number | null | undefined,
  low: number,
  high: number,
): number | null {
  if (raw === undefined || typeof correction !== 'number') return null
  return Math.max(low, Math.min(high, raw + correction))
}

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
  if (!house.mains) return MODE.off
  if (controller.noSensor) return MODE.emergency
  if (isTunnel(program, controller.applied)) return MODE.tunnel
  const row = program.levels[controller.applied - 1]
  if (row?.groups.slice(2).some(mode => mode > 0)) return MODE.transition
  return controller.applied > controller.min ? MODE.basic : MODE.minimum
}

function fanState(house: House, index: number): number {
  const { controller, program, faults } = house
  if (!house.mains) return FAN.off
  const mode = program.levels[controller.applied - 1]?.groups[index] ?? 0
  if (mode !== 0 && faults.has('fanGroup', index + 1)) return FAN.fault
  if (mode === 2) return (controller.fans[index] as number) > 0.5 ? FAN.cycleOn : FAN.cycleOff
  return mode === 1 ? FAN.on : FAN.off
}

/** Whether what a relay drives is on; codes as in `Settings/Relay/Rnn/Function`. */
function drives(house: House, code: number): boolean {
  const state: ControllerState = house.controller
  if (code >= 1 && code <= 12) return (state.fans[code - 1] as number) > 0.5
  if (code >= 13 && code <= 18) return (state.heating[code - 13] ?? 0) > 0
  if (code === 19) return state.pad > 0
  if (code === 20) return state.fog > 0
  if (code >= 27 && code <= 30) return (state.dimmers[code - 27] ?? 0) > 0
  if (code === 31) return house.stores.augerRuns
  if (code === 32) return house.mains
  if (code === 33) return house.alarms.all().length > 0
  // belts run in the morning
  if (code === 34) return house.mains && house.hour >= 9 && house.hour < 11
  return code === 35 && house.mains && house.hour >= 13 && house.hour < 13.5
}

function relayBits(house: House, first: number): number {
  const { relays } = house.program
  let bits = 0
  for (let i = 0; i < 32; i++) {
    const relay = relays[first + i]
    if (!relay || relay.drives === 0) continue
    if (drives(house, relay.drives) !== relay.inverted) bits |= 1 << i
  }
  return bits >>> 0
}

/** What the digital inputs see; codes as in `Settings/IO/DIn/Function`. Pulses show as every second litre, kg and egg. */
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
