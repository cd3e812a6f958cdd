import { text } from '../text.ts'
import type { SettingPattern } from './setting.ts'
import { settingsOf } from './setting-kinds.ts'

/** Number of light dimmers, and of programmes of each. */
export const DIMMERS = 4
export const LIGHT_PROGRAMMES = 8

const light = settingsOf('lights')
const limit = settingsOf('alarmLimits')
const bird = settingsOf('flock')
const building = settingsOf('house')

const PROGRAMME = 'Light/D{1..4}/P{01..08}'
const zhAt = '调光器 {1} 程序 {2}'
const enAt = 'Dimmer {1}, programme {2}'

/** A programme with equal On and Off is not used. */
export const lights: readonly SettingPattern[] = [
  light.whole(`${PROGRAMME}/FromDay`, `${zhAt} 起始日龄`, `${enAt}: from age`, 'd', [-7, 999], {
    default: 0,
  }),
  light.clock(`${PROGRAMME}/On`, `${zhAt} 开灯`, `${enAt}: on`, { default: '00:00' }),
  light.clock(`${PROGRAMME}/Off`, `${zhAt} 关灯`, `${enAt}: off`, { default: '00:00' }),
  light.real(`${PROGRAMME}/Level`, `${zhAt} 亮度`, `${enAt}: level`, '%', [0, 100], 0, { default: 100 }),
  light.whole(`${PROGRAMME}/RampUp`, `${zhAt} 日出渐亮`, `${enAt}: sunrise`, 'min', [0, 120], {
    default: 15,
  }),
  light.whole(`${PROGRAMME}/RampDown`, `${zhAt} 日落渐暗`, `${enAt}: sunset`, 'min', [0, 120], {
    default: 15,
  }),
]

export const alarmLimits: readonly SettingPattern[] = [
  limit.real('Alarm/PressureHigh', '静压上限', 'Static pressure high', 'Pa', [0, 100], 0, { default: 60 }),
  limit.real('Alarm/PressureLow', '静压下限', 'Static pressure low', 'Pa', [0, 100], 0, { default: 5 }),
  limit.whole('Alarm/Delay', '报警延时', 'Alarm delay', 's', [0, 600], { default: 60 }),
  limit.real('Alarm/WaterMaxLph', '用水上限', 'Water use high', 'L/h', [0, 30_000], 0),
  limit.real('Alarm/WaterMinLph', '用水下限', 'Water use low', 'L/h', [0, 30_000], 0),
  limit.real('Alarm/FeedOverrunMin', '绞龙最长运行', 'Longest auger run', 'min', [0, 1440], 0),
  limit.real('Alarm/SiloLowKg', '料塔低料报警', 'Feed silo low', 'kg', [0, 50_000], 0),
]

const houseModes = {
  0: text('空舍', 'Empty'),
  1: text('预温', 'Pre-heat'),
  2: text('饲养', 'Growing'),
  3: text('出栏', 'Catching'),
  4: text('清洗', 'Cleaning'),
}

export const flock: readonly SettingPattern[] = [
  bird.whole('Flock/DayAge', '日龄', 'Age in days', 'd', [-7, 999]),
  bird.choice('Flock/HouseMode', '鸡舍模式', 'House mode', houseModes, { default: 0 }),
  bird.whole('Flock/BirdsPlaced', '入舍数', 'Birds placed', 'birds', [0, 500_000]),
]

export const house: readonly SettingPattern[] = [
  building.real('House/Length', '鸡舍长度', 'Length', 'm', [1, 300], 1),
  building.real('House/Width', '鸡舍宽度', 'Width', 'm', [1, 60], 1),
  building.real('House/Height', '鸡舍高度', 'Height', 'm', [1, 15], 1),
]
