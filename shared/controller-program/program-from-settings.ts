import type { SettingValue } from '../signals.ts'
import type { CurvePoint, LevelProgram, LightPoint, Program, Travel } from './program.ts'

/** Reads a setting by its name without `Settings/`. */
type Ask = (name: string) => SettingValue | undefined

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const two = (index: number) => String(index).padStart(2, '0')

/** Turns flat settings into the controller's program. */
export function programFromSettings(ask: Ask): Program {
  const number = (name: string) => Number(ask(name) ?? 0)
  /** Those of the ten points that the controller has. */
  const points = (curve: string) =>
    upTo(10)
      .map(point => `${curve}/P${two(point)}`)
      .filter(at => ask(`${at}/Day`) !== undefined)
  return {
    curve: points('Temp/Curve').map(at => curvePoint(number, at)),
    targetOffset: number('Temp/TargetOffset'),
    nightSetback: number('Temp/NightSetback'),
    outdoorAlarmComp: number('Temp/OutdoorAlarmComp'),
    sensorDiffAlarm: number('Temp/SensorDiffAlarm'),
    absHighAlarm: number('Temp/AbsHighAlarm'),
    averaged: upTo(8).map(sensor => (number('Temp/AvgSensors') & (1 << (sensor - 1))) !== 0),
    limits: points('Vent/MinMax').map(at => ({
      day: number(`${at}/Day`),
      min: number(`${at}/Min`),
      max: number(`${at}/Max`),
    })),
    levels: upTo(number('Vent/LevelCount')).map(level => levelProgram(ask, number, `Vent/L${two(level)}`)),
    upDelay: number('Vent/LevelUpDelay'),
    downDelay: number('Vent/LevelDownDelay'),
    hysteresis: number('Vent/Hysteresis'),
    tunnelStart: number('Tunnel/StartDiff'),
    tunnelHysteresis: number('Tunnel/StopHyst'),
    tunnelMinOutdoor: number('Tunnel/MinOutdoorTemp'),
    tunnelOutdoorExit: number('Tunnel/OutdoorExitLimit'),
    compensation: {
      humidityOn: number('VentComp/HumOn'),
      humidityBand: number('VentComp/HumBand'),
      co2On: number('VentComp/CO2On'),
      co2Band: number('VentComp/CO2Band'),
      nh3On: number('VentComp/NH3On'),
      nh3Band: number('VentComp/NH3Band'),
      step: number('VentComp/StepPct'),
      stepSeconds: number('VentComp/StepSec'),
      max: number('VentComp/MaxPct'),
      outdoorFactor: number('VentComp/OutdoorFactor'),
    },
    inlets: {
      byPressure: number('Inlet/ControlMode') === 1,
      side1: travel(number, 'Inlet/Side1'),
      side2: travel(number, 'Inlet/Side2'),
      tunnel: travel(number, 'Inlet/Tunnel'),
      band: number('Inlet/PressureBand'),
      delay: number('Inlet/Delay'),
    },
    pad: {
      startDiff: number('Cool/Pad/StartDiff'),
      onTime: number('Cool/Pad/OnTime'),
      offTime: number('Cool/Pad/OffTime'),
      maxHumidity: number('Cool/Pad/MaxHum'),
      humidityBand: number('Cool/Pad/HumBand'),
      startHour: hourOf(ask('Cool/Pad/StartHour')),
      stopHour: hourOf(ask('Cool/Pad/StopHour')),
      startDay: number('Cool/Pad/StartDay'),
    },
    humidify: {
      on: number('Humid/On'),
      off: number('Humid/Off'),
      onTime: number('Humid/OnTime'),
      offTime: number('Humid/OffTime'),
    },
    heating: upTo(6).map(zone => ({
      enabled: ask(`Heat/Z${zone}/Enabled`) === true,
      sensor: number(`Heat/Z${zone}/Sensor`),
      onDiff: number(`Heat/Z${zone}/OnDiff`),
      offDiff: number(`Heat/Z${zone}/OffDiff`),
    })),
    corrections: {
      temperature: upTo(8).map(sensor => correction(ask, `Sensor/T${sensor}`)),
      humidity: upTo(2).map(sensor => correction(ask, `Sensor/H${sensor}`)),
      co2: upTo(2).map(sensor => correction(ask, `Sensor/CO2${sensor}`)),
      nh3: upTo(2).map(sensor => correction(ask, `Sensor/NH3${sensor}`)),
      pressure: [correction(ask, 'Sensor/P1'), 0],
    },
    light: upTo(4).map(dimmer => lightPoints(ask, dimmer)),
    alarm: {
      pressureHigh: number('Alarm/PressureHigh'),
      pressureLow: number('Alarm/PressureLow'),
      delay: number('Alarm/Delay'),
      waterMax: number('Alarm/WaterMaxLph'),
      waterMin: number('Alarm/WaterMinLph'),
      feedOverrun: number('Alarm/FeedOverrunMin'),
      siloLow: number('Alarm/SiloLowKg'),
    },
    relays: upTo(64).map(relay => ({
      drives: number(`Relay/R${two(relay)}/Function`),
      inverted: ask(`Relay/R${two(relay)}/Inverted`) === true,
    })),
    digitalInputs: upTo(16).map(input => number(`IO/DI${input}/Function`)),
    houseMode: number('Flock/HouseMode'),
  }
}

