import { faultOf } from './faults.ts'
import type { Machine } from './machines.ts'

/** The machine that has to be looked at, of faults that are one machine's. */
const machineOf: Readonly<Record<string, Machine>> = {
  SensorTemp: 'temperatureSensor',
  SensorHum: 'humiditySensor',
  SensorCO2: 'gasSensor',
  SensorNH3: 'gasSensor',
  SensorPressure: 'pressureSensor',
  FanGroupFault: 'fan',
  InletStuck: 'inlet',
  PadPumpFault: 'pad',
  HeaterFault: 'heater',
  WaterHigh: 'waterLine',
  WaterLow: 'waterLine',
  WaterNone: 'waterLine',
  LightFault: 'light',
  EggBeltFault: 'eggBelt',
  ControllerRestart: 'controller',
  ClockDrift: 'controller',
}

/** The machine that an alarm is about; null where it may be any. */
export const machineOfAlarm = (code: string): Machine | null => machineOf[faultOf(code) ?? ''] ?? null
