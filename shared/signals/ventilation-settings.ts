import { text } from '../text.ts'
import { LEVELS } from './curve-settings.ts'
import type { SettingPattern } from './setting.ts'
import { settingsOf } from './setting-kinds.ts'

/** Number of fan groups a level switches. */
export const FAN_GROUPS = 12

const level = settingsOf('levels')
const compensation = settingsOf('compensation')
const tunnel = settingsOf('tunnel')

const fanGroupModes = { 0: text('停止', 'Off'), 1: text('运行', 'On'), 2: text('循环', 'Cycle') }

export const levels: readonly SettingPattern[] = [
  level.whole('Vent/LevelCount', '通风等级数', 'Number of levels', 'level', [1, LEVELS], { default: LEVELS }),
  level.real(
    'Vent/L{01..18}/TempOffset',
    '等级 {1} 启动温差',
    'Level {1}: starts above target by',
    '°C',
    [0, 15],
    1,
    { isDifference: true },
  ),
  level.choice(
    'Vent/L{01..18}/FanGroupMode/G{01..12}',
    '等级 {1} 风机组 {2}',
    'Level {1}: fan group {2}',
    fanGroupModes,
    {
      default: 0,
    },
  ),
  level.whole('Vent/L{01..18}/CycleOn', '等级 {1} 开启时间', 'Level {1}: ON time', 's', [0, 3600], {
    default: 60,
  }),
  level.whole('Vent/L{01..18}/CycleOff', '等级 {1} 停止时间', 'Level {1}: OFF time', 's', [0, 3600], {
    default: 240,
  }),
  level.real(
    'Vent/L{01..18}/VarSpeed1',
    '等级 {1} 变频风机 1',
    'Level {1}: variable-speed fan 1',
    '%',
    [0, 100],
    0,
  ),
  level.real(
    'Vent/L{01..18}/VarSpeed2',
    '等级 {1} 变频风机 2',
    'Level {1}: variable-speed fan 2',
    '%',
    [0, 100],
    0,
  ),
  level.real(
    'Vent/L{01..18}/SideInlet',
    '等级 {1} 小窗开度',
    'Level {1}: side inlet opening',
    '%',
    [0, 100],
    0,
  ),
  level.real(
    'Vent/L{01..18}/TunnelInlet',
    '等级 {1} 导流板开度',
    'Level {1}: tunnel inlet door',
    '%',
    [0, 100],
    0,
  ),
  level.real(
    'Vent/L{01..18}/PressureTarget',
    '等级 {1} 目标静压',
    'Level {1}: static pressure',
    'Pa',
    [0, 60],
    0,
    {
      default: 20,
    },
  ),
  level.yesNo('Vent/L{01..18}/PadAllowed', '等级 {1} 允许水帘', 'Level {1}: cooling pad allowed', {
    default: false,
  }),
  level.whole('Vent/LevelUpDelay', '升级延时', 'Delay before a higher level', 's', [10, 1800], {
    default: 60,
  }),
  level.whole('Vent/LevelDownDelay', '降级延时', 'Delay before a lower level', 's', [10, 1800], {
    default: 120,
  }),
  level.real('Vent/Hysteresis', '回差', 'Hysteresis', '°C', [0.1, 3], 1, {
    isDifference: true,
    default: 0.3,
  }),
  level.whole('Vent/StaggerDelay', '风机启动间隔', 'Delay between fan starts', 's', [0, 60], { default: 3 }),
  level.whole(
    'Vent/FanRotation',
    '风机轮换周期（0 为关闭）',
    'Fan rotation every (0 is off)',
    'h',
    [0, 168],
    { default: 24 },
  ),
  level.real('Vent/MinPerKg', '每公斤最小通风量', 'Minimum ventilation per kg', 'm³/h/kg', [0, 10], 2, {
    default: 0.8,
  }),
]

export const ventilationCompensation: readonly SettingPattern[] = [
  compensation.real('VentComp/HumOn', '湿度补偿起点', 'Humidity: starts at', '%', [0, 100], 0, {
    default: 75,
  }),
  compensation.real('VentComp/HumBand', '湿度补偿回差', 'Humidity: band', '%', [1, 20], 0, { default: 5 }),
  compensation.whole('VentComp/CO2On', '二氧化碳补偿起点', 'CO2: starts at', 'ppm', [400, 5000], {
    default: 2500,
  }),
  compensation.whole('VentComp/CO2Band', '二氧化碳补偿回差', 'CO2: band', 'ppm', [50, 2000], {
    default: 300,
  }),
  compensation.real('VentComp/NH3On', '氨气补偿起点', 'Ammonia: starts at', 'ppm', [0, 100], 1, {
    default: 15,
  }),
  compensation.real('VentComp/NH3Band', '氨气补偿回差', 'Ammonia: band', 'ppm', [1, 20], 1, { default: 3 }),
  compensation.real('VentComp/StepPct', '补偿步长', 'Size of a step', '%', [1, 10], 1, { default: 2 }),
  compensation.real('VentComp/StepSec', '补偿步间隔', 'Time between steps', 's', [10, 600], 0, {
    default: 30,
  }),
  compensation.real('VentComp/MaxPct', '最大补偿', 'Largest compensation', '%', [0, 100], 0, { default: 30 }),
  compensation.real('VentComp/OutdoorFactor', '冬季系数', 'Winter factor', '', [0, 1], 2, { default: 1 }),
]

export const tunnelVentilation: readonly SettingPattern[] = [
  tunnel.real('Tunnel/StartDiff', '纵向启动温差', 'Starts above target', '°C', [0, 15], 1, {
    isDifference: true,
    default: 3,
  }),
  tunnel.real('Tunnel/StopHyst', '纵向退出回差', 'Stop hysteresis', '°C', [0, 5], 1, {
    isDifference: true,
    default: 1,
  }),
  tunnel.real(
    'Tunnel/OutdoorExitLimit',
    '舍外温差退出限',
    'Exit when outside is below target by',
    '°C',
    [0, 15],
    1,
    {
      isDifference: true,
      default: 3,
    },
  ),
  tunnel.real('Tunnel/MinOutdoorTemp', '纵向最低舍外温度', 'Lowest outside temperature', '°C', [0, 30], 1, {
    default: 18,
  }),
]
