import { text } from '../text.ts'
import { choice, metric, numbered } from './metric-kinds.ts'
import type { HouseType, MetricSignal } from './signal.ts'

const ventilationModes = {
  0: text('关闭', 'Off'),
  1: text('最小通风', 'Minimum'),
  2: text('基本通风', 'Basic'),
  3: text('过渡通风', 'Transition'),
  4: text('纵向通风', 'Tunnel'),
  5: text('手动', 'Manual'),
  6: text('应急', 'Emergency'),
}

const fanStates = {
  0: text('停止', 'Off'),
  1: text('运行', 'On'),
  2: text('循环开', 'Cycle on'),
  3: text('循环停', 'Cycle off'),
  4: text('故障', 'Fault'),
  5: text('手动', 'Manual'),
}

/** Houses whose birds are weighed, and houses whose hens lay. */
const growing: { houseTypes: readonly HouseType[] } = { houseTypes: ['broiler', 'pullet', 'breeder'] }
const laying: { houseTypes: readonly HouseType[] } = { houseTypes: ['layer', 'breeder'] }

const climate: readonly MetricSignal[] = [
  metric('Climate/Temp/Avg', 'temperature', '平均温度', 'Average temperature'),
  ...numbered(8, 'Climate/Temp/S#', 'temperature', '温度探头 #', 'Temperature probe #'),
  metric('Climate/Temp/Outdoor', 'outdoorTemperature', '舍外温度', 'Outside temperature'),
  metric('Climate/Temp/Effective', 'feltTemperature', '体感温度', 'Effective temperature'),
  metric('Climate/Temp/Target', 'temperature', '目标温度', 'Target temperature'),
  metric('Climate/Temp/Min24h', 'temperature', '24 小时最低温度', 'Lowest temperature, 24 h'),
  metric('Climate/Temp/Max24h', 'temperature', '24 小时最高温度', 'Highest temperature, 24 h'),
  ...numbered(2, 'Climate/Hum/S#', 'humidity', '湿度传感器 #', 'Humidity sensor #'),
  metric('Climate/Hum/Avg', 'humidity', '平均湿度', 'Average humidity'),
  metric('Climate/Hum/Outdoor', 'humidity', '舍外湿度', 'Outside humidity'),
]

const air: readonly MetricSignal[] = [
  ...numbered(2, 'Air/CO2/S#', 'co2', '二氧化碳 #', 'CO2 #'),
  ...numbered(2, 'Air/NH3/S#', 'nh3', '氨气 #', 'Ammonia (NH3) #'),
  ...numbered(2, 'Air/Pressure/S#', 'pressure', '静压 #', 'Static pressure #'),
  metric('Air/WindSpeedIn', 'airSpeed', '舍内风速', 'Air speed in the house'),
  metric('Air/AirFlow', 'airFlow', '通风量', 'Ventilation rate'),
  metric('Weather/WindSpeed', 'windSpeed', '室外风速', 'Wind speed'),
  metric('Weather/WindDir', 'windDirection', '室外风向', 'Wind direction'),
  ...numbered(2, 'Light/Lux/S#', 'lux', '光照强度 #', 'Light intensity #'),
  ...numbered(4, 'Light/Dimmer#/Output', 'dimmer', '调光器 # 输出', 'Light dimmer # output'),
]

const ventilation: readonly MetricSignal[] = [
  metric('Vent/Mode', 'level', '通风模式', 'Ventilation mode', choice(ventilationModes)),
  metric('Vent/Level', 'level', '当前通风等级', 'Current ventilation level'),
  metric('Vent/MinLevel', 'level', '最小通风等级', 'Minimum ventilation level'),
  metric('Vent/MaxLevel', 'level', '最大通风等级', 'Maximum ventilation level'),
  metric('Vent/OutputPct', 'output', '通风输出', 'Ventilation output'),
  metric('Vent/Compensation', 'output', '通风补偿', 'Ventilation compensation'),
  ...numbered(12, 'Fan/G##/State', 'level', '风机组 #', 'Fan group #', choice(fanStates)),
  ...numbered(2, 'Fan/VarSpeed#/Output', 'output', '变频风机 # 输出', 'Variable-speed fan # output'),
  ...numbered(2, 'Inlet/Side#/Position', 'output', '侧墙小窗 # 开度', 'Side inlet # opening'),
  metric('Inlet/Tunnel/Position', 'output', '导流板开度', 'Tunnel inlet door opening'),
  metric('Cool/Pad/State', 'running', '水帘', 'Cooling pad'),
  metric('Cool/Fogger/State', 'running', '喷雾', 'Fogger'),
  metric('Cool/WaterToday', 'water', '今日降温用水量', 'Cooling water today'),
  ...numbered(6, 'Heat/Z#/Output', 'output', '加热分区 # 输出', 'Heating zone # output'),
]

const inputsAndOutputs: readonly MetricSignal[] = [
  metric('Relay/Bitmap1', 'bits', '继电器 1–32', 'Relays 1–32'),
  metric('Relay/Bitmap2', 'bits', '继电器 33–64', 'Relays 33–64'),
  metric('IO/DI/Bitmap', 'bits', '数字输入', 'Digital inputs'),
]

const waterAndFeed: readonly MetricSignal[] = [
  metric('Water/Meter1/Total', 'waterMeter', '水表读数', 'Water meter reading'),
  metric('Water/Today', 'water', '今日饮水量', 'Water today'),
  metric('Water/FlowRate', 'waterFlow', '瞬时水流量', 'Water flow'),
  metric('Feed/Today', 'feed', '今日耗料量', 'Feed today'),
  ...numbered(2, 'Feed/Silo#/Weight', 'silo', '料塔 # 存料', 'Feed silo # content'),
  metric('Feed/AugerRun', 'auger', '绞龙运行', 'Auger running'),
]

const flock: readonly MetricSignal[] = [
  metric('Bird/Count', 'birds', '存栏数', 'Birds alive'),
  metric('Bird/DayAge', 'dayAge', '日龄', 'Age in days'),
  metric('Bird/WeightAvg', 'weight', '平均体重', 'Average body weight', growing),
  metric('Bird/Uniformity', 'uniformity', '均匀度', 'Uniformity', growing),
  metric('Egg/Today', 'eggs', '今日产蛋数', 'Eggs today', laying),
]

const powerAndClock: readonly MetricSignal[] = [
  metric('Power/MainsOk', 'supply', '市电正常', 'Mains power present'),
  metric('Power/GeneratorOn', 'supply', '发电机运行', 'Generator running'),
  metric('Power/EnergyTotal', 'energy', '累计用电量', 'Energy used'),
  metric('Clock/ControllerTime', 'clock', '环控器时间', 'Controller time'),
]

/** Every metric of the house controllers, in the order screens list them. */
export const metrics: readonly MetricSignal[] = [
  ...climate,
  ...air,
  ...ventilation,
  ...inputsAndOutputs,
  ...waterAndFeed,
  ...flock,
  ...powerAndClock,
]

export const metricByName: ReadonlyMap<string, MetricSignal> = new Map(
  metrics.map(signal => [signal.name, signal]),
)

/** Metrics a house of this type can have. */
export function metricsFor(houseType: HouseType): readonly MetricSignal[] {
  return metrics.filter(signal => signal.houseTypes.includes(houseType))
}
