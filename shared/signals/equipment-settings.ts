import { text } from '../text.ts'
import type { SettingPattern } from './setting.ts'
import { settingsOf } from './setting-kinds.ts'

/** Number of heating zones of the largest controller. */
export const ZONES = 6

const inlet = settingsOf('inlets')
const pad = settingsOf('cooling')
const humid = settingsOf('humidification')
const heat = settingsOf('heating')

const inletModes = { 0: text('按位置', 'By position'), 1: text('按静压', 'By pressure') }

export const inlets: readonly SettingPattern[] = [
  inlet.choice('Inlet/ControlMode', '进风窗控制方式', 'Inlet control', inletModes, { default: 1 }),
  inlet.whole(
    'Inlet/Side{1..2}/OpenTime',
    '侧墙小窗 {1} 全开时间',
    'Side inlet {1}: time to open',
    's',
    [1, 900],
    {
      default: 35,
    },
  ),
  inlet.whole(
    'Inlet/Side{1..2}/CloseTime',
    '侧墙小窗 {1} 全关时间',
    'Side inlet {1}: time to close',
    's',
    [1, 900],
    {
      default: 35,
    },
  ),
  inlet.whole('Inlet/Tunnel/OpenTime', '导流板全开时间', 'Tunnel inlet door: time to open', 's', [1, 900], {
    default: 250,
  }),
  inlet.whole('Inlet/Tunnel/CloseTime', '导流板全关时间', 'Tunnel inlet door: time to close', 's', [1, 900], {
    default: 250,
  }),
  inlet.real('Inlet/PressureBand', '静压回差', 'Pressure band', 'Pa', [1, 20], 0, { default: 4 }),
  inlet.whole('Inlet/Delay', '进风窗动作延时', 'Delay', 's', [1, 120], { default: 15 }),
]

export const cooling: readonly SettingPattern[] = [
  pad.real('Cool/Pad/StartDiff', '水帘启动温差', 'Pad starts above target', '°C', [0, 15], 1, {
    isDifference: true,
    default: 5,
  }),
  pad.whole('Cool/Pad/OnTime', '水帘开启时间', 'Pad ON time', 's', [5, 900], { default: 60 }),
  pad.whole('Cool/Pad/OffTime', '水帘停止时间', 'Pad OFF time', 's', [5, 1800], { default: 240 }),
  pad.real('Cool/Pad/MaxHum', '水帘湿度上限', 'Pad off above humidity', '%', [40, 100], 0, { default: 80 }),
  pad.real('Cool/Pad/HumBand', '水帘湿度回差', 'Pad humidity band', '%', [1, 20], 0, { default: 5 }),
  pad.clock('Cool/Pad/StartHour', '水帘开始时刻', 'Pad from', { default: '09:00' }),
  pad.clock('Cool/Pad/StopHour', '水帘结束时刻', 'Pad until', { default: '18:00' }),
  pad.whole('Cool/Pad/StartDay', '水帘起始日龄', 'Pad from age', 'd', [0, 999], { default: 25 }),
]

export const humidification: readonly SettingPattern[] = [
  humid.real('Humid/On', '加湿开启湿度', 'On below', '%', [20, 90], 0, { default: 50 }),
  humid.real('Humid/Off', '加湿停止湿度', 'Off above', '%', [20, 90], 0, { default: 55 }),
  humid.whole('Humid/OnTime', '加湿开启时间', 'ON time', 's', [5, 900], { default: 10 }),
  humid.whole('Humid/OffTime', '加湿停止时间', 'OFF time', 's', [5, 900], { default: 290 }),
]

export const heating: readonly SettingPattern[] = [
  heat.yesNo('Heat/Z{1..6}/Enabled', '加热分区 {1} 启用', 'Zone {1}: in use', { default: false }),
  heat.whole('Heat/Z{1..6}/Sensor', '加热分区 {1} 探头', 'Zone {1}: probe', '', [1, 8], { default: 1 }),
  heat.real(
    'Heat/Z{1..6}/OnDiff',
    '加热分区 {1} 开启温差',
    'Zone {1}: on below target by',
    '°C',
    [0, 10],
    1,
    {
      isDifference: true,
      default: 0.5,
    },
  ),
  heat.real(
    'Heat/Z{1..6}/OffDiff',
    '加热分区 {1} 停止温差',
    'Zone {1}: off below target by',
    '°C',
    [0, 10],
    1,
    {
      isDifference: true,
      default: 0,
    },
  ),
  heat.whole('Heat/Z{1..6}/MinOn', '加热分区 {1} 最短运行', 'Zone {1}: shortest run', 's', [0, 1800], {
    default: 60,
  }),
  heat.whole('Heat/Z{1..6}/MinOff', '加热分区 {1} 最短停止', 'Zone {1}: shortest stop', 's', [0, 1800], {
    default: 60,
  }),
]
