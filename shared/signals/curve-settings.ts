import type { SettingPattern } from './setting.ts'
import { settingsOf } from './setting-kinds.ts'

/** Number of points of a day-age curve. */
export const CURVE_POINTS = 10
/** Number of ventilation levels of the controllers. */
export const LEVELS = 18

const temperature = settingsOf('targetTemperature')
const minMax = settingsOf('minMaxLevel')

const PROBE: readonly [number, number] = [-40, 90]

export const targetTemperature: readonly SettingPattern[] = [
  temperature.whole('Temp/Curve/P{01..10}/Day', '第 {1} 点日龄', 'Point {1}: age', 'd', [-7, 999]),
  temperature.real('Temp/Curve/P{01..10}/Target', '第 {1} 点目标温度', 'Point {1}: target', '°C', PROBE, 1),
  temperature.real('Temp/Curve/P{01..10}/Heat', '第 {1} 点加热温度', 'Point {1}: heating', '°C', PROBE, 1),
  temperature.real('Temp/Curve/P{01..10}/Cool', '第 {1} 点降温温度', 'Point {1}: cooling', '°C', PROBE, 1),
  temperature.real('Temp/Curve/P{01..10}/Tunnel', '第 {1} 点纵向温度', 'Point {1}: tunnel', '°C', PROBE, 1),
  temperature.real(
    'Temp/Curve/P{01..10}/LowAlarmDiff',
    '第 {1} 点低温报警差',
    'Point {1}: low alarm below',
    '°C',
    [0, 20],
    1,
    {
      isDifference: true,
      default: 4,
    },
  ),
  temperature.real(
    'Temp/Curve/P{01..10}/HighAlarmDiff',
    '第 {1} 点高温报警差',
    'Point {1}: high alarm above',
    '°C',
    [0, 20],
    1,
    {
      isDifference: true,
      default: 5,
    },
  ),
  temperature.real('Temp/TargetOffset', '目标温度偏移', 'Target offset', '°C', [-5, 5], 1, {
    isDifference: true,
    default: 0,
  }),
  temperature.real('Temp/NightSetback', '夜间降温', 'Night setback', '°C', [-5, 0], 1, {
    isDifference: true,
    default: 0,
  }),
  temperature.real(
    'Temp/OutdoorAlarmComp',
    '高温报警舍外补偿',
    'High alarm above outside',
    '°C',
    [0, 10],
    1,
    {
      isDifference: true,
      default: 5,
    },
  ),
  temperature.real('Temp/AbsHighAlarm', '绝对高温报警', 'Absolute high alarm', '°C', [25, 45], 1, {
    default: 35,
  }),
  temperature.real('Temp/SensorDiffAlarm', '探头温差报警', 'Alarm on probe difference', '°C', [0, 10], 1, {
    isDifference: true,
    default: 5,
  }),
  temperature.bits('Temp/AvgSensors', '参与平均的探头', 'Probes in the average', 0xff, { default: 0xff }),
]

export const minMaxLevel: readonly SettingPattern[] = [
  minMax.whole('Vent/MinMax/P{01..10}/Day', '第 {1} 点日龄', 'Point {1}: age', 'd', [-7, 999]),
  minMax.whole(
    'Vent/MinMax/P{01..10}/Min',
    '第 {1} 点最小通风等级',
    'Point {1}: minimum level',
    'level',
    [1, LEVELS],
    {
      default: 1,
    },
  ),
  minMax.whole(
    'Vent/MinMax/P{01..10}/Max',
    '第 {1} 点最大通风等级',
    'Point {1}: maximum level',
    'level',
    [1, LEVELS],
    {
      default: LEVELS,
    },
  ),
]