function travel(number: (name: string) => number, at: string): Travel {
  return { open: number(`${at}/OpenTime`), close: number(`${at}/CloseTime`) }
}

function curvePoint(number: (name: string) => number, at: string): CurvePoint {
  return {
    day: number(`${at}/Day`),
    target: number(`${at}/Target`),
    heat: number(`${at}/Heat`),
    cool: number(`${at}/Cool`),
    tunnel: number(`${at}/Tunnel`),
    lowAlarm: number(`${at}/LowAlarmDiff`),
    highAlarm: number(`${at}/HighAlarmDiff`),
  }
}

function levelProgram(ask: Ask, number: (name: string) => number, at: string): LevelProgram {
  return {
    offset: number(`${at}/TempOffset`),
    groups: upTo(12).map(group => number(`${at}/FanGroupMode/G${two(group)}`)),
    cycleOn: number(`${at}/CycleOn`),
    cycleOff: number(`${at}/CycleOff`),
    sideInlet: number(`${at}/SideInlet`),
    tunnelInlet: number(`${at}/TunnelInlet`),
    pressure: number(`${at}/PressureTarget`),
    pad: ask(`${at}/PadAllowed`) === true,
  }
}

function correction(ask: Ask, at: string): number | null {
  return ask(`${at}/Enabled`) === false ? null : Number(ask(`${at}/Correction`) ?? 0)
}

/** The programmes of a dimmer that are in use, by age; one that goes off when it comes on is unused. */
export function lightPoints(ask: Ask, dimmer: number): LightPoint[] {
  return upTo(8)
    .map(programme => `Light/D${dimmer}/P${two(programme)}`)
    .filter(at => ask(`${at}/On`) !== ask(`${at}/Off`))
    .map(at => ({
      fromDay: Number(ask(`${at}/FromDay`) ?? 0),
      on: hourOf(ask(`${at}/On`)),
      off: hourOf(ask(`${at}/Off`)),
      level: Number(ask(`${at}/Level`) ?? 0),
      rampUp: Number(ask(`${at}/RampUp`) ?? 0),
      rampDown: Number(ask(`${at}/RampDown`) ?? 0),
    }))
    .sort((a, b) => a.fromDay - b.fromDay)
}

/** Hours since midnight of HH:MM. */
function hourOf(clock: SettingValue | undefined): number {
  const [hours = '0', minutes = '0'] = String(clock ?? '').split(':')
  return Number(hours) + Number(minutes) / 60
}
