import { type Text, text } from '../text.ts'
import type { Reader } from '../units.ts'
import { formatSignal } from './format.ts'
import type { SettingProblem } from './setting.ts'
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
  'risk.airFalls': text(
    '等级 {level} 的通风量低于等级 {below}',
    'Level {level} moves less air than level {below}',
  ),
  'risk.noAir': text('舍内有鸡，等级 {level} 却没有通风', 'Level {level} moves no air, and there are birds'),
  'risk.low': text('低于安全范围（{low} 起）', 'Below the safe range, which starts at {low}'),
  'risk.high': text('高于安全范围（最高 {high}）', 'Above the safe range, which ends at {high}'),
  'risk.colder': text(
    '比该日龄标准 {standard} 低 {by}：鸡群扎堆、耗料增加，可能受凉',
    '{by} below the standard of {standard} for this age: birds huddle, eat more and may chill',
  ),
  'risk.warmer': text(
    '比该日龄标准 {standard} 高 {by}：鸡只张口喘气、采食下降，可能热应激',
    '{by} above the standard of {standard} for this age: birds pant, eat less and may suffer heat stress',
  ),
  'risk.lowAlarmAboveHeat': text(
    '低温报警不低于加热温度 {heat}：加热还在工作就会报警',
    'The low alarm is not below heating at {heat}: it rings while the heating is still working',
  ),
  'risk.highAlarmBelowTunnel': text(
    '高温报警不高于纵向温度 {tunnel}：纵向通风启动前就会报警',
    'The high alarm is not above tunnel at {tunnel}: it rings before tunnel ventilation starts',
  ),
  'risk.aboveAbsolute': text(
    '高温报警将高于绝对高温报警 {absolute}，不会先响',
    'The high alarm would be above the absolute high alarm of {absolute} and would never ring first',
  ),
  'risk.coldTunnel': text(
    '纵向通风的风会使 {day} 前的雏鸡受凉',
    'Tunnel air chills birds younger than {day}',
  ),
}

/** Which signal a problem's value is formatted like: the field's, except for counts and differences. */
const DAYS = { unit: 'd', decimals: 0 }
const COUNT = { unit: '', decimals: 0 }
const DIFFERENCE = { unit: '°C', decimals: 1, isDifference: true } as const
const DEGREES = { unit: '°C', decimals: 1 }
const formats: Readonly<Record<string, Parameters<typeof formatSignal>[1]>> = {
  relay: COUNT,
  programme: COUNT,
  day: DAYS,
  by: DIFFERENCE,
  heat: DEGREES,
  tunnel: DEGREES,
  standard: DEGREES,
  absolute: DEGREES,
}

/** What is wrong with a value of a setting, in the reader's language and units. */
export function sayProblem({ field, message, values = {} }: SettingProblem, reader: Reader): string {
  const said = settingTexts[message]?.[reader.language] ?? message
  return said.replace(/\{(\w+)\}/g, (_, name: string) => {
    const format = formats[name] ?? settingByName(field) ?? COUNT
    return formatSignal(values[name], format, reader)
  })
}
