import type { Text } from '../text.ts'
import type { Signal } from './signal.ts'

/** Prefix of every setting on the wire. */
export const SETTINGS = 'Settings/'

export const settingGroupKeys = [
  'targetTemperature',
  'minMaxLevel',
  'levels',
  'compensation',
  'tunnel',
  'inlets',
  'cooling',
  'humidification',
  'heating',
  'sensors',
  'relays',
  'inputs',
  'lights',
  'alarmLimits',
  'flock',
  'house',
] as const
export type SettingGroupKey = (typeof settingGroupKeys)[number]

export type SettingValue = number | boolean | string

/**
 * One kind of setting. `pattern` is its wire name where `{01..18}` and `{Side1,Side2}` stand for indexes;
 * `{1}` and `{2}` in the label stand for the first and second of them.
 */
export interface SettingPattern extends Omit<Signal, 'name'> {
  group: SettingGroupKey
  pattern: string
  /** absent where only the house's own table makes sense, such as curve points */
  default?: SettingValue
}

/** One setting of a controller, a scalar on the wire. */
export interface SettingSignal extends Signal {
  group: SettingGroupKey
  pattern: string
  /** what stands for the pattern's braces, as on the wire: `['07', '01']` */
  indexes: readonly string[]
  default?: SettingValue
}

/** Wire name → value; one group, or any part of one. */
export type SettingDocument = Readonly<Record<string, SettingValue>>

/** What is wrong with one field; `message` is a key of the texts, `values` fill it. */
export interface SettingProblem {
  field: string
  message: string
  values?: Readonly<Record<string, number | string>>
  /** Day of age of the point that it is about. */
  day?: number
  /** How far it is beyond its limit, in the unit of that limit; only to compare it with what stands. */
  off?: number
  /** What stands now is further from the safe range. */
  isBetter?: boolean
}

const BRACES = /\{([^}]*)\}/

/** Texts that one pair of braces stands for: `01..03` → 01, 02, 03; `Side1,Side2` → both. */
function alternatives(inside: string): string[] {
  const range = /^(\d+)\.\.(\d+)$/.exec(inside)
  if (!range) return inside.split(',')
  const [, first = '', last = ''] = range
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, i) => String(Number(first) + i).padStart(first.length, '0'))
}

interface Expansion {
  name: string
  indexes: readonly string[]
}

function expandName(pattern: string, indexes: readonly string[] = []): Expansion[] {
  const braces = BRACES.exec(pattern)
  if (!braces) return [{ name: pattern, indexes }]
  return alternatives(braces[1] ?? '').flatMap(index =>
    expandName(pattern.replace(BRACES, index), [...indexes, index]),
  )
}

/** Label with the indexes in place, without their leading zeros. */
function labelAt(label: Text, indexes: readonly string[]): Text {
  const fill = (text: string) =>
    text.replace(/\{(\d)\}/g, (_, place) => (indexes[Number(place) - 1] ?? '').replace(/^0+(?=\d)/, ''))
  return { 'zh-CN': fill(label['zh-CN']), 'en-US': fill(label['en-US']) }
}

/** All settings that a pattern stands for, the last index running fastest. */
export function expandSetting(pattern: SettingPattern): SettingSignal[] {
  return expandName(pattern.pattern).map(({ name, indexes }) => ({
    ...pattern,
    name,
    indexes,
    label: labelAt(pattern.label, indexes),
  }))
}
