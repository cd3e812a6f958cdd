import { inUnits, measureOfRule, metricOfRule, ruleCodes, ruleLabel } from './alarm-rules.ts'
import { codeOfDoubt, type DoubtReason, doubtLabel, doubtOfCode, doubtReasons } from './probe-doubts.ts'
import { type AlarmSignal, alarmByMetric, metricByName, type Severity, severities } from './signals.ts'
import type { Text } from './text.ts'
import type { UnitSystem } from './units.ts'

/** The state of the house: the alarm is active or has cleared. */
export const conditions = ['active', 'cleared'] as const

/** What lists are narrowed to; among the active are those that only their controller still holds. */
export const conditionFilters = ['active', 'latched', 'cleared'] as const

/** What people do about it, in this order. Independent of the condition: seeing it does not mean being there. */
export const handlings = ['new', 'seen', 'going', 'on_site', 'cause_found', 'solved'] as const
export type Handling = (typeof handlings)[number]

/** What it turned out to be, chosen with one tap: what most alarms of a farm are comes first. */
export const causes = [
  'false_alarm',
  'fixed',
  'works',
  'accepted',
  'test',
  'supply',
  'fan',
  'inlet',
  'sensor',
  'setting',
  'weather',
  'limit',
  'other',
] as const
export type Cause = (typeof causes)[number]

/**
 * Why an alarm ended although nothing said that all is well again: its controller no longer reports it, its device serves
 * another house, was disabled or deleted, its rule was changed or removed, or its flock is no longer in the house.
 */
export const endReasons = ['gone', 'moved', 'disabled', 'deleted', 'rule', 'flock'] as const
export type EndReason = (typeof endReasons)[number]

export const alarmSources = ['controller', 'platform'] as const
export type AlarmSource = (typeof alarmSources)[number]

/** An alarm that the platform raises by its own rule. */
export interface PlatformAlarm {
  severity: Severity
  label: Text
  /** Alarms with the same meaning, first of all the controller's: while one is active, ours is not raised beside it. */
  covers?: readonly string[]
}

const numbered = (code: string, count: number) => Array.from({ length: count }, (_, i) => `${code}${i + 1}`)
const probes = numbered('SensorTemp', 8)
const fanGroups = numbered('FanGroupFault', 12)

