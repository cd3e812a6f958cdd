import { describe, expect, test } from 'vitest'
import { DataType } from '../sparkplug/types.ts'
import { checkSettings } from './check-settings.ts'
import { expandSetting, type SettingPattern, settingGroupKeys } from './setting.ts'
import { settingByName, settingGroups, settingsInGroup } from './settings.ts'

const chinese = /\p{Script=Han}/u
const patterns = settingGroups.flatMap(group => group.patterns)
const all = settingGroups.flatMap(group => settingsInGroup(group.key))

/** One wire name, without `Settings/`, of each row of the controllers' setting table. */
const rows = [
  'Temp/Curve/P10/Day',
  'Temp/Curve/P01/Target',
  'Temp/Curve/P05/Heat',
  'Temp/Curve/P05/Cool',
  'Temp/Curve/P05/Tunnel',
  'Temp/Curve/P05/LowAlarmDiff',
  'Temp/Curve/P05/HighAlarmDiff',
  'Temp/TargetOffset',
  'Temp/NightSetback',
  'Temp/OutdoorAlarmComp',
  'Temp/AbsHighAlarm',
  'Temp/SensorDiffAlarm',
  'Temp/AvgSensors',
  'Vent/MinMax/P01/Day',
  'Vent/MinMax/P10/Min',
  'Vent/MinMax/P10/Max',
  'Vent/LevelCount',
  'Vent/L18/TempOffset',
  'Vent/L01/FanGroupMode/G12',
  'Vent/L01/CycleOn',
  'Vent/L01/CycleOff',
  'Vent/L01/VarSpeed1',
  'Vent/L01/VarSpeed2',
  'Vent/L07/SideInlet',
  'Vent/L07/TunnelInlet',
  'Vent/L07/PressureTarget',
  'Vent/L18/PadAllowed',
  'Vent/LevelUpDelay',
  'Vent/LevelDownDelay',
  'Vent/Hysteresis',
  'Vent/StaggerDelay',
  'Vent/FanRotation',
  'Vent/MinPerKg',
  'VentComp/HumBand',
  'VentComp/CO2On',
  'VentComp/NH3Band',
  'VentComp/StepSec',
  'VentComp/OutdoorFactor',
  'Tunnel/StopHyst',
  'Tunnel/OutdoorExitLimit',
  'Tunnel/MinOutdoorTemp',
  'Inlet/ControlMode',
  'Inlet/Side2/CloseTime',
  'Inlet/PressureBand',
  'Cool/Pad/StartDiff',
  'Cool/Pad/OffTime',
  'Cool/Pad/MaxHum',
  'Cool/Pad/StopHour',
  'Cool/Pad/StartDay',
  'Humid/Off',
  'Humid/OnTime',
  'Heat/Z6/OffDiff',
  'Heat/Z1/MinOn',
  'Sensor/CO22/Enabled',
  'Sensor/T8/Correction',
  'Relay/R64/Function',
  'Relay/R01/Inverted',
  'IO/AI16/Max',
  'IO/DI1/PulseFactor',
  'Light/D4/P08/RampDown',
  'Alarm/PressureHigh',
  'Alarm/SiloLowKg',
  'Flock/HouseMode',
  'House/Height',
]

describe('the settings of a controller', () => {
  test('cover all 64 rows of the table', () => {
    expect(rows).toHaveLength(64)
    for (const row of rows) expect(settingByName(`Settings/${row}`)?.name, row).toBe(`Settings/${row}`)
  })

  test('are in their groups, every group has some, and no name occurs twice', () => {
    expect(settingGroups.map(({ key }) => key)).toEqual(settingGroupKeys)
    expect(new Set(all.map(({ name }) => name)).size).toBe(patterns.flatMap(expandSetting).length)
    for (const { key, label, patterns: own } of settingGroups) {
      expect(own.length).toBeGreaterThan(0)
      for (const pattern of own) expect(pattern.group).toBe(key)
      expect(label['zh-CN']).toMatch(chinese)
      expect(label['en-US']).toMatch(/^[A-Z]/)
    }
  })

  test('are read in both languages, with their indexes', () => {
    for (const { name, label } of all) {
      expect(label['zh-CN'], name).toMatch(chinese)
      expect(label['en-US'], name).toMatch(/^[A-Z]/)
      expect(label['zh-CN'] + label['en-US'], name).not.toMatch(/[{}]/)
    }
    expect(settingByName('Settings/Light/D2/P03/On')?.label).toEqual({
      'zh-CN': '调光器 2 程序 3 开灯',
      'en-US': 'Dimmer 2, programme 3: on',
    })
  })

  test('no two in a group have the same label', () => {
    for (const { key } of settingGroups) {
      for (const language of ['zh-CN', 'en-US'] as const) {
        const labels = settingsInGroup(key).map(({ label }) => label[language])
        expect(new Set(labels).size, `${key} ${language}`).toBe(labels.length)
      }
    }
  })

  test('have ranges that make sense, and defaults inside them', () => {
    for (const pattern of patterns) {
      if (pattern.datatype !== DataType.String)
        expect(pattern.low, pattern.pattern).toBeLessThan(pattern.high)
      for (const { name, default: value } of expandSetting(pattern)) {
        if (value !== undefined) expect(checkSettings({ [name]: value }), name).toEqual([])
      }
    }
  })

  test('the defaults of every group can be sent as they are', () => {
    for (const { key } of settingGroups) {
      const defaults = settingsInGroup(key).flatMap(({ name, default: value }) =>
        value === undefined ? [] : [[name, value]],
      )
      expect(checkSettings(Object.fromEntries(defaults)), key).toEqual([])
    }
  })
})

describe('a wire name and a pattern are two ways to say the same', () => {
  test('a name leads to its pattern and indexes', () => {
    expect(settingByName('Settings/Vent/L07/SideInlet')).toMatchObject({
      group: 'levels',
      pattern: 'Settings/Vent/L{01..18}/SideInlet',
      indexes: ['07'],
      datatype: DataType.Float,
      unit: '%',
      low: 0,
      high: 100,
    })
    expect(settingByName('Settings/Vent/L18/FanGroupMode/G03')?.indexes).toEqual(['18', '03'])
    expect(settingByName('Settings/Inlet/Tunnel/OpenTime')).toMatchObject({ indexes: [], default: 250 })
  })

  test.each([
    'Settings/Vent/L19/SideInlet',
    'Settings/Vent/L00/SideInlet',
    'Settings/Vent/L7/SideInlet',
    'Vent/L07/SideInlet',
    'Settings/Heat/Z7/Enabled',
    'Settings/Version',
    'toString',
    '',
  ])('%j is no setting', name => {
    expect(settingByName(name)).toBeUndefined()
  })

  test('a pattern with a list of names and a range expands to all of them', () => {
    const pattern: SettingPattern = {
      group: 'inlets',
      pattern: 'Settings/Inlet/{Side1,Tunnel}/Step{9..10}',
      label: { 'zh-CN': '{1} 第 {2} 步', 'en-US': '{1}: step {2}' },
      datatype: DataType.Int32,
      unit: 's',
      low: 0,
      high: 9,
      decimals: 0,
    }
    expect(expandSetting(pattern).map(({ name }) => name)).toEqual([
      'Settings/Inlet/Side1/Step9',
      'Settings/Inlet/Side1/Step10',
      'Settings/Inlet/Tunnel/Step9',
      'Settings/Inlet/Tunnel/Step10',
    ])
    expect(expandSetting(pattern)[3]?.label['en-US']).toBe('Tunnel: step 10')
  })
})
