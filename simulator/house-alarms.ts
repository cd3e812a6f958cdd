import { isSteady } from '#shared/controller-program/openings.ts'
import type { House } from './house-parts.ts'

/** s before alarms without a delay setting */
const POWER_DELAY = 30
/** fans that have just started need a while to build up pressure */
const PRESSURE_SETTLING = 120
const GAS_DELAY = 600
const HUMIDITY_DELAY = 1800
const NO_WATER_DELAY = 1800
const SENSOR_DELAY = 600
/** K and shares by which a value must come back before its alarm clears */
const TEMPERATURE_RETURN = 0.5
const GAS_RETURN = 0.9
/** ppm and % */
const NH3_LIMIT = 25
const CO2_LIMIT = 3500
const CO2_LIMIT_LAYERS = 5000
const HUMIDITY_LIMIT = 85
const OVER_OUTSIDE = 5

const probeAlarms = Array.from({ length: 8 }, (_, i) => `SensorTemp${i + 1}`)
const fanAlarms = Array.from({ length: 12 }, (_, i) => `FanGroupFault${i + 1}`)

/** Updates the alarms of a house after a step. */
export function watchHouse(house: House, seconds: number): void {
  house.alarms.hold(house.faults.has('latch'))
  watchTemperature(house, seconds)
  watchSensors(house, seconds)
  watchAir(house, seconds)
  watchMachines(house, seconds)
  watchSupply(house, seconds)
}

function watchTemperature({ alarms, controller, program, sensors, flock }: House, seconds: number): void {
  const { average, target, curve } = controller
  const delay = program.alarm.delay
  const outside = sensors.readings.outsideTemperature
  const high = Math.max(target + curve.highAlarm, outside + program.outdoorAlarmComp)
  const low = target - curve.lowAlarm
  // chicks are kept warmer than the limit for grown birds
  const absolute = Math.max(program.absHighAlarm, target + 3)
  // a house without birds may get as cold as it likes
  const cold = average < low && flock.alive > 0
  const hot = average > high
  alarms.watch('HighTemp', hot, average < high - TEMPERATURE_RETURN, seconds, delay)
  alarms.watch('LowTemp', cold, average > low + TEMPERATURE_RETURN || flock.alive === 0, seconds, delay)
  const deadly = average > absolute
  alarms.watch('AbsHighTemp', deadly, average < absolute - TEMPERATURE_RETURN, seconds, delay)
}

function watchSensors({ alarms, controller, program, faults }: House, seconds: number): void {
  const values = controller.temperature
  for (let i = 0; i < values.length; i++) {
    const code = probeAlarms[i] as string
    const value = values[i] as number
    const off = program.corrections.temperature[i] === null
    const dead = !off && Number.isNaN(value)
    const strays = Math.abs(value - controller.average) > program.sensorDiffAlarm
    // a probe may drift off by itself for a while; a fault or its repair is reported at once
    const isSure = dead || faults.has('temperatureSensor', i + 1) || alarms.standing(code)
    const delay = isSure ? program.alarm.delay : SENSOR_DELAY
    alarms.watch(code, dead || strays, !dead && !strays, seconds, delay)
  }
}

function watchAir(house: House, seconds: number): void {
  const { alarms, controller, program, spec } = house
  const { co2, nh3, humidity } = controller
  const co2Limit = spec.type === 'layer' ? CO2_LIMIT_LAYERS : CO2_LIMIT
  alarms.watch('HighCO2', co2 > co2Limit, co2 < co2Limit * GAS_RETURN, seconds, GAS_DELAY)
  alarms.watch('HighNH3', nh3 > NH3_LIMIT, nh3 < NH3_LIMIT * GAS_RETURN, seconds, GAS_DELAY)
  const wetPad = controller.padStage > 0
  // fans cannot make a house drier than the weather
  const limit = Math.max(HUMIDITY_LIMIT, house.sensors.readings.outsideHumidity + OVER_OUTSIDE)
  const dry = humidity < limit - 3 || wetPad
  alarms.watch('HighHum', humidity > limit && !wetPad, dry, seconds, HUMIDITY_DELAY)
  const { pressureHigh, pressureLow, delay } = program.alarm
  const { pressure } = controller
  // while the timer pauses the fans there is no pressure to watch
  const row = program.levels[controller.applied - 1]
  const steady = row !== undefined && isSteady(row) && house.powered
  alarms.watch('PressureHigh', pressure > pressureHigh, pressure < pressureHigh - 2, seconds, delay)
  const slack = steady && pressure < pressureLow
  const recovered = !steady || pressure > pressureLow + 1
  alarms.watch('PressureLow', slack, recovered, seconds, Math.max(delay, PRESSURE_SETTLING))
}

function watchMachines(house: House, seconds: number): void {
  const { alarms, controller, program, faults, stores } = house
  alarms.watch('PowerFail', !house.mains, house.mains, seconds, POWER_DELAY)
  const emergency = controller.noSensor || house.emergencyOpen
  alarms.watch('EmergencyVent', emergency, !emergency, seconds, 0)
  for (let i = 0; i < fanAlarms.length; i++) {
    const stopped = house.powered && faults.has('fanGroup', i + 1)
    const wanted = (controller.fans[i] as number) > 0
    alarms.watch(fanAlarms[i] as string, stopped && wanted, !stopped, seconds, program.alarm.delay)
  }
  const pump = faults.has('padPump')
  alarms.watch('PadPumpFault', pump && controller.padStage > 0, !pump, seconds, program.alarm.delay)
  const stuck = faults.has('door')
  alarms.watch('InletStuck', stuck, !stuck, seconds, program.alarm.delay)
  const late = faults.has('clock')
  alarms.watch('ClockDrift', late, !late, seconds, program.alarm.delay)
  const { feedOverrun } = program.alarm
  const overrun = feedOverrun > 0 && stores.augerMinutes > feedOverrun
  alarms.watch('FeedOverrun', overrun, !overrun, seconds, 0)
}

function watchSupply({ alarms, controller, program, stores, flock }: House, seconds: number): void {
  const { waterMax, waterMin, siloLow, delay } = program.alarm
  const perHour = stores.waterFlow * 60
  const lit = controller.sinceLight > 0.5 && flock.alive > 0
  alarms.watch('WaterNone', lit && perHour <= 0, perHour > 0 || !lit, seconds, NO_WATER_DELAY)
  const flooding = waterMax > 0 && perHour > waterMax
  alarms.watch('WaterHigh', flooding, !flooding, seconds, delay)
  const thirst = waterMin > 0 && lit && perHour < waterMin
  alarms.watch('WaterLow', thirst, !thirst, seconds, NO_WATER_DELAY)
  const stock = stores.silos[0] + stores.silos[1]
  alarms.watch('SiloLow', siloLow > 0 && stock < siloLow, stock > siloLow * 1.2, seconds, delay)
}
