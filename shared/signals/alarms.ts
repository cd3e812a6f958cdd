import { type Text, text } from '../text.ts'
import { numberedText } from './metric-kinds.ts'
import { type HouseType, houseTypes } from './signal.ts'

export const severities = ['info', 'warning', 'critical', 'emergency'] as const
export type Severity = (typeof severities)[number]

/** A Boolean metric of the controller that is true while the alarm is active. */
export interface AlarmSignal {
  code: string
  /** name on the wire: `Alarm/<code>` */
  metric: string
  severity: Severity
  houseTypes: readonly HouseType[]
  label: Text
}

/**
 * A Boolean metric `Latched/<code>`: the controller holds that alarm until somebody resets it at the panel, whatever its values
 * do. It may be true from the beginning of the alarm on; the alarm is latched once `Alarm/<code>` is false and this is true.
 */
export const LATCHED = 'Latched/'
const ALARM = 'Alarm/'
/** The metric of the alarm that a latch holds; any other metric as it is. */
export const alarmOfLatch = (metric: string): string =>
  metric.startsWith(LATCHED) ? `${ALARM}${metric.slice(LATCHED.length)}` : metric
/** Whether a device's values say that an alarm is active, and that it is held until it is reset at the panel. */
export function alarmSaid(
  code: string,
  told: (metric: string) => unknown,
): { isActive: boolean; isLatched: boolean } {
  const isActive = told(`${ALARM}${code}`) === true
  return { isActive, isLatched: !isActive && told(`${LATCHED}${code}`) === true }
}

function alarm(
  code: string,
  severity: Severity,
  zh: string,
  en: string,
  types: readonly HouseType[] = houseTypes,
): AlarmSignal {
  return { code, metric: `Alarm/${code}`, severity, houseTypes: types, label: text(zh, en) }
}

function alarmsTo(count: number, code: string, severity: Severity, zh: string, en: string): AlarmSignal[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (pattern: string) => numberedText(pattern, i + 1)
    return alarm(at(code), severity, at(zh), at(en))
  })
}

/**
 * Every alarm of the house controllers. Emergency: birds die within the hour unless somebody comes;
 * critical: harm the same day; warning: look at it today; info: worth knowing.
 */
export const alarms: readonly AlarmSignal[] = [
  alarm('HighTemp', 'critical', '高温报警', 'High temperature'),
  alarm('LowTemp', 'critical', '低温报警', 'Low temperature'),
  alarm('AbsHighTemp', 'emergency', '绝对高温报警', 'Absolute high temperature'),
  ...alarmsTo(8, 'SensorTemp#', 'warning', '温度探头 # 故障', 'Temperature probe # fault'),
  alarm('SensorHum', 'warning', '湿度传感器故障', 'Humidity sensor fault'),
  alarm('SensorCO2', 'warning', '二氧化碳传感器故障', 'CO2 sensor fault'),
  alarm('SensorNH3', 'warning', '氨气传感器故障', 'Ammonia (NH3) sensor fault'),
  alarm('SensorPressure', 'warning', '静压传感器故障', 'Static-pressure sensor fault'),
  alarm('OutdoorSensorMisplaced', 'info', '舍外温度探头位置不当', 'Outside probe misplaced'),
  alarm('HighHum', 'warning', '湿度过高', 'High humidity'),
  alarm('HighCO2', 'critical', '二氧化碳超标', 'CO2 above limit'),
  alarm('HighNH3', 'critical', '氨气超标', 'Ammonia (NH3) above limit'),
  alarm('PressureHigh', 'critical', '静压过高', 'Static pressure too high'),
  alarm('PressureLow', 'warning', '静压过低', 'Static pressure too low'),
  alarm('PowerFail', 'emergency', '停电报警', 'Power failure'),
  alarm('PhaseLoss', 'critical', '缺相报警', 'Phase loss'),
  ...alarmsTo(12, 'FanGroupFault#', 'critical', '风机组 # 故障', 'Fan group # fault'),
  alarm('InletStuck', 'critical', '进风窗卡滞', 'Inlet stuck'),
  alarm('PadPumpFault', 'warning', '水帘水泵故障', 'Pad pump fault'),
  alarm('HeaterFault', 'critical', '加热器故障', 'Heater fault'),
  alarm('WaterHigh', 'warning', '用水超量报警（漏水）', 'Water overuse (leak)'),
  alarm('WaterLow', 'warning', '用水量过低', 'Water use too low'),
  alarm('WaterNone', 'critical', '断水报警', 'No water'),
  alarm('FeedOverrun', 'warning', '绞龙运行超时或不足', 'Auger over- or under-run'),
  alarm('SiloLow', 'warning', '料塔存料不足', 'Feed silo low'),
  alarm('LightFault', 'warning', '灯光故障', 'Light fault'),
  alarm('EggBeltFault', 'warning', '集蛋带故障', 'Egg belt fault', ['layer', 'breeder']),
  alarm('ControllerRestart', 'info', '环控器重启', 'Controller restarted'),
  alarm('EmergencyVent', 'emergency', '应急通风启动', 'Emergency ventilation running'),
  alarm('CommLost', 'critical', '通讯中断', 'Communication lost'),
  alarm('ClockDrift', 'info', '环控器时钟偏差', 'Controller clock drift'),
]

export const alarmByMetric: ReadonlyMap<string, AlarmSignal> = new Map(
  alarms.map(signal => [signal.metric, signal]),
)
