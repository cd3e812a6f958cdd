import { DataType } from '../sparkplug/types.ts'
import { text } from '../text.ts'
import { SETTINGS, type SettingGroupKey, type SettingPattern } from './setting.ts'
import type { Choices, Unit } from './signal.ts'

type Rest = Pick<SettingPattern, 'default' | 'isDifference'>
type Range = readonly [low: number, high: number]

/** Makers of settings of one group; a name is the wire name after `Settings/`. */
export function settingsOf(group: SettingGroupKey) {
  const setting = (name: string, zh: string, en: string) => ({
    group,
    pattern: SETTINGS + name,
    label: text(zh, en),
  })
  return {
    /** a number with decimals */
    real(
      name: string,
      zh: string,
      en: string,
      unit: Unit,
      [low, high]: Range,
      decimals: number,
      rest: Rest = {},
    ) {
      return { ...setting(name, zh, en), datatype: DataType.Float, unit, low, high, decimals, ...rest }
    },
    whole(name: string, zh: string, en: string, unit: Unit, [low, high]: Range, rest: Rest = {}) {
      return { ...setting(name, zh, en), datatype: DataType.Int32, unit, low, high, decimals: 0, ...rest }
    },
    /** a code with a name */
    choice(name: string, zh: string, en: string, choices: Choices, rest: Rest = {}) {
      const high = Math.max(...Object.keys(choices).map(Number))
      const shape = {
        datatype: DataType.Int32,
        unit: 'enum',
        low: 0,
        high,
        decimals: 0,
        enum: choices,
      } as const
      return { ...setting(name, zh, en), ...shape, ...rest }
    },
    yesNo(name: string, zh: string, en: string, rest: Rest = {}) {
      const shape = { datatype: DataType.Boolean, unit: 'bool', low: 0, high: 1, decimals: 0 } as const
      return { ...setting(name, zh, en), ...shape, ...rest }
    },
    /** a time of day, 00:00 to 24:00 */
    clock(name: string, zh: string, en: string, rest: Rest = {}) {
      const shape = { datatype: DataType.String, unit: 'HH:MM', low: 0, high: 0, decimals: 0 } as const
      return { ...setting(name, zh, en), ...shape, ...rest }
    },
    /** one bit for each sensor */
    bits(name: string, zh: string, en: string, high: number, rest: Rest = {}) {
      const shape = { datatype: DataType.UInt32, unit: 'bits', low: 0, high, decimals: 0 } as const
      return { ...setting(name, zh, en), ...shape, ...rest }
    },
  }
}
