import { expect, test } from 'vitest'
import { covers, hasSetting, ownSettings, type ProductShape, settingsOfProduct } from './iot-products.ts'
import { settingByName, settingGroupKeys, settingGroups, settingsInGroup } from './signals.ts'

const everything: ProductShape = {
  groups: settingGroupKeys,
  levels: 18,
  fanGroups: 12,
  probes: 8,
  heatingZones: 6,
  relays: 64,
  analogInputs: 16,
  digitalInputs: 16,
  dimmers: 4,
}
const has = (product: ProductShape, name: string) => {
  const signal = settingByName(name)
  if (!signal) throw new Error(name)
  return hasSetting(product, signal)
}

test('a product with everything has every setting', () => {
  const all = settingGroups.flatMap(({ key }) => settingsInGroup(key))
  expect(settingsOfProduct(everything)).toBe(all.length)
})

test.each([
  ['levels', 8, 'Settings/Vent/L08/SideInlet', 'Settings/Vent/L09/SideInlet'],
  ['fanGroups', 6, 'Settings/Vent/L01/FanGroupMode/G06', 'Settings/Vent/L01/FanGroupMode/G07'],
  ['probes', 4, 'Settings/Sensor/T4/Correction', 'Settings/Sensor/T5/Correction'],
  ['heatingZones', 2, 'Settings/Heat/Z2/OnDiff', 'Settings/Heat/Z3/OnDiff'],
  ['relays', 16, 'Settings/Relay/R16/Function', 'Settings/Relay/R17/Inverted'],
  ['analogInputs', 4, 'Settings/IO/AI4/Min', 'Settings/IO/AI5/Min'],
  ['digitalInputs', 4, 'Settings/IO/DI4/Function', 'Settings/IO/DI5/Function'],
  ['dimmers', 1, 'Settings/Light/D1/P08/On', 'Settings/Light/D2/P01/On'],
] as const)('a product with %s %i has the last of them and none beyond', (part, count, last, beyond) => {
  const product = { ...everything, [part]: count }
  expect([has(product, last), has(product, beyond)]).toEqual([true, false])
  expect([covers(product, [last]), covers(product, [last, beyond])]).toEqual([true, false])
})

test('a group that a product lacks is not there at all', () => {
  const product = { ...everything, groups: settingGroupKeys.filter(key => key !== 'tunnel') }
  expect(has(product, 'Settings/Tunnel/StartDiff')).toBe(false)
  expect(has(product, 'Settings/Temp/TargetOffset')).toBe(true)
})

test('what no relay drives is hidden; if no relays are reported, everything is shown', () => {
  const told = {
    'Settings/Vent/L01/FanGroupMode/G01': 1,
    'Settings/Vent/L01/FanGroupMode/G02': 1,
    'Settings/Heat/Z1/Enabled': true,
    'Settings/Heat/Z2/Enabled': true,
  }
  expect(Object.keys(ownSettings(told, null))).toEqual(Object.keys(told))
  const relays = {
    'Settings/Relay/R01/Function': 1,
    'Settings/Relay/R02/Function': 14,
  }
  expect(Object.keys(ownSettings({ ...told, ...relays }, null))).toEqual([
    'Settings/Vent/L01/FanGroupMode/G01',
    'Settings/Heat/Z2/Enabled',
    ...Object.keys(relays),
  ])
})
