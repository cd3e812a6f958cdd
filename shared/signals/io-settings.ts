import { text } from '../text.ts'
import { relayFunctions } from './relay-functions.ts'
import type { SettingPattern } from './setting.ts'
import { settingsOf } from './setting-kinds.ts'

/** Number of relays of the largest controller. */
export const RELAYS = 64

const sensor = settingsOf('sensors')
const relay = settingsOf('relays')
const input = settingsOf('inputs')

const PROBES = 'Sensor/T{1..8}'
const HUMIDITY = 'Sensor/H{1..2}'
const CO2 = 'Sensor/CO2{1..2}'
const NH3 = 'Sensor/NH3{1..2}'
const off = { default: 0 }

export const sensors: readonly SettingPattern[] = [
  sensor.yesNo(`${PROBES}/Enabled`, '温度探头 {1} 启用', 'Temperature probe {1} in use', { default: true }),
  sensor.yesNo(`${HUMIDITY}/Enabled`, '湿度传感器 {1} 启用', 'Humidity sensor {1} in use', { default: true }),
  sensor.yesNo(`${CO2}/Enabled`, '二氧化碳传感器 {1} 启用', 'CO2 sensor {1} in use', { default: true }),
  sensor.yesNo(`${NH3}/Enabled`, '氨气传感器 {1} 启用', 'Ammonia sensor {1} in use', { default: true }),
  sensor.yesNo('Sensor/P1/Enabled', '静压传感器启用', 'Static-pressure sensor in use', { default: true }),
  sensor.yesNo('Sensor/Lux/Enabled', '光照传感器启用', 'Light sensor in use', { default: true }),
  sensor.real(
    `${PROBES}/Correction`,
    '温度探头 {1} 校正值',
    'Temperature probe {1} correction',
    '°C',
    [-5, 5],
    1,
    {
      isDifference: true,
      default: 0,
    },
  ),
  sensor.real(
    `${HUMIDITY}/Correction`,
    '湿度传感器 {1} 校正值',
    'Humidity sensor {1} correction',
    '%',
    [-15, 15],
    0,
    off,
  ),
  sensor.real(
    `${CO2}/Correction`,
    '二氧化碳传感器 {1} 校正值',
    'CO2 sensor {1} correction',
    'ppm',
    [-500, 500],
    0,
    off,
  ),
  sensor.real(
    `${NH3}/Correction`,
    '氨气传感器 {1} 校正值',
    'Ammonia sensor {1} correction',
    'ppm',
    [-10, 10],
    1,
    off,
  ),
  sensor.real(
    'Sensor/P1/Correction',
    '静压传感器校正值',
    'Static-pressure correction',
    'Pa',
    [-10, 10],
    0,
    off,
  ),
  sensor.real(
    'Sensor/Lux/Correction',
    '光照传感器校正值',
    'Light sensor correction',
    'lx',
    [-100, 100],
    1,
    off,
  ),
]

export const relays: readonly SettingPattern[] = [
  relay.choice('Relay/R{01..64}/Function', '继电器 {1} 功能', 'Relay {1}: function', relayFunctions, {
    default: 0,
  }),
  relay.yesNo('Relay/R{01..64}/Inverted', '继电器 {1} 常闭', 'Relay {1}: normally closed', {
    default: false,
  }),
]

const analogFunctions = {
  0: text('无', 'None'),
  1: text('温度', 'Temperature'),
  2: text('湿度', 'Humidity'),
  3: text('二氧化碳', 'CO2'),
  4: text('氨气', 'Ammonia (NH3)'),
  5: text('静压', 'Static pressure'),
  6: text('光照强度', 'Light intensity'),
  7: text('风速', 'Air speed'),
  8: text('料塔称重', 'Silo weighing'),
  9: text('称重器', 'Bird scale'),
  10: text('进风窗位置', 'Inlet position'),
}

const digitalFunctions = {
  0: text('无', 'None'),
  1: text('水表脉冲', 'Water pulse'),
  2: text('耗料脉冲', 'Feed pulse'),
  3: text('蛋数脉冲', 'Egg pulse'),
  4: text('过载', 'Overload'),
  5: text('缺相', 'Phase loss'),
  6: text('停电', 'Power failure'),
  7: text('门开关', 'Door'),
}

export const inputs: readonly SettingPattern[] = [
  input.choice('IO/AI{1..16}/Function', '模拟输入 {1} 功能', 'Analog input {1}: function', analogFunctions, {
    default: 0,
  }),
  input.real(
    'IO/AI{1..16}/Min',
    '模拟输入 {1} 下限',
    'Analog input {1}: value at the low end',
    '',
    [-1e5, 1e5],
    2,
    {
      default: 0,
    },
  ),
  input.real(
    'IO/AI{1..16}/Max',
    '模拟输入 {1} 上限',
    'Analog input {1}: value at the high end',
    '',
    [-1e5, 1e5],
    2,
    {
      default: 100,
    },
  ),
  input.choice(
    'IO/DI{1..16}/Function',
    '数字输入 {1} 功能',
    'Digital input {1}: function',
    digitalFunctions,
    {
      default: 0,
    },
  ),
  input.real(
    'IO/DI{1..16}/PulseFactor',
    '数字输入 {1} 脉冲系数',
    'Digital input {1}: amount per pulse',
    '',
    [0.001, 1e4],
    3,
    {
      default: 1,
    },
  ),
]
