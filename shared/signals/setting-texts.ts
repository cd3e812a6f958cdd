import { riskTexts } from '../setting-safety/risk-texts.ts'
import { safeRanges } from '../setting-safety/safe-ranges.ts'
import { type Text, text } from '../text.ts'
import type { Reader } from '../units.ts'
import { formatSignal } from './format.ts'
import { relayFunctions } from './relay-functions.ts'
import { SETTINGS, type SettingProblem } from './setting.ts'
import { settingByName } from './settings.ts'

/** What is wrong with a value, or what it will do; `{…}` is a value of the problem in the reader's unit. */
export const settingTexts: Readonly<Record<string, Text>> = {
  'settings.unknown': text('环控器没有这项参数', 'The controller does not have this setting'),
  'settings.otherGroup': text('这项参数属于另一组', 'This setting belongs to another group'),
  'settings.notHere': text('这台环控器没有这项参数', 'This controller does not have this setting'),
  'settings.notYesNo': text('只能填是或否', 'Must be yes or no'),
  'settings.notClock': text('请填写 00:00 至 24:00 的时刻', 'Must be a time from 00:00 to 24:00'),
  'settings.notNumber': text('请填写数字', 'Must be a number'),
  'settings.notWhole': text('请填写整数', 'Must be a whole number'),
  'settings.notChoice': text('不在可选项之内', 'Must be one of the choices'),
  'settings.low': text('不能低于 {low}', 'Must be at least {low}'),
  'settings.high': text('不能高于 {high}', 'Must be at most {high}'),
  'settings.dayNotIncreasing': text('日龄必须大于上一点', 'The age must be above the previous point'),
  'settings.heatAboveTarget': text('加热温度不能高于目标温度', 'Heating must not be above the target'),
  'settings.tunnelBelowTarget': text('纵向温度不能低于目标温度', 'Tunnel must not be below the target'),
  'settings.coolBelowTarget': text('降温温度不能低于目标温度', 'Cooling must not be below the target'),
  'settings.humidOffBelowOn': text('停止湿度不能低于开启湿度', 'Off must not be below on'),
  'settings.heatOffBelowOn': text('停止温差不能大于开启温差', 'Off must not be further below target than on'),
  'settings.offsetFalls': text('启动温差不能小于下一级', 'Must not start below the previous level'),
  'settings.maxBelowMin': text('最大等级不能低于最小等级', 'The maximum must not be below the minimum'),
  'settings.cycleWithoutTime': text(
    '有风机组循环运行，开停时间不能都为 0',
    'A fan group is on the timer: ON and OFF must not both be 0',
  ),
  'settings.lightOverlap': text('与程序 {programme} 时间重叠', 'Overlaps with programme {programme}'),
  'settings.relayTaken': text('该功能已由继电器 {relay} 使用', 'Relay {relay} already has this function'),
  'settings.dayAgeLower': text(
    '日龄只能增加，现为 {reported}',
    'The age can only go up. It is now {reported}',
  ),
  ...riskTexts,
}

/** How a problem's value is written where it is no value of the cell itself, such as its limit. */
const DAYS = { unit: 'd', decimals: 0 }
const COUNT = { unit: '', decimals: 0 }
const DIFFERENCE = { unit: '°C', decimals: 1, isDifference: true } as const
const DEGREES = { unit: '°C', decimals: 1 }
const HOURS = { unit: 'h', decimals: 1 }
const AIR = { unit: 'm³/h', decimals: 2 }
type Format = Parameters<typeof formatSignal>[1]
export const problemFormats: Readonly<Record<string, Format>> = {
  relay: COUNT,
  programme: COUNT,
  level: COUNT,
  below: COUNT,
  alive: { unit: 'birds', decimals: 0 },
  birds: { unit: 'birds', decimals: 0 },
  day: DAYS,
  age: DAYS,
  by: DIFFERENCE,
  heat: DEGREES,
  tunnel: DEGREES,
  standard: DEGREES,
  absolute: DEGREES,
  humidity: { unit: '%', decimals: 0 },
  pressure: { unit: 'Pa', decimals: 0 },
  air: AIR,
  need: AIR,
  pause: { unit: 'min', decimals: 0 },
  hours: HOURS,
  wanted: HOURS,
  size: { unit: 'm', decimals: 1 },
  driven: { unit: 'enum', decimals: 0, enum: relayFunctions },
}
/** Values of the cell itself, written as its signal is. */
export const cellValues: readonly string[] = ['low', 'high', 'reported', 'mode', 'measured']

/** What is wrong with a value of a setting, or what it will do, in the reader's language and units. */
export function sayProblem(
  { field, message, values = {}, isBetter = false }: SettingProblem,
  reader: Reader,
): string {
  const { language } = reader
  const said = settingTexts[message]?.[language] ?? message
  const filled = said.replace(/\{(\w+)\}/g, (_, name: string) =>
    formatSignal(values[name], problemFormats[name] ?? settingByName(field) ?? COUNT, reader),
  )
  const after = consequenceOf(field, message)?.[language]
  const whole = after === undefined ? filled : `${filled}${language === 'zh-CN' ? '：' : ': '}${after}`
  return isBetter ? `${whole}${better[language]}` : whole
}

const better = text('（比现在好，但仍不在安全范围内）', ' (better than now, but not yet in the safe range)')

/** What happens outside the safe range of a setting. */
function consequenceOf(field: string, message: string): Text | undefined {
  const safety = safeRanges[settingByName(field)?.pattern.slice(SETTINGS.length) ?? '']
  if (message === 'risk.low') return safety?.below
  return message === 'risk.high' ? safety?.above : undefined
}