/** The platform's rules by code; controllers never use the same codes. */
export const platformAlarms = {
  TemperatureHigh: {
    severity: 'critical',
    label: { 'zh-CN': '温度高于当日上限', 'en-US': 'Temperature above the day’s limit' },
    covers: ['HighTemp'],
  },
  TemperatureLow: {
    severity: 'critical',
    label: { 'zh-CN': '温度低于当日下限', 'en-US': 'Temperature below the day’s limit' },
    covers: ['LowTemp'],
  },
  TemperatureAbsolute: {
    severity: 'emergency',
    label: { 'zh-CN': '温度超过绝对上限', 'en-US': 'Temperature above the absolute limit' },
    covers: ['AbsHighTemp'],
  },
  CarbonDioxideHigh: {
    severity: 'warning',
    label: { 'zh-CN': '舍内二氧化碳过高', 'en-US': 'Too much CO2 in the house' },
    covers: ['HighCO2'],
  },
  AmmoniaHigh: {
    severity: 'warning',
    label: { 'zh-CN': '舍内氨气过高', 'en-US': 'Too much ammonia (NH3) in the house' },
    covers: ['HighNH3'],
  },
  TemperatureRising: {
    severity: 'critical',
    label: { 'zh-CN': '舍温上升过快', 'en-US': 'Temperature rising fast' },
    covers: ['HighTemp', 'AbsHighTemp', 'TemperatureHigh', 'TemperatureAbsolute'],
  },
  ProbesApart: {
    severity: 'warning',
    label: { 'zh-CN': '舍内温差过大', 'en-US': 'Temperature probes far apart' },
  },
  ProbeWrong: {
    severity: 'warning',
    label: { 'zh-CN': '温度探头读数异常', 'en-US': 'Temperature probe reads nonsense' },
    covers: probes,
  },
  TargetUnlikely: {
    severity: 'warning',
    label: { 'zh-CN': '目标温度与日龄不符', 'en-US': 'Target temperature does not fit the age' },
  },
  HumidityHigh: {
    severity: 'warning',
    label: { 'zh-CN': '舍内湿度过高', 'en-US': 'House too humid' },
    covers: ['HighHum'],
  },
  HumidityLow: {
    severity: 'warning',
    label: { 'zh-CN': '舍内湿度过低', 'en-US': 'House too dry' },
  },
  StaticPressureHigh: {
    severity: 'critical',
    label: { 'zh-CN': '舍内负压过高', 'en-US': 'Static pressure above limit' },
    covers: ['PressureHigh'],
  },
  StaticPressureLow: {
    severity: 'warning',
    label: { 'zh-CN': '风机运行时负压过低', 'en-US': 'No static pressure while fans run' },
    covers: ['PressureLow'],
  },
  MainsLost: {
    severity: 'emergency',
    label: { 'zh-CN': '市电中断', 'en-US': 'Mains power lost' },
    covers: ['PowerFail'],
  },
  GeneratorNotRunning: {
    severity: 'emergency',
    label: { 'zh-CN': '市电中断，发电机未运行', 'en-US': 'Mains lost, generator not running' },
  },
  PhaseMissing: {
    severity: 'critical',
    label: { 'zh-CN': '供电缺相', 'en-US': 'A phase is missing' },
    covers: ['PhaseLoss'],
  },
  MotorOverload: {
    severity: 'critical',
    label: { 'zh-CN': '电机过载', 'en-US': 'Motor overload' },
    covers: [...fanGroups, 'PadPumpFault'],
  },
  DoorOpen: {
    severity: 'warning',
    label: { 'zh-CN': '舍门未关', 'en-US': 'House door open' },
  },
  FansFaulty: {
    severity: 'critical',
    label: { 'zh-CN': '风机故障', 'en-US': 'Fan fault' },
    covers: fanGroups,
  },
  VentilationOff: {
    severity: 'critical',
    label: { 'zh-CN': '通风已关闭', 'en-US': 'Ventilation is off' },
  },
  EmergencyVentilation: {
    severity: 'emergency',
    label: { 'zh-CN': '处于应急通风', 'en-US': 'House in emergency ventilation' },
    covers: ['EmergencyVent'],
  },
  ManualMode: {
    severity: 'warning',
    label: { 'zh-CN': '通风处于手动', 'en-US': 'Ventilation in manual mode' },
  },
  WaterStopped: {
    severity: 'critical',
    label: { 'zh-CN': '鸡群无水', 'en-US': 'Birds have no water' },
    covers: ['WaterNone'],
  },
  WaterSpilled: {
    severity: 'warning',
    label: { 'zh-CN': '用水量异常偏大', 'en-US': 'Far more water than birds drink' },
    covers: ['WaterHigh'],
  },
  WaterBelowUsual: {
    severity: 'critical',
    label: {
      'zh-CN': '饮水量不到前两天同时段的一半',
      'en-US': 'Less than half the usual water at this hour',
    },
    covers: ['WaterLow', 'WaterNone', 'WaterStopped'],
  },
  WaterAboveUsual: {
    severity: 'warning',
    label: {
      'zh-CN': '用水量超过前两天同时段的两倍',
      'en-US': 'More than twice the usual water at this hour',
    },
    covers: ['WaterHigh', 'WaterSpilled'],
  },
  FeedRunsOut: {
    severity: 'warning',
    label: { 'zh-CN': '存料不足一天', 'en-US': 'Less than a day’s feed left' },
    covers: ['SiloLow'],
  },
  DarkTooLong: {
    severity: 'warning',
    label: { 'zh-CN': '黑暗时间过长', 'en-US': 'Dark for too long' },
    covers: ['LightFault'],
  },
  NoData: { severity: 'warning', label: { 'zh-CN': '无数据', 'en-US': 'No data' } },
  Offline: { severity: 'warning', label: { 'zh-CN': '设备离线', 'en-US': 'Offline' } },
  ClockBehind: {
    severity: 'warning',
    label: { 'zh-CN': '环控器时钟偏慢', 'en-US': 'Controller clock is slow' },
  },
  ClockAhead: {
    severity: 'warning',
    label: { 'zh-CN': '环控器时钟偏快', 'en-US': 'Controller clock is fast' },
  },
  CredentialTwice: {
    severity: 'critical',
    label: { 'zh-CN': '网关密钥被两台设备同时使用', 'en-US': 'Gateway credential used twice at once' },
  },
  GatewayStorage: {
    severity: 'warning',
    label: { 'zh-CN': '网关磁盘无法写入', 'en-US': 'Gateway cannot write to its disk' },
  },
  SettingNotReturned: {
    severity: 'critical',
    label: { 'zh-CN': '临时参数到时未恢复', 'en-US': 'Temporary change was not reverted' },
  },
  LossesHigh: { severity: 'warning', label: { 'zh-CN': '死淘率偏高', 'en-US': 'High losses' } },
  GrowthBehind: {
    severity: 'warning',
    label: { 'zh-CN': '体重落后', 'en-US': 'Body weight is falling behind' },
  },
  LayingRateFalling: {
    severity: 'warning',
    label: { 'zh-CN': '产蛋率下降', 'en-US': 'Laying rate is falling' },
  },
  WaterFalling: {
    severity: 'warning',
    label: { 'zh-CN': '饮水量下降', 'en-US': 'Birds drink less and less' },
  },
  HouseModeEmpty: {
    severity: 'critical',
    label: {
      'zh-CN': '舍内有鸡，鸡舍模式却为“空舍”',
      'en-US': 'House mode is “Empty” with birds in the house',
    },
  },
  HouseModeCatching: {
    severity: 'critical',
    label: {
      'zh-CN': '舍内有鸡，鸡舍模式却为“出栏”',
      'en-US': 'House mode is “Catching” with birds in the house',
    },
  },
  HouseModeCleaning: {
    severity: 'critical',
    label: {
      'zh-CN': '舍内有鸡，鸡舍模式却为“清洗”',
      'en-US': 'House mode is “Cleaning” with birds in the house',
    },
  },
} as const satisfies Record<string, PlatformAlarm>
export type PlatformCode = keyof typeof platformAlarms

