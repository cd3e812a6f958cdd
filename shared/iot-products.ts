import { FIRST_RELAY_FUNCTION } from './signals/relay-functions.ts'
import { SETTINGS, type SettingGroupKey, type SettingSignal } from './signals/setting.ts'
import { type SettingDocument, settingByName, settingGroups, settingsInGroup } from './signals.ts'
import { text } from './text.ts'

/** How controllers of a product communicate: by themselves, or through a gateway that reads their registers. */
export const protocolNames = {
  sparkplug: text('Sparkplug B（MQTT）', 'Sparkplug B over MQTT'),
  modbusTcp: text('Modbus TCP（经网关）', 'Modbus TCP through a gateway'),
  modbusRtu: text('Modbus RTU（经网关）', 'Modbus RTU through a gateway'),
} as const

/** What a controller has several of, each with settings that carry its number. */
export const productParts = [
  'levels',
  'fanGroups',
  'probes',
  'heatingZones',
  'relays',
  'analogInputs',
  'digitalInputs',
  'dimmers',
] as const
export type ProductPart = (typeof productParts)[number]

/** What a product has: groups of settings, and how many of each part. */
export type ProductShape = Readonly<Record<ProductPart, number>> & { groups: readonly SettingGroupKey[] }

/** Where the number of a part is: patterns that contain this text, and which of their indexes it is. */
const places: Readonly<Record<ProductPart, readonly [holds: string, index: number]>> = {
  levels: [`${SETTINGS}Vent/L{`, 0],
  fanGroups: ['/FanGroupMode/G{', 1],
  probes: [`${SETTINGS}Sensor/T{`, 0],
  heatingZones: [`${SETTINGS}Heat/Z{`, 0],
  relays: [`${SETTINGS}Relay/R{`, 0],
  analogInputs: [`${SETTINGS}IO/AI{`, 0],
  digitalInputs: [`${SETTINGS}IO/DI{`, 0],
  dimmers: [`${SETTINGS}Light/D{`, 0],
}

const numberOf = ({ pattern, indexes }: SettingSignal, part: ProductPart): number | undefined => {
  const [holds, index] = places[part]
  return pattern.includes(holds) ? Number(indexes[index]) : undefined
}

/** Whether controllers of a product have this setting. */
export function hasSetting(product: ProductShape, signal: SettingSignal): boolean {
  return (
    product.groups.includes(signal.group) &&
    productParts.every(part => (numberOf(signal, part) ?? 0) <= product[part])
  )
}

/** Whether a controller that reports these settings can be of a product: the product has all of them. */
export const covers = (product: ProductShape, told: Iterable<string>): boolean =>
  [...told].every(name => {
    const signal = settingByName(name)
    return !signal || hasSetting(product, signal)
  })

/** How many settings a product has. */
export const settingsOfProduct = (product: ProductShape): number =>
  settingGroups.flatMap(({ key }) => settingsInGroup(key)).filter(signal => hasSetting(product, signal))
    .length

/** Parts driven by a relay: without one for it there is nothing to set. A dimmer has an output of its own. */
const driven = { fanGroups: 'fanGroup', heatingZones: 'heatingZone' } as const
const RELAY_FUNCTION = /^Settings\/Relay\/R\d+\/Function$/

/**
 * The settings a controller really has among those it reports: those of its product, and for parts driven by relays those
 * that one of its relays drives. Without a product, or without reported relays, everything it reports counts.
 */
export function ownSettings(told: SettingDocument, product: ProductShape | null): SettingDocument {
  const functions = new Set(
    Object.entries(told).flatMap(([name, value]) => (RELAY_FUNCTION.test(name) ? [value] : [])),
  )
  const isDriven = (signal: SettingSignal) =>
    Object.entries(driven).every(([part, drives]) => {
      const number = numberOf(signal, part as ProductPart)
      return number === undefined || functions.has(FIRST_RELAY_FUNCTION[drives] + number - 1)
    })
  return Object.fromEntries(
    Object.entries(told).filter(([name]) => {
      const signal = settingByName(name)
      if (!signal) return true
      return (!product || hasSetting(product, signal)) && (functions.size === 0 || isDriven(signal))
    }),
  )
}
