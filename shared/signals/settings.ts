import { type Text, text } from '../text.ts'
import { minMaxLevel, targetTemperature } from './curve-settings.ts'
import { cooling, heating, humidification, inlets } from './equipment-settings.ts'
import { alarmLimits, flock, house, lights } from './house-settings.ts'
import { inputs, relays, sensors } from './io-settings.ts'
import { expandSetting, type SettingGroupKey, type SettingPattern, type SettingSignal } from './setting.ts'
import { levels, tunnelVentilation, ventilationCompensation } from './ventilation-settings.ts'

export interface SettingGroup {
  key: SettingGroupKey
  label: Text
  patterns: readonly SettingPattern[]
}

const group = (
  key: SettingGroupKey,
  zh: string,
  en: string,
  patterns: readonly SettingPattern[],
): SettingGroup => ({
  key,
  label: text(zh, en),
  patterns,
})

/** Everything that can be set on a house controller; one group is one document on its way to the controller. */
export const settingGroups: readonly SettingGroup[] = [
  group('targetTemperature', '目标参数', 'Target parameters', targetTemperature),
  group('minMaxLevel', '最小最大通风等级', 'Minimum and maximum level', minMaxLevel),
  group('levels', '通风等级', 'Ventilation levels', levels),
  group('compensation', '通风补偿', 'Ventilation compensation', ventilationCompensation),
  group('tunnel', '纵向通风', 'Tunnel ventilation', tunnelVentilation),
  group('inlets', '进风窗', 'Inlets', inlets),
  group('cooling', '降温', 'Cool-down', cooling),
  group('humidification', '加湿', 'Humidification', humidification),
  group('heating', '加热分区', 'Heating zones', heating),
  group('sensors', '传感器', 'Sensors', sensors),
  group('relays', '继电器', 'Relays', relays),
  group('inputs', '模拟和数字输入', 'Analog and digital inputs', inputs),
  group('lights', '调光器', 'Light dimmers', lights),
  group('alarmLimits', '报警限值', 'Alarm limits', alarmLimits),
  group('flock', '批次（鸡群）', 'Flock', flock),
  group('house', '鸡舍尺寸', 'House dimensions', house),
]

/** Names of the groups. */
export const settingGroupNames = Object.fromEntries(
  settingGroups.map(({ key, label }) => [key, label]),
) as Readonly<Record<SettingGroupKey, Text>>

/** What a group's settings belong to: another house with the same ones would be wrong. The others are how a house is run. */
const groupsOfOneHouse: Partial<Record<SettingGroupKey, 'flock' | 'probes' | 'equipment'>> = {
  flock: 'flock',
  sensors: 'probes',
  relays: 'equipment',
  inputs: 'equipment',
  house: 'equipment',
}

/** Single settings of other groups that belong to one house. */
const settingsOfOneHouse: ReadonlySet<string> = new Set(['Settings/Temp/AvgSensors'])

/** Whether a setting belongs to a house's flock, probes or equipment: not compared, copied or kept in templates. */
export function isOfOneHouse({ group, name }: Pick<SettingSignal, 'group' | 'name'>): boolean {
  return groupsOfOneHouse[group] !== undefined || settingsOfOneHouse.has(name)
}

/** Whether a group has settings that can be compared and shared between houses. */
export const isSharedGroup = (key: SettingGroupKey): boolean => groupsOfOneHouse[key] === undefined

const signals: ReadonlyMap<string, SettingSignal> = new Map(
  settingGroups
    .flatMap(({ patterns }) => patterns)
    .flatMap(expandSetting)
    .map(signal => [signal.name, signal]),
)

/** The setting with this wire name, such as `Settings/Vent/L07/SideInlet`, with its indexes. */
export function settingByName(name: string): SettingSignal | undefined {
  return signals.get(name)
}

/** All settings of one group, in the order of their patterns. */
export function settingsInGroup(key: SettingGroupKey): readonly SettingSignal[] {
  return [...signals.values()].filter(signal => signal.group === key)
}