/** The alarms that say only that nothing is heard. */
export const silences: readonly string[] = ['NoData', 'Offline'] satisfies PlatformCode[]

const controllerAlarms: ReadonlyMap<string, AlarmSignal> = new Map(
  [...alarmByMetric.values()].map(signal => [signal.code, signal]),
)
const isPlatformCode = (code: string): code is PlatformCode => Object.hasOwn(platformAlarms, code)

/**
 * The name of an alarm; an unknown one of a controller goes by its code. The condition of a farm's rule is in the reader's
 * `units`.
 */
export function alarmLabel(code: string, units: UnitSystem = 'metric'): Text {
  if (isPlatformCode(code)) return platformAlarms[code].label
  return (
    doubtLabel(code) ??
    ruleLabel(code, inUnits(units)) ??
    controllerAlarms.get(code)?.label ?? { 'zh-CN': code, 'en-US': code }
  )
}

const doubtCodes = (Object.keys(doubtReasons) as DoubtReason[]).flatMap(reason =>
  Array.from(metricByName.keys(), metric => codeOfDoubt(reason, metric)),
)

/** Codes that contain the text, in themselves or in their name in either language. */
export function alarmCodesLike(search: string): string[] {
  const wanted = search.toLowerCase()
  return [...Object.keys(platformAlarms), ...controllerAlarms.keys(), ...doubtCodes, ...ruleCodes].filter(
    code => [code, ...Object.values(alarmLabel(code))].some(name => name.toLowerCase().includes(wanted)),
  )
}

