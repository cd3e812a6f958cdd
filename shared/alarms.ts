import { inUnits, measureOfRule, metricOfRule, ruleCodes, ruleLabel } from './alarm-rules.ts'
import { type AlarmSignal, alarmByMetric, metricByName, type Severity, severities } from './signals.ts'
import type { Text } from './text.ts'
import type { UnitSystem } from './units.ts'

/** The state of the house: the alarm is active or has cleared. */
export const conditions = ['active', 'cleared'] as const

/** What people do about it, in this order. Independent of the condition: seeing it does not mean being there. */
export const handlings = ['new', 'seen', 'going', 'on_site', 'cause_found', 'solved'] as const
export type Handling = (typeof handlings)[number]

/** What it turned out to be, chosen with one tap. */
export const causes = [
  'supply',
  'fan',
  'inlet',
  'sensor',
  'setting',
  'weather',
  'limit',
  'false_alarm',
  'other',
] as const
export type Cause = (typeof causes)[number]

/**
 * Why an alarm ended although nothing said that all is well again: its controller no longer reports it, its device serves
 * another house, was disabled or deleted, or its rule was changed or removed.
 */
export const endReasons = ['gone', 'moved', 'disabled', 'deleted', 'rule'] as const
export type EndReason = (typeof endReasons)[number]

export const alarmSources = ['controller', 'platform'] as const
export type AlarmSource = (typeof alarmSources)[number]

/** An alarm that the platform raises by its own rule. */
interface PlatformAlarm {
  severity: Severity
  label: Text
  /** The controller's alarm with the same meaning: while it is active, ours is not raised beside it. */
  covers?: string
}

/** The platform's rules by code; controllers never use the same codes. */
export const platformAlarms = {
  TemperatureHigh: {
    severity: 'critical',
    label: { 'zh-CN': '温度高于当日上限', 'en-US': 'Temperature above the day’s limit' },
    covers: 'HighTemp',
  },
  TemperatureLow: {
    severity: 'critical',
    label: { 'zh-CN': '温度低于当日下限', 'en-US': 'Temperature below the day’s limit' },
    covers: 'LowTemp',
  },
  TemperatureAbsolute: {
    severity: 'emergency',
    label: { 'zh-CN': '温度超过绝对上限', 'en-US': 'Temperature above the absolute limit' },
    covers: 'AbsHighTemp',
  },
  CarbonDioxideHigh: {
    severity: 'warning',
    label: { 'zh-CN': '舍内二氧化碳过高', 'en-US': 'Too much CO2 in the house' },
    covers: 'HighCO2',
  },
  AmmoniaHigh: {
    severity: 'warning',
    label: { 'zh-CN': '舍内氨气过高', 'en-US': 'Too much ammonia (NH3) in the house' },
    covers: 'HighNH3',
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
  SettingNotReturned: {
    severity: 'critical',
    label: { 'zh-CN': '临时参数到时未恢复', 'en-US': 'Temporary change was not reverted' },
  },
} as const satisfies Record<string, PlatformAlarm>
export type PlatformCode = keyof typeof platformAlarms

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
    ruleLabel(code, inUnits(units)) ?? controllerAlarms.get(code)?.label ?? { 'zh-CN': code, 'en-US': code }
  )
}

/** Codes that contain the text, in themselves or in their name in either language. */
export function alarmCodesLike(search: string): string[] {
  const wanted = search.toLowerCase()
  return [...Object.keys(platformAlarms), ...controllerAlarms.keys(), ...ruleCodes].filter(code =>
    [code, ...Object.values(alarmLabel(code))].some(name => name.toLowerCase().includes(wanted)),
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

/** The metric an alarm is about, if a single value shows it. */
export function metricOfAlarm(code: string): string | null {
  const probe = /^SensorTemp(\d)$/.exec(code)?.[1]
  return probe ? `Climate/Temp/S${probe}` : (fixedMetrics[code] ?? metricOfRule(code))
}

/** How far a clock is off. */
const OFF = { unit: 'min', decimals: 0 }

/** Unit and decimals of an alarm's value; undefined if it has none. */
export const measureOfAlarm = (code: string): { unit: string; decimals: number } | undefined =>
  code === 'ClockBehind' || code === 'ClockAhead'
    ? OFF
    : (measureOfRule(code) ?? metricByName.get(metricOfAlarm(code) ?? ''))

export const isWorse = (level: Severity, than: Severity): boolean =>
  severities.indexOf(level) > severities.indexOf(than)

export const isGrave = (level: Severity): boolean =>
  severities.indexOf(level) >= severities.indexOf('critical')