const fixedMetrics: Readonly<Record<string, string>> = {
  TemperatureHigh: 'Climate/Temp/Avg',
  TemperatureLow: 'Climate/Temp/Avg',
  TemperatureAbsolute: 'Climate/Temp/Avg',
  HighTemp: 'Climate/Temp/Avg',
  LowTemp: 'Climate/Temp/Avg',
  AbsHighTemp: 'Climate/Temp/Avg',
  EmergencyVent: 'Climate/Temp/Avg',
  HighHum: 'Climate/Hum/Avg',
  TemperatureRising: 'Climate/Temp/Avg',
  ProbesApart: 'Climate/Temp/S1',
  ProbeWrong: 'Climate/Temp/S1',
  TargetUnlikely: 'Climate/Temp/Target',
  HumidityHigh: 'Climate/Hum/Avg',
  HumidityLow: 'Climate/Hum/Avg',
  StaticPressureHigh: 'Air/Pressure/S1',
  StaticPressureLow: 'Air/Pressure/S1',
  WaterStopped: 'Water/FlowRate',
  WaterSpilled: 'Water/FlowRate',
  WaterBelowUsual: 'Water/FlowRate',
  WaterAboveUsual: 'Water/FlowRate',
  FeedRunsOut: 'Feed/Silo1/Weight',
  DarkTooLong: 'Light/Lux/S1',
  CarbonDioxideHigh: 'Air/CO2/S1',
  AmmoniaHigh: 'Air/NH3/S1',
  HighCO2: 'Air/CO2/S1',
  HighNH3: 'Air/NH3/S1',
  SensorHum: 'Climate/Hum/S1',
  SensorCO2: 'Air/CO2/S1',
  SensorNH3: 'Air/NH3/S1',
  SensorPressure: 'Air/Pressure/S1',
  PressureHigh: 'Air/Pressure/S1',
  PressureLow: 'Air/Pressure/S1',
  WaterHigh: 'Water/FlowRate',
  WaterLow: 'Water/FlowRate',
  WaterNone: 'Water/FlowRate',
  FeedOverrun: 'Feed/AugerRun',
  SiloLow: 'Feed/Silo1/Weight',
  OutdoorSensorMisplaced: 'Climate/Temp/Outdoor',
}

/** The platform's alarms about a flock, at most one of each at a time. */
export const flockAlarmCodes = ['LossesHigh', 'GrowthBehind', 'LayingRateFalling', 'WaterFalling'] as const
export type FlockAlarmCode = (typeof flockAlarmCodes)[number]

/** Whether the subject of an alarm is a flock; of any other it is a device. */
export const isFlockAlarm = (code: string): code is FlockAlarmCode =>
  (flockAlarmCodes as readonly string[]).includes(code)

/** The metric an alarm is about, if a single value shows it. */
export function metricOfAlarm(code: string): string | null {
  return doubtOfCode(code)?.metric ?? fixedMetrics[code] ?? metricOfRule(code)
}

interface Measure {
  unit: string
  decimals: number
}

/** Values that no metric shows: how far a clock is off, and those of a flock's day. */
const measures: Readonly<Record<string, Measure>> = {
  ClockBehind: { unit: 'min', decimals: 0 },
  ClockAhead: { unit: 'min', decimals: 0 },
  LossesHigh: { unit: '%', decimals: 2 },
  GrowthBehind: { unit: 'g', decimals: 0 },
  LayingRateFalling: { unit: '%', decimals: 1 },
  WaterFalling: { unit: 'mL', decimals: 0 },
}

/** Unit and decimals of an alarm's value; undefined if it has none. */
export const measureOfAlarm = (code: string): Measure | undefined =>
  measures[code] ?? measureOfRule(code) ?? metricByName.get(metricOfAlarm(code) ?? '')

export const isWorse = (level: Severity, than: Severity): boolean =>
  severities.indexOf(level) > severities.indexOf(than)

export const isGrave = (level: Severity): boolean =>
  severities.indexOf(level) >= severities.indexOf('critical')
